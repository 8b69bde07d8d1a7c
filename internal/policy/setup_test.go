package policy

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/rackvet/rackvet/policies"
)

const readsRackvet = `# METADATA
# title: Reads what is built in
# description: Says it.
# custom:
#   levels: [error]
#   since: 0.1.0
#   messages:
#     pass: "{power}, {failed}"
#     fail: bad
package rackvet.rules.own["reads"]

import data.rackvet.lib.power

results contains {"outcome": "pass", "level": "error", "path": [], "values": {
	"power": object.get(power, "load", {}).high,
	"failed": count([r | some r in data.rackvet.rules.ratio["host-memory"].results; r.outcome == "fail"]),
}}
`

// A process that evaluates rules of one's own loads what they read of rackvet's, and
// gives the same as with all.
func TestALeanSetupEvaluatesAlike(t *testing.T) {
	reads := &Folder{Name: "own", Files: map[string][]byte{"reads.rego": []byte(readsRackvet)}}
	alone := &Folder{Name: "own", Files: map[string][]byte{"a.rego": []byte(shownRule("alone", "since: 0.1.0"))}}
	successor := &Folder{Name: "own", Files: map[string][]byte{"a.rego": []byte(shownRule("alone", "since: 0.1.0\n#   deprecated: so it is\n#   replaced_by: ratio/host-memory"))}}
	for name, c := range map[string]struct {
		folder *Folder
		off    []string
		rule   string
		files  int // that are loaded of rackvet's; -1 is all
	}{
		"it reads a library and a rule":          {reads, nil, "own/reads", 4},
		"what it reads is off":                   {reads, []string{"ratio/host-memory", "budget/split"}, "own/reads", 4},
		"it reads nothing":                       {alone, []string{"budget/split"}, "own/alone", 0},
		"what it names is looked up among rules": {successor, nil, "own/alone", -1},
	} {
		t.Run(name, func(t *testing.T) {
			s := Setup{Folders: []*Folder{c.folder}, Off: c.off, Time: time.Unix(0, 0), Profile: "practice"}
			all, err := Setup{Folders: s.Folders, Profile: s.Profile}.Bundle(policies.FS)
			if err != nil {
				t.Fatal(err)
			}
			b, err := s.Bundle(policies.FS)
			if err != nil {
				t.Fatal(err)
			}
			lean := s.Lean(all, b)
			if c.files < 0 != (lean.Reads == nil) || c.files >= 0 && len(lean.Reads) != c.files {
				t.Errorf("of rackvet's own policies are loaded %q", lean.Reads)
			}
			var answers []string
			for _, s := range []Setup{s, lean} {
				b, err := s.Bundle(policies.FS)
				if err != nil {
					t.Fatal(err)
				}
				o, err := NewOutsider(b, s)
				if err != nil {
					t.Fatal(err)
				}
				text, err := json.Marshal(serverInput(t))
				if err != nil {
					t.Fatal(err)
				}
				in, err := ReadInput(text)
				if err != nil {
					t.Fatal(err)
				}
				answer, err := o.Ask(t.Context(), c.rule, in, func(string, int, string) {})
				if err != nil {
					t.Fatal(err)
				}
				answers = append(answers, string(answer))
			}
			if len(slices.Compact(answers)) != 1 {
				t.Errorf("with all policies %s, with those it reads %s", answers[0], answers[1])
			}
		})
	}
}

func shownRule(name, custom string) string {
	return "# METADATA\n# title: A rule\n# description: Says something.\n# custom:\n#   levels: [error]\n#   " + custom + "\n#   messages:\n#     pass: fine\n#     fail: bad\n" +
		"package rackvet.rules.own[\"" + name + "\"]\n\nresults contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []}\n"
}
