package policy

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rackvet/rackvet/internal/finding"
)

func TestLoadReadsWhatARuleSaysOfItself(t *testing.T) {
	b := load(t, fixture(map[string]string{"a/plain": `results contains "x"`}))
	want := &Rule{
		ID: "good/rule", Category: "good", Name: "rule", Title: "A rule", Description: "Says something.",
		AppliesTo: "all servers", Since: "0.1.0",
		Levels:   []finding.Level{finding.Error, finding.Warning}, // the metadata has them the other way round
		Messages: map[string]string{"pass": "memory of {memory} is {observed}, {margin} above the {limit} {basis}", "fail": "too little"},
		Helps:    map[string]string{"pass": "Do nothing about {limit}."},
		Sources:  []Source{{"a book", "https://example.org/book"}},
		File:     "rackvet/rules/good/rule/rule.rego", Line: 16,
		Params: []Param{{"least", 1.5, "x", "a book", "A"}},
		Page:   "# A rule\n",
	}
	if d := cmp.Diff(want, b.Rule("good/rule"), cmpopts.IgnoreUnexported(Rule{})); d != "" {
		t.Error(d)
	}
	if rules := b.Rules(); len(rules) != 2 || rules[0].ID != "a/plain" {
		t.Errorf("rules are not in order: %v", rules)
	}
	if got := strings.Join(b.Profiles(), " "); got != "article practice" {
		t.Errorf("profiles are %s", got)
	}
	if b.Rule("no/such") != nil {
		t.Error("found a rule that is not there")
	}
}

func TestLoadRefuses(t *testing.T) {
	const rule = "rackvet/rules/good/rule/rule.rego"
	replace := func(name, old, with string) func(fstest.MapFS) {
		return func(fsys fstest.MapFS) {
			text := string(fsys[name].Data)
			if !strings.Contains(text, old) {
				panic("the fixture has no " + old)
			}
			fsys[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, with, 1))}
		}
	}
	move := func(from, to string) func(fstest.MapFS) {
		return func(fsys fstest.MapFS) { fsys[to] = fsys[from]; delete(fsys, from) }
	}
	drop := func(name string) func(fstest.MapFS) { return func(fsys fstest.MapFS) { delete(fsys, name) } }
	const params, profiles = "rackvet/params/data.json", "rackvet/profiles/data.json"
	for _, tc := range []struct {
		name   string
		change func(fstest.MapFS)
		want   string
	}{
		{"no folder at all", func(fsys fstest.MapFS) { clear(fsys) }, "read policies: open rackvet"},
		{"no rule", func(fsys fstest.MapFS) { delete(fsys, rule); delete(fsys, params); delete(fsys, profiles) }, "no rule under rackvet/rules"},
		{"a file that is no Rego", replace(rule, "results contains", "results contains if if"), rule + ":"},
		{"an empty file", func(fsys fstest.MapFS) { fsys[rule] = &fstest.MapFile{} }, rule},
		{"a package that is not the folder", replace(rule, `good["rule"]`, `good["other"]`), rule + `:16: package is "rackvet/rules/good/other", but the folder is "rackvet/rules/good/rule"`},
		{"a file called otherwise", move(rule, "rackvet/rules/good/rule/main.rego"), "the file of rule good/rule is called rule.rego"},
		{"a rule outside a folder of its own", func(fsys fstest.MapFS) {
			fsys["rackvet/rules/good/good.rego"] = &fstest.MapFile{Data: []byte("package rackvet.rules.good\n")}
		}, "a rule's folder is rackvet/rules/<category>/<rule-name>"},
		{"no metadata", replace(rule, "# METADATA\n", ""), "rule good/rule has no METADATA above its package"},
		{"no title", replace(rule, "# title: A rule\n", ""), "no title"},
		{"no description", replace(rule, "# description: Says something.\n", ""), "no description"},
		{"no levels", replace(rule, "#   levels: [warning, error]\n", ""), "custom.levels names no level"},
		{"an unknown level", replace(rule, "[warning, error]", "[warning, fatal]"), `custom.levels: "fatal" is no level`},
		{"a level twice", replace(rule, "[warning, error]", "[error, error]"), "level error twice"},
		{"levels that are no list", replace(rule, "[warning, error]", "error"), "expected a list such as [error, warning], found error"},
		{"no release", replace(rule, "#   since: 0.1.0\n", ""), `custom.since "" is no release`},
		{"a release that YAML reads as a number", replace(rule, "since: 0.1.0", "since: 0.1"), "custom.since: expected text, found 0.1"},
		{"a bound of its own invention", replace(rule, "#   since", "#   bound: least\n#   since"), `custom.bound "least" is neither min nor max`},
		{"a misspelt key", replace(rule, "helps:", "help:"), `custom.help: unknown; did you mean "helps"`},
		{"no message for a pass", replace(rule, "#     pass: \"", "#     undecided: \""), "custom.messages has none for pass"},
		{"no message for an outcome that the code gives", replace(rule, `"outcome": "pass"`, `"outcome": "skipped"`), "custom.messages has none for skipped"},
		{"a message with a full stop", replace(rule, "too little", "too little."), "custom.messages.fail is not one line without a full stop"},
		{"a help without one", replace(rule, "{limit}.\n", "{limit}\n"), "custom.helps.pass does not end in a full stop"},
		{"a message that asks for what nothing is called", replace(rule, "too little", "too little {momory}"), "custom.messages.fail asks for {momory}"},
		{"a message with half a place", replace(rule, "too little", "too { little"), "custom.messages: fail: template has no name such as {observed}"},
		{"no page", drop("rackvet/rules/good/rule/README.md"), "no README.md beside it"},
		{"parameters that are no JSON", replace(params, "{", ""), "read " + params},
		{"a misspelt part of a parameter", replace(params, "source", "sorce"), `unknown field "sorce"`},
		{"a parameter without a value", replace(params, `"value": 1.5, `, ""), "parameter least of rule good/rule: no value"},
		{"a parameter without a source", replace(params, "a book", " "), "parameter least of rule good/rule: no source"},
		{"a parameter of unknown strength", replace(params, `"A"`, `"Z"`), `strength "Z" is none of A, B, C, M, article`},
		{"parameters of no rule", replace(params, "good/rule", "god/rule"), `parameters of the unknown rule "god/rule"`},
		{"a profile of a parameter that is not there", replace(profiles, "least", "lest"), `profile practice: unknown parameter of rule good/rule "lest": did you mean "least"`},
		{"a profile of a rule that is not there", replace(profiles, "good/rule", "god/rule"), `unknown rule with parameters "god/rule": did you mean "good/rule"`},
		{"a profile without a value", replace(profiles, `"value": 1, `, ""), "profile practice: parameter least of rule good/rule: no value"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			fsys := fixture(nil)
			tc.change(fsys)
			b, err := Load(fsys)
			has(t, err, tc.want)
			if b != nil {
				t.Error("a bundle came with the error")
			}
		})
	}
}

func TestLoadTellsAllFaultsAtOnce(t *testing.T) {
	fsys := fixture(map[string]string{"a/a": "results contains (", "b/b": "results contains )"})
	_, err := Load(fsys)
	has(t, err, "rackvet/rules/a/a/a.rego:", "rackvet/rules/b/b/b.rego:")
}

func TestLoadPassesOverTestsAndHiddenFolders(t *testing.T) {
	fsys := fixture(nil)
	broken := &fstest.MapFile{Data: []byte("no rego")}
	fsys["rackvet/rules/good/rule/rule_test.rego"] = broken
	fsys["rackvet/.regal/rules/x.rego"] = broken
	fsys["other/x.rego"] = broken
	load(t, fsys)
}
