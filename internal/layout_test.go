// Package internal holds the test of how the packages hang together.
package internal

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/rackvet/rackvet/"

// layers is which package may import which: only those of a lower layer, and
// of its own only where allowed says so.
var layers = map[string]int{
	"schema": 0, "schema/catalog": 0, "policies": 0,
	"internal/units": 0, "internal/source": 0, "internal/suggest": 0,
	"internal/finding": 1, "internal/document": 2, "internal/catalog": 1, "internal/hfconfig": 0,
	"internal/git": 1, "internal/baseline": 2, "internal/waive": 2,
	"internal/validate": 3, "internal/demand": 3, "internal/enrich": 4, "internal/policy": 3, "internal/config": 4, "internal/sandbox": 4, "internal/gate": 2,
	"internal/lint": 5, "internal/report": 5, "internal/page": 5,
	"internal/diff": 6,
	"internal/cli":  7,
	"cmd/rackvet":   8,
}

// forbidden are the imports that the layers would allow, with the reason.
var forbidden = map[[2]string]string{
	{"internal/enrich", "internal/validate"}: "the stages meet in lint alone",
	{"internal/enrich", "internal/policy"}:   "the stages meet in lint alone",
	{"internal/report", "internal/policy"}:   "a format sees results, no engine",
	{"internal/report", "internal/validate"}: "a format sees results, no engine",
	{"internal/report", "internal/enrich"}:   "a format gets what it writes handed to it",
	{"internal/report", "internal/document"}: "a format sees results, no engine",
	{"internal/demand", "internal/document"}: "the demand model is pure: numbers in, numbers out",
}

// engines are the libraries that one package each wraps, so that the others
// never see their words or types.
var engines = map[string][]string{
	"github.com/hashicorp/hcl/v2":                {"internal/document"},
	"github.com/zclconf/go-cty":                  {"internal/document"},
	"cuelang.org/go":                             {"internal/validate"},
	"github.com/open-policy-agent/opa":           {"internal/policy"},
	"github.com/fatih/color":                     {"internal/report"},
	"github.com/spf13/cobra":                     {"internal/cli"},
	"github.com/spf13/pflag":                     {"internal/cli"},
	"net/http":                                   {},
	"github.com/rogpeppe/go-internal/diff":       {"internal/cli"},
	"github.com/rogpeppe/go-internal/testscript": {},
	"github.com/google/go-cmp":                   {},
}

func TestImportsFollowTheDesign(t *testing.T) {
	for name, imports := range packages(t) {
		if strings.HasPrefix(name, "internal/gen/") || name == "internal/bench" || name == "internal/stockopa" || name == "internal" {
			continue // these run at the desk, not in rackvet
		}
		layer, known := layers[name]
		if !known {
			t.Errorf("%s is in no layer: say in this test what it may import", name)
			continue
		}
		for _, path := range imports {
			if inner, ok := strings.CutPrefix(path, module); ok {
				if layers[inner] >= layer {
					t.Errorf("%s (layer %d) imports %s (layer %d): imports go down only", name, layer, inner, layers[inner])
				}
				if why, no := forbidden[[2]string{name, inner}]; no {
					t.Errorf("%s imports %s: %s", name, inner, why)
				}
				continue
			}
			for engine, wrappers := range engines {
				if (path == engine || strings.HasPrefix(path, engine+"/")) && !slices.Contains(wrappers, name) {
					t.Errorf("%s imports %s, which only %v may", name, path, wrappers)
				}
			}
		}
	}
}

// packages asks the go command which package imports what, tests left out.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string][]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimPrefix(p.ImportPath, module)] = p.Imports
	}
	if len(all) < 10 {
		t.Fatalf("go list shows only %d packages", len(all))
	}
	return all
}
