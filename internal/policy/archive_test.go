package policy

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/rackvet/rackvet/internal/finding"
)

// acme is rules of one's own, by their ids, as a folder of that name.
func acme(name string, more map[string]string) *Folder {
	f := &Folder{Name: name, Files: map[string][]byte{
		"rules/cheap.rego": []byte(metadata(plainCustom) + "package rackvet.rules.acme.cheap\n\nresults contains {\"outcome\": \"fail\", \"level\": \"error\", \"path\": [], \"values\": {\"a\": data.org.list.name}}\n"),
		"fleet/few.rego":   []byte(metadata(plainCustom) + "package rackvet.fleet.acme.few\n\nresults contains {\"outcome\": \"fail\", \"level\": \"error\", \"path\": [], \"server\": \"a\"}\n"),
		"list/data.yaml":   []byte("name: spring\n"),
		"rules/README.md":  []byte("# Cheap\n"),
		"parts.hcl":        []byte("part \"gpu\" \"x\" {}\n"),
		"cheap_test.rego":  []byte("package acme_test\n"),
	}}
	for file, text := range more {
		f.Files[file] = []byte(text)
	}
	return f
}

func archive(t *testing.T, b *Bundle, folders []*Folder, a Archive) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := b.Archive(&out, fixture(nil), folders, a); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func joined(t *testing.T, folders ...*Folder) *Bundle {
	t.Helper()
	b, err := load(t, fixture(nil)).Join(folders...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestArchiveIsABundleOfOPA(t *testing.T) {
	folder := acme("acme", nil)
	text := archive(t, joined(t, folder), []*Folder{folder}, Archive{Version: "1.2.3"})
	b, err := bundle.NewReader(bytes.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, m := range b.Modules {
		files = append(files, m.Path)
	}
	want := []string{"/rackvet/fleet/acme/few/few.rego", "/rackvet/main/main.rego", "/rackvet/rules/acme/cheap/cheap.rego", "/rackvet/rules/good/rule/rule.rego"}
	if !slices.Equal(files, want) {
		t.Errorf("the modules are %q", files)
	}
	if got := *b.Manifest.Roots; !slices.Equal(got, []string{"org", "rackvet"}) {
		t.Errorf("the roots are %q", got)
	}
	if org := b.Data["org"].(map[string]any)["list"].(map[string]any)["name"]; org != "spring" {
		t.Errorf("data.org.list.name is %v", org)
	}
}

func TestTheRevisionIsThatOfTheContent(t *testing.T) {
	folder := acme("acme", nil)
	b := joined(t, folder)
	base := archive(t, b, []*Folder{folder}, Archive{})
	if again := archive(t, joined(t, folder), []*Folder{folder}, Archive{}); !bytes.Equal(again, base) {
		t.Error("the same rules make other bytes")
	}
	moved := acme("/some/where/else", nil)
	if again := archive(t, joined(t, moved), []*Folder{moved}, Archive{}); !bytes.Equal(again, base) {
		t.Error("the folder's name makes other bytes")
	}
	practice, err := b.WithProfile("practice")
	if err != nil {
		t.Fatal(err)
	}
	changed := acme("acme", map[string]string{"list/data.yaml": "name: autumn\n"})
	revisions := map[string]string{revisionOf(t, base): "the first"}
	for name, text := range map[string][]byte{
		"another profile": archive(t, practice, []*Folder{folder}, Archive{Profile: "practice"}),
		"a cap":           archive(t, b, []*Folder{folder}, Archive{Caps: map[string]finding.Level{"acme/cheap": finding.Note}}),
		"other data":      archive(t, joined(t, changed), []*Folder{changed}, Archive{}),
		"own alone":       archive(t, b, []*Folder{folder}, Archive{Own: true}),
		"another release": archive(t, b, []*Folder{folder}, Archive{Version: "2"}),
	} {
		r := revisionOf(t, text)
		if first, taken := revisions[r]; taken {
			t.Errorf("%s has the revision of %s", name, first)
		}
		revisions[r] = name
	}
}

func revisionOf(t *testing.T, text []byte) string {
	t.Helper()
	b, err := bundle.NewReader(bytes.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.Manifest.Revision, "sha256:") {
		t.Errorf("the revision is %q", b.Manifest.Revision)
	}
	return b.Manifest.Revision
}

// What is read back makes the same rules, with the same words beside them.
func TestOwnRulesAreReadBack(t *testing.T) {
	one := acme("one", map[string]string{"lib/help.rego": "package acme.help\n\ntwo := 2\n"})
	two := &Folder{Name: "two", Files: map[string][]byte{
		"other.rego":    []byte(metadata(plainCustom) + "package rackvet.rules.acme.other\n\nresults contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []}\n"),
		"pass.hcl":      []byte("# passes\n"),
		"help.rego":     []byte("package acme.help\n\nthree := 3\n"),
		"sub/parts.hcl": []byte("part \"gpu\" \"y\" {}\n"),
	}}
	b := joined(t, one, two)
	text := archive(t, b, []*Folder{one, two}, Archive{Own: true})
	back, err := ReadBundle("b.tar.gz", text)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"acme/help/2_help.rego", "acme/help/help.rego", "data.json", "parts/2_parts.hcl", "parts/parts.hcl",
		"rackvet/fleet/acme/few/few.rego", "rackvet/rules/acme/cheap/README.md", "rackvet/rules/acme/cheap/cheap.rego",
		"rackvet/rules/acme/other/other.rego", "rackvet/rules/acme/other/pass.hcl",
	}
	if got := slices.Sorted(maps.Keys(back.Files)); !slices.Equal(got, want) {
		t.Errorf("the files are %q", got)
	}
	again := joined(t, back)
	if !slices.Equal(idsOf(again), idsOf(b)) || again.Rule("acme/cheap").Page != "# Cheap\n" || again.Rule("acme/other").Passing != "# passes\n" {
		t.Errorf("the rules are %q", idsOf(again))
	}
	if twice := archive(t, again, []*Folder{back}, Archive{Own: true}); !bytes.Equal(twice, text) {
		t.Error("what was read back makes another bundle")
	}
	_, err = ReadBundle("b.tar.gz", archive(t, b, []*Folder{one, two}, Archive{}))
	has(t, err, "--only-own")
}

func idsOf(b *Bundle) []string {
	var ids []string
	for _, r := range slices.Concat(b.Rules(), b.Fleet()) {
		ids = append(ids, r.ID)
	}
	return ids
}

// A bundle that says it is one of ours may have been made by anyone.
func TestABundleMayLieOfWhatItIs(t *testing.T) {
	for name, tt := range map[string]struct{ data, want string }{
		"a file outside":  {`{"rackvet": {"files": {"../../x.hcl": ""}}}`, "outside of it"},
		"an absolute one": {`{"rackvet": {"files": {"/etc/x.hcl": ""}}}`, "outside of it"},
		"a file of none":  {`{"rackvet": {"files": {"x.sh": ""}}}`, "x.sh"},
		"a rule twice":    {`{"rackvet": {"files": {"a.rego": ""}}}`, "twice"},
		"files as a list": {`{"rackvet": {"files": ["x"]}}`, "data.json is not what"},
	} {
		t.Run(name, func(t *testing.T) {
			var data map[string]any
			if err := json.Unmarshal([]byte(tt.data), &data); err != nil {
				t.Fatal(err)
			}
			b := bundle.Bundle{Data: data, Modules: []bundle.ModuleFile{{URL: "a.rego", Path: "a.rego", Raw: []byte("package a\n"), Parsed: ast.MustParseModule("package a\n")}}}
			b.Manifest = bundle.Manifest{Roots: &[]string{""}, Metadata: map[string]any{"rackvet": map[string]any{"holds": "own"}}}
			var out bytes.Buffer
			if err := bundle.NewWriter(&out).UseModulePath(true).DisableFormat(true).Write(b); err != nil {
				t.Fatal(err)
			}
			_, err := ReadBundle("b.tar.gz", out.Bytes())
			has(t, err, tt.want)
		})
	}
}

// The levels that OPA gives are those that rackvet would: capped by the config, and
// a note until a rule is in force.
func TestServedLevels(t *testing.T) {
	dated := "#   effective_from: 2030-01-01\n" + plainCustom
	folder := acme("acme", map[string]string{
		"rules/dated.rego": metadata(dated) + "package rackvet.rules.acme.dated\n\nresults contains {\"outcome\": \"fail\", \"level\": \"warning\", \"path\": []}\n",
	})
	b := joined(t, folder)
	for name, tt := range map[string]struct {
		caps map[string]finding.Level
		off  []string
		now  string
		want string
	}{
		"as they are":                  {nil, nil, "2031-01-01", "acme/cheap error, acme/dated warning, good/rule error; acme/few error"},
		"before a rule is in force":    {nil, nil, "2029-12-31", "acme/cheap error, acme/dated note, good/rule error; acme/few error"},
		"on its first day":             {nil, nil, "2030-01-01", "acme/cheap error, acme/dated warning, good/rule error; acme/few error"},
		"capped by a config":           {map[string]finding.Level{"acme/cheap": finding.Warning, "acme/few": finding.Note}, nil, "2031-01-01", "acme/cheap warning, acme/dated warning, good/rule error; acme/few note"},
		"a cap above what a rule says": {map[string]finding.Level{"acme/dated": finding.Error}, nil, "2031-01-01", "acme/cheap error, acme/dated warning, good/rule error; acme/few error"},
		"a cap does not bring it back": {map[string]finding.Level{"acme/dated": finding.Error}, nil, "2029-12-31", "acme/cheap error, acme/dated note, good/rule error; acme/few error"},
		"rules that are off":           {nil, []string{"acme/cheap", "acme/few"}, "2031-01-01", "acme/dated warning, good/rule error; "},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := b.Without(tt.off...)
			if err != nil {
				t.Fatal(err)
			}
			if got := levelsOnOPA(t, archive(t, b, []*Folder{folder}, Archive{Caps: tt.caps}), tt.now); got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
		})
	}
}

// levelsOnOPA asks OPA's library for the levels of all results.
func levelsOnOPA(t *testing.T, text []byte, day string) string {
	t.Helper()
	b, err := bundle.NewReader(bytes.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	found, err := rego.New(rego.ParsedBundle("b", &b), rego.Time(now), rego.Input(map[string]any{"ratio": 1.8}),
		rego.Query(`concat("; ", [concat(", ", [sprintf("%s %s", [id, r.level]) | some id, rs in all; some r in rs]) | some all in [data.rackvet.main.results, data.rackvet.main.fleet]])`)).Eval(t.Context())
	if err != nil || len(found) != 1 {
		t.Fatalf("%d answers, %v", len(found), err)
	}
	return found[0].Expressions[0].Value.(string)
}

func TestServedPolicyIsFormattedAndStrict(t *testing.T) {
	laid, err := format.SourceWithOpts("main.rego", served, format.Opts{RegoVersion: ast.RegoV1})
	if err != nil || !bytes.Equal(laid, served) {
		t.Errorf("served/main.rego is not formatted: %v", err)
	}
	m, err := ast.ParseModuleWithOpts("main.rego", string(served), ast.ParserOptions{RegoVersion: ast.RegoV1, ProcessAnnotation: true})
	if err != nil {
		t.Fatal(err)
	}
	c := ast.NewCompiler().WithStrict(true)
	if c.Compile(map[string]*ast.Module{"main.rego": m}); c.Failed() {
		t.Error(c.Errors)
	}
}
