package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

// named are the names of a spec that the catalogue is asked for.
var named = map[string]*regexp.Regexp{
	"gpu.model": regexp.MustCompile(`(\n  gpu \{\n(?:    [^}\n]*\n)*?    model +=) *"[^"]*"`),
	"model":     regexp.MustCompile(`(\n  workload "(?:training|finetuning|inference|diffusion)" "[^"]*" \{\n(?:    [^}\n]*\n)*?    model +=) *"[^"]*"`),
}

// What one name that is not known leaves undecided says that it waits for that name,
// so that a report has one complaint for one mistake.
func TestWhatIsUndecidedForANameSaysSo(t *testing.T) {
	paths, err := filepath.Glob("../../policies/rackvet/rules/*/*/pass.hcl")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../../specs/*.hcl")
	if err != nil {
		t.Fatal(err)
	}
	l := newLinter(t, "", Options{})
	waits := map[string]int{}
	for _, path := range append(paths, more...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		type place struct{ server, rule, path string }
		before := map[place]bool{}
		_, was := lintFile(t, l, inMemory("a.hcl", string(text)))
		for _, r := range was {
			before[place{r.Server, r.Rule, r.Path.String()}] = r.Outcome == finding.Undecided
		}
		for name, written := range named {
			_, is := lintFile(t, l, inMemory("a.hcl", written.ReplaceAllString(string(text), `$1 "nobody-knows-it"`)))
			for _, r := range is {
				if r.Outcome != finding.Undecided || before[place{r.Server, r.Rule, r.Path.String()}] {
					continue
				}
				if len(r.Unresolved) == 0 {
					t.Errorf("%s without its %s: %s %s: %s, and waits for nothing", path, name, r.Rule, r.Path, r.Message)
					continue
				}
				waits[name]++
			}
		}
	}
	for name := range named {
		if waits[name] < 20 {
			t.Errorf("for want of %s %d results wait", name, waits[name])
		}
	}
}
