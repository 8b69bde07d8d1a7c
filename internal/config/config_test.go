package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rackvet/rackvet/internal/source"
)

func TestFindStaysInTheRepository(t *testing.T) {
	top := t.TempDir()
	inner := filepath.Join(top, "repo", "a", "b")
	if err := os.MkdirAll(filepath.Join(top, "repo", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(dir string) string {
		name := filepath.Join(dir, Name)
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	find := func(dir, want string) {
		t.Helper()
		if got, err := Find(dir); err != nil || got != want {
			t.Errorf("from %s it finds %q, %v; want %q", dir, got, err, want)
		}
	}
	outside := write(top)
	find(inner, "")
	find(top, outside)
	root := write(filepath.Join(top, "repo"))
	find(inner, root)
	near := write(inner)
	find(inner, near)
	find(filepath.Dir(inner), root)
}

func TestExcluder(t *testing.T) {
	excluded, err := Excluder([]string{"legacy/**", "*.old.hcl", "specs/[ab].hcl", "./here.hcl"}, "")
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]bool{
		"legacy/a.hcl": true, "legacy/x/a.hcl": true, "specs/legacy/a.hcl": false, "a.old.hcl": true, "x/y/a.old.hcl": true,
		"specs/a.hcl": true, "specs/c.hcl": false, "here.hcl": true, "specs/here.hcl": false,
	} {
		if excluded(file) != want {
			t.Errorf("%s is excluded: %v", file, !want)
		}
	}
	if _, err := Excluder([]string{"a[", "b["}, ""); err == nil {
		t.Error("globs that can't be read are taken")
	}
}

// FuzzRead: no config may panic or hang, and what is taken is whole.
func FuzzRead(f *testing.F) {
	f.Add("profile = \"strict\"\nrule \"a/b\" {\n  level = \"note\"\n  params = { x = 1 }\n}\nwaiver \"a/b\" {\n  reason = \"x\"\n  until = \"2027-03-31\"\n}\n")
	f.Add("variables = { a = 1, b = true, c = \"x\" }\nexclude = [\"**\"]\n")
	f.Add("waiver \"a\" {}\nrule {}\npolicies = 1")
	f.Fuzz(func(t *testing.T, text string) {
		c, faults, err := Read(source.NewFile(Name, []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if len(faults) > 0 {
			return
		}
		for _, w := range c.Waivers {
			if w.Reason == "" {
				t.Errorf("a waiver without a reason is taken from %q", text)
			}
		}
		c.Check(Known{Rules: map[string][]string{"a/b": {"x"}}})
	})
}
