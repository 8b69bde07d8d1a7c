package cli

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/source"
)

// Whatever GPU or platform of the catalogue a first build is of, it is formatted
// and nothing is found in it.
func TestFirstBuildsAreClean(t *testing.T) {
	known, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	flags := map[string]initFlags{"default.hcl": {gpu: firstGPU, count: firstCount}}
	for _, g := range known.GPUs() {
		for _, n := range []int{1, 2, 4, 8, mostGPUs} {
			flags[fmt.Sprintf("%d-%s.hcl", n, g.ID)] = initFlags{gpu: g.ID, count: n}
		}
	}
	var files []lint.File
	for _, p := range known.Platforms() {
		flags[p.ID+".hcl"] = initFlags{platform: p.ID}
		bare := fmt.Appendf(nil, "server \"example\" {\n  platform = %q\n}\n", p.ID)
		files = append(files, lint.File{Path: "bare/" + p.ID + ".hcl", Named: true, Read: func() ([]byte, error) { return bare, nil }})
	}
	for name, f := range flags {
		b, err := f.build(known)
		if err != nil {
			t.Fatal(err)
		}
		text, err := b.spec()
		if err != nil {
			t.Fatal(err)
		}
		formatted, faults := document.Format(source.NewFile(name, text))
		if len(faults) > 0 || string(formatted) != string(text) {
			t.Errorf("%s is not formatted: %v\n%s", name, faults, text)
		}
		files = append(files, lint.File{Path: name, Named: true, Read: func() ([]byte, error) { return text, nil }})
	}
	j, err := newJudge(t.Context(), Process{}, policyFlags{}, nil, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	// A platform may fail as its vendor ships it. That is nothing that init does.
	shipped := map[string]bool{}
	clean := 0
	_, err = lint.New(known, j.engine, lint.Options{}).Run(t.Context(), files, func(r *lint.Result) error {
		for _, p := range r.Problems {
			t.Errorf("%s: %s: %s", r.File, p.Rule, p.Message)
		}
		for _, s := range r.Servers {
			platform, bare := strings.CutPrefix(r.File, "bare/")
			if s.Verdict == lint.Pass && !bare {
				clean++
			}
			for _, f := range s.Results {
				if f.Outcome != finding.Fail && f.Outcome != finding.Undecided {
					continue
				}
				if f.Rule == "bandwidth/pcie-lanes" && f.Level == finding.Note && strings.HasPrefix(r.File, fmt.Sprint(mostGPUs)) {
					continue // so many cards are behind switches, and how many is the user's to say
				}
				if key := platform + f.Rule + f.Message; bare {
					shipped[key] = true
				} else if !shipped[key] {
					t.Errorf("%s: %s: %s: %s", r.File, f.Outcome, f.Rule, f.Message)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(shipped) > 10 || clean < len(flags)-len(shipped) {
		t.Errorf("%d of %d builds pass, and %d results are of platforms", clean, len(flags), len(shipped))
	}
}

// commented is a line of the config's template that is an example and no prose.
var commented = regexp.MustCompile(`(?m)^#(\S|  )`)

func TestFirstConfigIsSound(t *testing.T) {
	text, err := os.ReadFile("template/config.hcl")
	if err != nil {
		t.Fatal(err)
	}
	j, err := configured(Process{}, policyFlags{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"as it is":              text,
		"with all its examples": commented.ReplaceAll(text, []byte("$1")),
	} {
		t.Run(name, func(t *testing.T) {
			f := source.NewFile(config.Name, text)
			cfg, faults, err := config.Read(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range append(faults, cfg.Check(known(j.all))...) {
				t.Errorf("%d:%d: %s", r.Range.Start.Line, r.Range.Start.Column, r.Message)
			}
			if name == "with all its examples" && (len(cfg.Settings) != 5 || len(cfg.Variables) != 1 || len(cfg.Rules) != 2 || len(cfg.Waivers) != 1) {
				t.Errorf("the examples are %d settings, %d variables, %d rules and %d waivers", len(cfg.Settings), len(cfg.Variables), len(cfg.Rules), len(cfg.Waivers))
			}
			if formatted, _ := document.Format(f); string(formatted) != string(text) {
				t.Errorf("it is not formatted; that were:\n%s", formatted)
			}
		})
	}
}
