// Package stockopa holds rackvet's verdicts against those of OPA as others run it:
// its library and its server, with every built-in that they ship with.
package stockopa

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// program is rackvet, built from this tree.
var program string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "stockopa")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "rackvet.exe")
	build := exec.Command("go", "build", "-o", program, "./cmd/rackvet")
	build.Dir = top
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// top is the repository.
const top = "../.."

// specs are those whose verdicts are compared: those that people copy, those that
// rules pass and fail on, and those that say little.
func specs(t *testing.T) []string {
	t.Helper()
	all := []string{"specs", "internal/stockopa/testdata/sparse"}
	found, err := filepath.Glob(top + "/policies/rackvet/rules/*/*/*.hcl")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		rel, err := filepath.Rel(top, path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rel)
	}
	return all
}

// rackvet runs a command in the repository and gives its output.
func rackvet(t *testing.T, args ...string) []byte {
	t.Helper()
	c := exec.Command(program, args...)
	c.Dir = top
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if code := c.ProcessState.ExitCode(); code != 0 && code != 1 { // 1 is that a spec fails, as many are to
		t.Fatalf("rackvet %q exits with %d: %v\n%s", args, code, err, errs.String())
	}
	return out.Bytes()
}

// setting is a way of judging.
type setting struct {
	name string
	args []string // of lint, bundle and enrich alike
	// rules and fleet are how many at least are to be compared.
	rules, fleet int
}

var settings = []setting{
	{"as rackvet comes", []string{"--no-config"}, 1000, 0},
	{"by another profile", []string{"--no-config", "--profile", "practice"}, 1000, 0},
	{"by rules of an organisation, with a config", []string{"--config", "internal/stockopa/testdata/gate.hcl"}, 1000, 2},
	{"by the rules of specs/organisation", []string{"--config", "specs/organisation/.rackvet.hcl"}, 1000, 1},
}

// asker asks OPA for what stands at a path of its data.
type asker func(t *testing.T, path string, input json.RawMessage) map[string][]result

// compare holds OPA, as start starts it with a bundle, against rackvet lint.
func compare(t *testing.T, start func(t *testing.T, bundle string) asker) {
	for _, s := range settings {
		t.Run(s.name, func(t *testing.T) {
			bundle := filepath.Join(t.TempDir(), "bundle.tar.gz")
			rackvet(t, cat([]string{"policy", "bundle", "--output", bundle}, s.args)...)
			ask := start(t, bundle)
			said := readReport(t, rackvet(t, cat([]string{"lint", "--format", "json", "--no-inline-waivers"}, s.args, specs(t))...))
			inputs, fleet := readInputs(t, rackvet(t, cat([]string{"enrich", "--fleet"}, withoutProfile(s.args), specs(t))...))
			byFleet := ask(t, "rackvet/main/fleet", fleet)
			ofFleet := func(r result) bool { return byFleet[r.Rule] != nil }
			compared, found := 0, ofRules(said.Problems)
			for _, server := range said.Servers {
				// What a rule of the fleet finds stands with its server.
				own := slices.DeleteFunc(slices.Clone(server.Results), ofFleet)
				found = append(found, slices.DeleteFunc(slices.Clone(server.Results), func(r result) bool { return !ofFleet(r) })...)
				input, judged := inputs[server.File+" "+server.Name]
				if !judged {
					continue // it does not fit the schema, and no rule sees it
				}
				compared += len(own)
				same(t, server.File, own, flat(ask(t, "rackvet/main/results", input)))
			}
			if compared < s.rules {
				t.Errorf("only %d results were compared", compared)
			}
			if len(found) < s.fleet {
				t.Errorf("only %d results of rules of a fleet were compared", len(found))
			}
			same(t, "all servers", found, flat(byFleet))
		})
	}
}

// withoutProfile leaves out what enrich has no use for.
func withoutProfile(args []string) []string {
	if len(args) > 2 {
		return args[:1]
	}
	return args
}

func cat(parts ...[]string) []string {
	var all []string
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// readInputs takes the input of a fleet apart, by file and name.
func readInputs(t *testing.T, text []byte) (map[string]json.RawMessage, json.RawMessage) {
	t.Helper()
	var fleet struct {
		Servers []json.RawMessage `json:"servers"`
	}
	if err := json.Unmarshal(text, &fleet); err != nil {
		t.Fatal(err)
	}
	inputs := map[string]json.RawMessage{}
	for _, raw := range fleet.Servers {
		var in struct {
			Server struct{ Name, File string } `json:"server"`
		}
		if err := json.Unmarshal(raw, &in); err != nil {
			t.Fatal(err)
		}
		inputs[in.Server.File+" "+in.Server.Name] = raw
	}
	return inputs, text
}

// readReport reads what rackvet lint says.
func readReport(t *testing.T, text []byte) report {
	t.Helper()
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}
