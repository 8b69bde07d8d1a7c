package policy

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzReadBundle: no archive panics, hangs, leads out of itself or holds more than it
// may.
func FuzzReadBundle(f *testing.F) {
	f.Add(tarball(f, entry{name: "a.rego", text: "package a\n"}, entry{name: "b/data.yaml", text: "a: 1\n"}))
	f.Add(tarball(f, entry{name: "../../a.rego", text: "package a\n"}))
	f.Add(tarball(f, entry{name: "a.rego", text: "package", size: 100}))
	f.Add(tarball(f, entry{name: "passwd.rego", kind: '2', link: "/etc/passwd"}))
	f.Add(sparse(f, 10))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		folder, err := ReadBundle("b.tar.gz", text)
		if err != nil {
			return
		}
		size := 0
		for name, text := range folder.Files {
			if !filepath.IsLocal(name) || path.Clean(name) != name || !wanted(name) {
				t.Errorf("it holds %q", name)
			}
			size += len(text)
		}
		if size > maxSource {
			t.Errorf("it holds %d bytes", size)
		}
	})
}

// bombs are documents of YAML that come to much.
var bombs = map[string]string{
	"aliases that multiply": "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\n" +
		"d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e]\ng: [*f, *f, *f, *f, *f, *f, *f, *f, *f]\n",
	"an alias within itself":   "a: &a [*a]\n",
	"a hundred thousand lists": "a: " + strings.Repeat("[", 100_000) + "\n",
	"a list in many lists":     "a:\n " + strings.Repeat("- ", 20_000) + "\n",
	"a merge of merges":        "a: &a {x: 1}\nb: &b {<<: [*a, *a, *a]}\nc: {<<: [*b, *b, *b]}\n",
	"a name of a megabyte":     strings.Repeat("a", 1<<20) + ": 1\n",
	"keys that are lists":      "? [a, b]\n: 1\n",
	"numbers without end":      "a: .inf\nb: .nan\nc: 1e999999\n",
}

func TestYAMLThatComesToMuch(t *testing.T) {
	for name, text := range bombs {
		t.Run(name+", as data", func(t *testing.T) {
			f := &Folder{Name: "org", Files: map[string][]byte{"good.rego": []byte(outsider("")), "data.yaml": []byte(text)}}
			b, err := load(t, fixture(nil)).Join(f)
			if err == nil && len(fmt.Sprint(b.org)) > 2<<20 {
				t.Errorf("it comes to %d bytes", len(fmt.Sprint(b.org)))
			} else if err != nil && !strings.HasPrefix(err.Error(), "org/data.yaml:") {
				t.Errorf("the error does not name the file: %.200v", err)
			}
		})
		t.Run(name+", as metadata", func(t *testing.T) {
			custom := "#   " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n#   ") + "\n"
			f := &Folder{Name: "org", Files: map[string][]byte{"bad.rego": []byte(outsider(custom))}}
			_, err := load(t, fixture(nil)).Join(f)
			has(t, err, "org/bad.rego")
		})
	}
}

// outsider is a rule from outside, with lines of custom put in.
func outsider(custom string) string {
	return metadata(custom+plainCustom) + "package rackvet.rules.org[\"rule\"]\n\nresults contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []}\n"
}

// FuzzJoin: whatever stands in a rule and in a data file, joining panics nowhere, and
// what it takes has all that is read of a rule.
func FuzzJoin(f *testing.F) {
	f.Add(outsider(""), "number: 3\n")
	f.Add(outsider("#   overrides: good/rule\n#   effective_from: 2030-01-01\n#   replaced_by: good/rule\n#   params: {a: {value: 1, source: x}}\n"), "{}")
	f.Add("package help\n\nx := 1\n", "a: [1, 2]\n")
	f.Add("package rackvet.main\n\nresults := {}\n", "")
	f.Add("package rackvet.fleet.a.b\n", "\x00")
	f.Add(strings.Repeat("[", 1000), strings.Repeat("{a: ", 1000))
	for _, text := range bombs {
		if len(text) > 10_000 {
			continue // which is enough for all of the time
		}
		f.Add(outsider("#   "+strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n#   ")+"\n"), text)
	}
	base, err := Load(fixture(nil))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, rego, data string) {
		b, err := base.Join(&Folder{Name: "org", Files: map[string][]byte{"a/x.rego": []byte(rego), "a/data.yaml": []byte(data)}})
		if err != nil {
			if faults, rest := Faults(err); len(faults)+len(rest) == 0 {
				t.Error("an error of nothing")
			}
			return
		}
		for _, r := range append(b.Outside(), b.Fleet()...) {
			if len(r.Levels) == 0 || r.Title == "" || r.ID != r.Category+"/"+r.Name || len(r.ID) > maxID || r.Messages["pass"] == "" && r.Messages["fail"] == "" && len(r.Messages) == 0 {
				t.Errorf("rule %q lacks something", r.ID)
			}
		}
		if n := len(b.Builtin().Rules()) + len(b.Outside()) + len(b.Fleet()); n < 2 && len(base.Rules()) > 0 {
			t.Errorf("%d rules are left", n)
		}
	})
}
