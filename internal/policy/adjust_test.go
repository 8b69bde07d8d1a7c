package policy

import "testing"

// A rule that is off is not shown, and is there for those that read it.
func TestARuleThatIsOffIsStillRead(t *testing.T) {
	b := load(t, fixture(map[string]string{
		"power/supply": "results contains {\"outcome\": \"fail\", \"level\": \"error\", \"path\": []}\n\nlacking := \"gpu\" if input.ratio > 1\n",
		"power/limit": "import data.rackvet.rules.power.supply\n\nresults contains {\"outcome\": outcome, \"level\": \"error\", \"path\": []} if {\n" +
			"\toutcome := {true: \"fail\", false: \"pass\"}[supply.lacking == \"gpu\"]\n}\n",
	}))
	off, err := b.Without("power/supply", "good/rule")
	if err != nil {
		t.Fatal(err)
	}
	js, err := engine(t, off, Options{}).Eval(t.Context(), map[string]any{"ratio": 1.8})
	if err != nil || len(js) != 1 || js[0].Rule.ID != "power/limit" || js[0].Outcome != "fail" {
		t.Errorf("%v, %v", js, err)
	}
	if _, there := off.modules[b.Rule("good/rule").File]; there {
		t.Error("a rule that is off and that none reads is evaluated all the same")
	}
}
