package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/policies"
)

// newLinter judges by the built-in rules.
func newLinter(t testing.TB, profile string, o Options) *Linter {
	t.Helper()
	c, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	if bundle, err = bundle.WithProfile(profile); err != nil {
		t.Fatal(err)
	}
	e, err := policy.NewEngine(bundle, policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(c, e, o)
}

// onDisk is a file as Run wants it.
func onDisk(path string) File {
	return File{Path: filepath.ToSlash(path), Named: true, Read: func() ([]byte, error) { return os.ReadFile(path) }}
}

// results lints one file and gives all that was found in it.
func results(t testing.TB, l *Linter, path string) (*Result, []finding.Result) {
	t.Helper()
	return lintFile(t, l, onDisk(path))
}

func lintFile(t testing.TB, l *Linter, file File) (*Result, []finding.Result) {
	t.Helper()
	var got *Result
	var all []finding.Result
	_, err := l.Run(context.Background(), []File{file}, func(r *Result) error {
		got = r
		all = append(all, r.Problems...)
		for _, s := range r.Servers {
			all = append(all, s.Results...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got, all
}

// want is an expectation, on the line before the one it is about.
var want = regexp.MustCompile(`^\s*# want "(.*)"$`)

// missing are the rules about facts that others then lack.
var missing = regexp.MustCompile(`^(part/.*|power/unknown-limit|budget/missing)$`)

// Each rule fires on its fail.hcl, at the lines behind those that say so and in
// their words, and nothing fires besides; on its pass.hcl nothing fires at all.
func TestRulesFireOnTheirExamples(t *testing.T) {
	folders, err := filepath.Glob("../../policies/rackvet/rules/*/*")
	if err != nil || len(folders) < 6 {
		t.Fatalf("the rules' folders: %v, %v", folders, err)
	}
	l := newLinter(t, "", Options{})
	for _, dir := range folders {
		id := filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir)
		t.Run(id+" fails", func(t *testing.T) {
			r, all := results(t, l, filepath.Join(dir, "fail.hcl"))
			wants := map[int]*regexp.Regexp{}
			for n := 1; n < 1000; n++ {
				if m := want.FindStringSubmatch(r.Source.Line(n)); m != nil {
					wants[n+1] = regexp.MustCompile("^" + m[1] + "$")
				}
			}
			if len(wants) == 0 {
				t.Fatal("fail.hcl wants nothing")
			}
			fired := false
			for _, f := range all {
				line := f.Range.Start.Line
				switch {
				case f.Outcome != finding.Fail && f.Outcome != finding.Undecided:
				case wants[line] != nil && wants[line].MatchString(f.Message):
					fired = fired || f.Rule == id
					delete(wants, line)
				case f.Rule != id && f.Outcome == finding.Undecided && missing.MatchString(id):
					// what is not known can't be judged
				case f.Rule != id:
					t.Errorf("line %d: %s fires as well: %s", line, f.Rule, f.Message)
				default:
					t.Errorf("line %d: not wanted there: %s", line, f.Message)
				}
			}
			if !fired {
				t.Error("what is wanted comes from other rules alone")
			}
			for line, w := range wants {
				t.Errorf("line %d: nothing says %s", line, w)
			}
		})
		t.Run(id+" passes", func(t *testing.T) {
			_, all := results(t, l, filepath.Join(dir, "pass.hcl"))
			passed := false
			for _, f := range all {
				if f.Outcome == finding.Fail || f.Outcome == finding.Undecided {
					t.Errorf("line %d: %s: %s", f.Range.Start.Line, f.Rule, f.Message)
				}
				passed = passed || f.Rule == id && f.Outcome == finding.Pass
			}
			if !passed {
				t.Errorf("%s does not pass there: %s", id, fmt.Sprint(all))
			}
		})
	}
}
