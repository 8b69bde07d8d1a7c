package finding

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/rackvet/rackvet/internal/source"
)

func TestPathPrints(t *testing.T) {
	for want, p := range map[string]Path{
		"":                                {},
		"memory.dimm[0].size":             {"memory", "dimm", 0, "size"},
		`workload.tasks."my tasks".count`: {"workload", "tasks", "my tasks", "count"},
		`storage."a.b"`:                   {"storage", "a.b"},
		`storage."".size`:                 {"storage", "", "size"},
	} {
		if got := p.String(); got != want {
			t.Errorf("%#v prints as %s, want %s", p, got, want)
		}
	}
}

func TestPathReadsWhatItWrites(t *testing.T) {
	for _, p := range []Path{{}, {"memory", "dimm", 0, "size"}, {"workload", "tasks", "1"}} {
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var got Path
		if err := json.Unmarshal(text, &got); err != nil || !slices.Equal(got, p) {
			t.Errorf("%s reads as %#v, %v", text, got, err)
		}
	}
	for _, text := range []string{`[0.5]`, `[null]`, `[["a"]]`, `"a"`} {
		var got Path
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s reads as %#v", text, got)
		}
	}
}

func TestChildLeavesItsParentAlone(t *testing.T) {
	parent := append(make(Path, 0, 8), "gpu")
	a, b := parent.Child("count"), parent.Child("model")
	if a.String() != "gpu.count" || b.String() != "gpu.model" {
		t.Errorf("the children are %s and %s", a, b)
	}
}

func TestFingerprintSurvivesMovedLines(t *testing.T) {
	r := Result{Rule: "ratio/host-memory", File: "a.hcl", Server: "a", Path: Path{"memory", "capacity"}, Range: source.Range{Start: source.Pos{Line: 3}}}
	moved, other := r, r
	moved.Range.Start.Line, moved.Message = 30, "other words"
	other.Server = "b"
	r.Sign(nil)
	moved.Sign(nil)
	other.Sign(nil)
	if r.Fingerprint != moved.Fingerprint || r.Fingerprint == other.Fingerprint || len(r.Fingerprint) != 32 {
		t.Errorf("fingerprints are %s, %s moved and %s of another server", r.Fingerprint, moved.Fingerprint, other.Fingerprint)
	}
}

func TestSortIsTotal(t *testing.T) {
	a := Result{File: "a.hcl", Rule: "x/a"}
	b := Result{File: "a.hcl", Rule: "x/b"}
	c := Result{File: "a.hcl", Rule: "x/a", Range: source.Range{Start: source.Pos{Byte: 9}}}
	d := Result{File: "b.hcl", Rule: "a/a"}
	got := []Result{d, c, b, a}
	Sort(got)
	if !slices.EqualFunc(got, []Result{a, b, c, d}, func(x, y Result) bool { return Compare(x, y) == 0 }) {
		t.Errorf("the order is %v", got)
	}
}

func TestLevels(t *testing.T) {
	for _, name := range Levels() {
		l, err := ParseLevel(name)
		if err != nil || l.String() != name {
			t.Errorf("%s reads as %v, %v", name, l, err)
		}
		text, err := json.Marshal(l)
		if err != nil || string(text) != `"`+name+`"` {
			t.Errorf("%s encodes as %s, %v", name, text, err)
		}
	}
	if _, err := ParseLevel("fatal"); err == nil {
		t.Error("fatal is taken for a level")
	}
	if _, err := json.Marshal(Level(0)); err == nil {
		t.Error("a forgotten level encodes")
	}
	if !(Result{Outcome: Fail, Level: Error}).Failed(Warning) || (Result{Outcome: Fail, Level: Note}).Failed(Warning) || (Result{Outcome: Undecided, Level: Error}).Failed(Note) {
		t.Error("Failed compares wrongly")
	}
}
