package lint

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

func systems(t *testing.T) []system {
	t.Helper()
	data, err := os.ReadFile("testdata/systems.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []system
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 138 {
		t.Fatalf("%d systems, want 138", len(list))
	}
	return list
}

// RACKVET_CORPUS names a folder beside the collection that the systems are from.
func TestSystemsAreThoseOfTheCollection(t *testing.T) {
	root := os.Getenv("RACKVET_CORPUS")
	if root == "" {
		t.Skip("RACKVET_CORPUS names no folder")
	}
	data, err := os.ReadFile(filepath.Join(root, "..", "reference", "systems.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Systems []system }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	mine := systems(t)
	if len(all.Systems) != len(mine) {
		t.Fatalf("%d systems here, %d there", len(mine), len(all.Systems))
	}
	for i, want := range all.Systems {
		got := mine[i]
		if (got.Host == nil) != (want.CPUs != "") {
			t.Errorf("%s: processors are %q there, %v here", want.ID, want.CPUs, got.Host)
		}
		got.Platform, got.Host = "", nil
		if got.Note == "" {
			want.Note = "" // notes are kept for power supplies alone
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v here, %+v there", got, want)
		}
	}
}

// jobs are workloads that every one of these systems carries, if it is sound: none, a
// model of 6 GiB that each GPU serves, and an adapter of that model trained on all.
// The format is fp16, since T4 and V100 have no other of 16 bit.
var jobs = []struct{ name, workload string }{
	{"idle", ""},
	{"serving", `
  workload "inference" "serve" {
    model       = "llama-3.2-3b"
    weights     = "fp16"
    engine      = "vllm"
    max_context = 8192
    concurrency = 4
    gpus        = 1
    instances   = %d
  }
`},
	{"tuning", `
  workload "finetuning" "tune" {
    model           = "llama-3.2-3b"
    method          = "lora"
    precision       = "fp16"
    sequence_length = 1024
    micro_batch     = 1
    recompute       = "full"
    gpus            = %d
  }
`},
}

// strained are the systems that a rule may fail where nothing says that they are what
// their vendor ships, and why. Each was sold or measured as it is.
var strained = map[string]map[string]string{
	// less RAM than GPU memory, and no coherent link to make up for it
	"ratio/host-memory": {
		"aws-g5.xlarge": "16 GiB for a card of 24 GB", "dgx-b300": "2 TB for 8 × 288 GB", "gcp-g2-standard-4": "16 GB for a card of 24 GB",
		"lenovo-sr780a-v3-h200-1tb": "1 TB for 8 × 141 GB", "quanta-d75t-mi325x": "1.5 TB for 8 × 256 GB", "smc-421ge-lcc-h200-1tb": "1 TB for 8 × 141 GB",
		"tinybox-green": "128 GB for 6 × 24 GB", "tinybox-red": "128 GB for 6 × 24 GB",
	},
}

// oftenest is how many of the systems one rule may fire on: one in ten.
const oftenest = 138 / 10

func TestThinSystemsAreListed(t *testing.T) {
	for _, s := range systems(t) {
		if _, listed := strained["ratio/host-memory"][s.ID]; listed != (s.Ratio < 1 && !s.Coherent) {
			t.Errorf("%s: a ratio of %g, coherent %v, listed %v", s.ID, s.Ratio, s.Coherent, listed)
		}
	}
}

// Systems that vendors ship are sound. No rule fails one of them; one that warns does
// so where the system is out of the ordinary, and on few.
func TestSystemsThatVendorsShipAreSound(t *testing.T) {
	list := systems(t)
	var columns []string
	noise := map[string]map[string]int{} // systems by rule and column
	excused := map[string]bool{}
	for _, profile := range []string{"article", "practice"} {
		l := newLinter(t, profile, Options{})
		for _, job := range jobs {
			for _, by := range []string{"platform", "parts"} {
				column := profile + ", by " + by + ", " + job.name
				columns = append(columns, column)
				t.Run(column, func(t *testing.T) {
					for rule, ids := range fired(t, l, list, by == "parts", job.workload, excused) {
						if noise[rule] == nil {
							noise[rule] = map[string]int{}
						}
						noise[rule][column] = len(ids)
					}
				})
			}
		}
	}
	for rule, ids := range strained {
		for id := range ids {
			if !excused[rule+" "+id] {
				t.Errorf("%s does not fail %s: it is no longer strained", id, rule)
			}
		}
	}
	t.Log(table(noise, columns, len(list)))
}

// fired lints the systems, holds what was found to what is sound, and gives the
// systems that each rule fires on. It notes in excused which strained ones failed.
func fired(t *testing.T, l *Linter, list []system, parts bool, workload string, excused map[string]bool) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for id, results := range lintSystems(t, l, list, parts, workload) {
		for _, f := range results {
			rule := f.Rule
			switch {
			case f.Outcome == finding.Undecided:
				rule += " undecided"
			case f.Outcome != finding.Fail:
				continue
			case f.Level == finding.Error && parts && strained[rule][id] != "":
				excused[rule+" "+id] = true
			case f.Level == finding.Error:
				t.Errorf("%s: error: %s  [%s]", id, f.Message, rule)
			case testing.Verbose():
				t.Logf("%s: %s: %s  [%s]", id, f.Level, f.Message, rule)
			}
			if !slices.Contains(found[rule], id) {
				found[rule] = append(found[rule], id)
			}
		}
	}
	for id := range strained["ratio/host-memory"] {
		if slices.Contains(found["ratio/host-memory"], id) != parts {
			t.Errorf("%s: ratio/host-memory fires: %v", id, !parts)
		}
	}
	for rule, ids := range found {
		if len(ids) > oftenest && !strings.HasSuffix(rule, " undecided") {
			slices.Sort(ids)
			t.Errorf("%s fires on %d of %d: %s", rule, len(ids), len(list), strings.Join(ids, ", "))
		}
	}
	return found
}

// lintSystems gives all that was found in each system's spec, by its id.
func lintSystems(t *testing.T, l *Linter, list []system, parts bool, workload string) map[string][]finding.Result {
	t.Helper()
	var files []File
	for _, s := range list {
		files = append(files, File{Path: s.ID + ".hcl", Named: true, Read: func() ([]byte, error) { return []byte(s.spec(parts, workload)), nil }})
	}
	found := map[string][]finding.Result{}
	_, err := l.Run(context.Background(), files, func(r *Result) error {
		all := r.Problems
		for _, s := range r.Servers {
			all = append(all, s.Results...)
		}
		if len(r.Servers) != 1 {
			t.Errorf("%s has %d servers: %v", r.File, len(r.Servers), r.Errors)
		}
		found[strings.TrimSuffix(r.File, ".hcl")] = all
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// table says on how many systems each rule fires or can't decide.
func table(noise map[string]map[string]int, columns []string, of int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "rules that fire on %d shipped systems\n", of)
	for i, c := range columns {
		fmt.Fprintf(&b, "  %2d: %s\n", i+1, c)
	}
	for _, rule := range slices.Sorted(maps.Keys(noise)) {
		fmt.Fprintf(&b, "  %-40s", rule)
		for _, c := range columns {
			fmt.Fprintf(&b, " %4d", noise[rule][c])
		}
		b.WriteByte('\n')
	}
	return b.String()
}
