package catalog

import (
	"encoding/json"
	"encoding/xml"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// corpus gives a folder of RACKVET_CORPUS, a collection of what real machines say
// of themselves.
func corpus(t *testing.T, folder string) string {
	t.Helper()
	root := os.Getenv("RACKVET_CORPUS")
	if root == "" {
		t.Skip("RACKVET_CORPUS names no folder")
	}
	return filepath.Join(root, folder)
}

// namesIn counts what the files of a folder write for a field.
func namesIn(t *testing.T, pattern, field string) map[string]int {
	t.Helper()
	names := map[string]int{}
	for _, file := range matching(t, pattern) {
		var system map[string]any
		readJSON(t, file, &system)
		name, _ := system[field].(string)
		names[name]++
	}
	return names
}

func matching(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file is %s: %v", pattern, err)
	}
	return files
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// tally is how many names, and files that write them, came out in which way.
type tally struct {
	placed, ambiguous, gaps             int
	filesPlaced, filesAmbiguous, noGPUs int
}

func (c tally) rate() float64 {
	return float64(c.placed+c.ambiguous) / float64(c.placed+c.ambiguous+c.gaps)
}

// place holds each name to be placed, ambiguous, or in the table of those that
// can't be, whose reasons begin "none" (no such part is named), "other" (it is no
// part of a GPU server), "slice" (it is a share of a GPU), or "gap" (the catalogue
// lacks it).
func place[T any](t *testing.T, names map[string]int, unplaced map[string]string, lookUp func(string) Match[T]) tally {
	t.Helper()
	var c tally
	for _, name := range slices.Sorted(maps.Keys(names)) {
		reason, listed := unplaced[name]
		m := lookUp(name)
		switch {
		case listed && (m.Entry != nil || m.Candidates != nil):
			t.Errorf("%q is placed, though testdata/unplaced.json lists it", name)
		case m.Entry != nil:
			c.placed++
			c.filesPlaced += names[name]
		case m.Candidates != nil:
			c.ambiguous++
			c.filesAmbiguous += names[name]
		case !listed:
			t.Errorf("%q is placed nowhere, and testdata/unplaced.json gives no reason (suggestions %q)", name, m.Suggestions)
		case strings.HasPrefix(reason, "gap"):
			c.gaps++
		default:
			c.noGPUs++
		}
	}
	return c
}

func unplacedNames(t *testing.T) map[string]map[string]string {
	t.Helper()
	var unplaced map[string]map[string]string
	readJSON(t, "testdata/unplaced.json", &unplaced)
	return unplaced
}

func TestReasonsOfUnplacedNamesAreOfAKind(t *testing.T) {
	for kind, names := range unplacedNames(t) {
		for name, reason := range names {
			kindOf, _, _ := strings.Cut(reason, ":")
			if !slices.Contains([]string{"none", "other", "slice", "gap"}, kindOf) {
				t.Errorf("%s %q: the reason %q is of no kind", kind, name, reason)
			}
		}
	}
}

// Names are those of MLPerf's descriptions of measured systems, from the first
// rounds on.
func TestNamesOfMeasuredSystemsArePlaced(t *testing.T) {
	pattern := filepath.Join(corpus(t, "mlperf"), "*.json")
	c, unplaced := load(t), unplacedNames(t)
	gpus := place(t, namesIn(t, pattern, "accelerator_model_name"), unplaced["gpu"], c.GPU)
	cpus := place(t, namesIn(t, pattern, "host_processor_model_name"), unplaced["cpu"], c.CPU)
	t.Logf("GPUs: %.1f %%: %+v", 100*gpus.rate(), gpus)
	t.Logf("CPUs: %.1f %%: %+v", 100*cpus.rate(), cpus)
	if gpus.rate() < 0.95 || gpus.placed < 60 {
		t.Errorf("%.1f %% of the GPUs' names are placed or ambiguous, want 95 %%: %+v", 100*gpus.rate(), gpus)
	}
	if cpus.rate() < 0.9 || cpus.placed < 100 {
		t.Errorf("%.1f %% of the processors' names are placed or ambiguous, want 90 %%: %+v", 100*cpus.rate(), cpus)
	}
}

// smiLog is the part of "nvidia-smi -q -x" that says what a GPU is.
type smiLog struct {
	GPUs []struct {
		Name   string `xml:"product_name"`
		MIG    string `xml:"mig_mode>current_mig"`
		Memory string `xml:"fb_memory_usage>total"`
	} `xml:"gpu"`
}

func TestDriversShowWhatTheCatalogueSays(t *testing.T) {
	c, unplaced := load(t), unplacedNames(t)
	for _, file := range matching(t, filepath.Join(corpus(t, "inventory/nvidia_smi_xml"), "*.xml")) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var log smiLog
		if err := xml.Unmarshal(data, &log); err != nil || len(log.GPUs) == 0 {
			t.Fatalf("%s: %d GPUs, %v", file, len(log.GPUs), err)
		}
		for _, g := range log.GPUs {
			if unplaced["gpu"][g.Name] != "" {
				place(t, map[string]int{g.Name: 1}, unplaced["gpu"], c.GPU)
			} else if g.MIG != "Enabled" { // else the total is that of the slices
				shows(t, c, g.Name, g.Memory)
			}
		}
	}
	for _, file := range matching(t, filepath.Join(corpus(t, "inventory/bmm_hardware_info"), "gb200*_info.json")) {
		var info struct {
			GPUs []struct {
				Name   string `json:"name"`
				Memory string `json:"total_memory"`
			} `json:"gpus"`
		}
		readJSON(t, file, &info)
		for _, g := range info.GPUs {
			shows(t, c, g.Name, g.Memory)
		}
	}
}

// shows holds what a driver says of a GPU's memory to within 1 % of the catalogue.
func shows(t *testing.T, c *Catalog, name, memory string) {
	t.Helper()
	mib, err := strconv.ParseFloat(strings.TrimSuffix(memory, " MiB"), 64)
	if err != nil {
		t.Fatal(err)
	}
	entry := c.GPU(name).Entry
	if entry == nil {
		t.Errorf("%q is not one GPU", name)
	} else if off := mib*(1<<20)/entry.ReportedMemory - 1; math.Abs(off) > 0.01 {
		t.Errorf("%s: the driver shows %.0f MiB, %.1f %% off the catalogue's", entry.ID, mib, 100*off)
	}
}

func TestProcessorsOfInventoriesArePlaced(t *testing.T) {
	c, unplaced := load(t), unplacedNames(t)
	names := map[string]int{}
	for _, file := range matching(t, filepath.Join(corpus(t, "inventory/lshw"), "*.json")) {
		var tree any
		readJSON(t, file, &tree)
		socketsOf(tree, names)
	}
	for _, file := range matching(t, filepath.Join(corpus(t, "inventory/bmm_hardware_info"), "*_info.json")) {
		var info any
		readJSON(t, file, &info)
		fields, _ := info.(map[string]any)
		list, _ := fields["cpu_info"].([]any)
		for _, e := range list {
			if name, ok := e.(map[string]any)["model"].(string); ok {
				names[name]++
			}
		}
	}
	if got := place(t, names, unplaced["cpu"], c.CPU); got.placed < 3 {
		t.Errorf("%d processors are placed, want 3 or more, of %q", got.placed, slices.Sorted(maps.Keys(names)))
	}
}

// socketsOf collects the names of processors that hold a socket in lshw's tree.
func socketsOf(node any, names map[string]int) {
	switch n := node.(type) {
	case []any:
		for _, child := range n {
			socketsOf(child, names)
		}
	case map[string]any:
		if name, ok := n["product"].(string); ok && n["description"] == "CPU" {
			names[name]++
		}
		socketsOf(n["children"], names)
	}
}
