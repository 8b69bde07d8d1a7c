package policy

import (
	"testing"
)

// fleetRule is a rule of a fleet in a file of its own.
func fleetRule(name, schema, body string) string {
	m := metadata(plainCustom)
	if schema != "" {
		m = "# METADATA\n# schemas:\n# - input: " + schema + "\n" + m[len("# METADATA\n"):]
	}
	return m + "package rackvet.fleet.org[\"" + name + "\"]\n\n" + body + "\n"
}

func TestTheInputOfAFleetIsKnown(t *testing.T) {
	const nothing = ""
	for _, tc := range []struct{ name, schema, body, want string }{
		{"a field of every server", "", `results contains s.gpu.id if some s in input.servers`, nothing},
		{"a field of every server, typed", "schema.fleet", `results contains s.gpu.id if some s in input.servers`, nothing},
		{"the version", "schema.fleet", `results contains input.api_version`, nothing},
		{"an unknown field of a server", "", "results contains x if {\n\tsome s in input.servers\n\tx := s.gpu.vendor\n}", "vendor"},
		{"an unknown field of a server, typed", "schema.fleet", `results contains input.servers[_].gpuz`, "gpuz"},
		{"a field of one server", "", `results contains input.gpu.id`, "gpu"},
		{"a library that sees one server", "", "import data.help\n\nresults contains help.ids[_]", nothing},
		{"what a data file has", "", `results contains data.org.racks[_].name`, nothing},
		{"what no data file has", "", `results contains data.org.rooms[_].name`, "rooms"},
		{"a field that what a data file has lacks", "", `results contains data.org.racks[_].colour`, "colour"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := &Folder{Name: "org", Files: map[string][]byte{
				"rule.rego": []byte(fleetRule("rule", tc.schema, tc.body)),
				"help.rego": []byte("package help\n\nids contains input.gpu.id\n\nids contains s.gpu.id if some s in input.servers\n"),
				"data.yaml": []byte("racks:\n- name: a\n- name: b\n"),
			}}
			b, err := load(t, fixture(nil)).Join(f)
			if err != nil {
				t.Fatal(err)
			}
			_, err = NewOutsider(b, Setup{Schema: []byte(inputSchema)})
			switch {
			case tc.want == nothing && err != nil:
				t.Error(err)
			case tc.want != nothing:
				has(t, err, "org/rule.rego:", tc.want)
			}
		})
	}
}

func TestJoiningRules(t *testing.T) {
	own := func(id, custom string) string {
		return metadata(custom+plainCustom) + "package rackvet.rules." + id + "\n\nresults contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []}\n"
	}
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  string // "" where they are taken
	}{
		{"a rule in place of a built-in one, alone", map[string]string{"a.rego": own("good.rule", "#   overrides: good/rule\n")}, ""},
		{"the id of a built-in rule", map[string]string{"a.rego": own("good.rule", "")}, "a.rego:14: rule good/rule is built in"},
		{"one id twice", map[string]string{"a.rego": own("own.rule", ""), "b.rego": own("own.rule", "")}, "b.rego:14: there is a rule own/rule already"},
		{"one id for a server and for a fleet", map[string]string{"a.rego": own("org.rule", ""), "b.rego": fleetRule("rule", "", "results contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []}")}, "b.rego:14: there is a rule org/rule already"},
		{"a replacement of nothing", map[string]string{"a.rego": own("own.rule", "#   overrides: own/rule\n")}, "there is no built-in rule own/rule to override"},
		{"a successor that is none", map[string]string{"a.rego": own("own.rule", "#   replaced_by: own/other\n")}, "custom.replaced_by is own/other, and there is no other rule of that name"},
		{"a successor that is itself", map[string]string{"a.rego": own("own.rule", "#   replaced_by: own/rule\n")}, "custom.replaced_by is own/rule"},
		{"a successor that is built in", map[string]string{"a.rego": own("own.rule", "#   deprecated: old\n#   replaced_by: good/rule\n")}, ""},
		{"a day that is none", map[string]string{"a.rego": own("own.rule", "#   effective_from: soon\n")}, "soon is no date such as 2027-01-01"},
		{"no rule", map[string]string{"a.rego": "package help\n\nx := 1\n"}, "org holds no rule"},
		{"one key of data twice", map[string]string{"a.rego": own("own.rule", ""), "data.json": `{"a": 1}`, "data.yaml": "a: 1\n"}, `data.org has "a" already`},
		{"data under a value", map[string]string{"a.rego": own("own.rule", ""), "data.json": `{"a": 1}`, "a/data.json": `{"b": 1}`}, `data.org has "a" already`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := &Folder{Name: "org", Files: map[string][]byte{}}
			for name, text := range tc.files {
				f.Files[name] = []byte(text)
			}
			b, err := load(t, fixture(nil)).Join(f)
			switch {
			case tc.want != "":
				has(t, err, "org", tc.want)
			case err != nil:
				t.Error(err)
			case len(b.Outside())+len(b.Fleet()) != 1:
				t.Errorf("%d rules are not built in", len(b.Outside())+len(b.Fleet()))
			}
		})
	}
}

// A rule that a config switches off is gone, one of a fleet too.
func TestWithoutAFleetRule(t *testing.T) {
	f := &Folder{Name: "org", Files: map[string][]byte{"a.rego": []byte(fleetRule("rule", "", "results contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []}"))}}
	b, err := load(t, fixture(nil)).Join(f)
	if err == nil {
		b, err = b.Without("org/rule")
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Fleet()) != 0 || b.Rule("org/rule") != nil {
		t.Error("it is there still")
	}
}

func TestAMistakenIDLeadsToAFleetRule(t *testing.T) {
	f := &Folder{Name: "org", Files: map[string][]byte{"a.rego": []byte(fleetRule("rule", "", "results contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []}"))}}
	b, err := load(t, fixture(nil)).Join(f)
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.Without("org/rul")
	has(t, err, `unknown rule "org/rul": did you mean "org/rule"`)
}
