package hfconfig_test

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/hfconfig"
)

// expectation is a line of testdata/corpus.tsv.
type expectation struct {
	kind       string
	parameters float64
	plus       string // of a count; half a unit of the last place of a rounded one
	text       string
}

func expectations(t *testing.T) map[string]expectation {
	t.Helper()
	data, err := os.ReadFile("testdata/corpus.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]expectation{}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 5 {
			t.Fatalf("%q has %d columns", line, len(f))
		}
		n, _ := strconv.ParseFloat(f[2], 64)
		if (f[1] == "count" || f[1] == "rounded" || f[1] == "differs") != (n > 0) || f[4] == "" {
			t.Fatalf("%q: parameters or text are missing", line)
		}
		list[f[0]] = expectation{f[1], n, f[3], f[4]}
	}
	return list
}

// reading is what the importer and the catalogue make of a file.
type reading struct {
	model *catalog.Model
	lacks []string // what the notes or the error say is missing
}

func read(t *testing.T, text []byte) reading {
	t.Helper()
	fields, notes, err := hfconfig.Parse(text)
	if err != nil {
		return reading{lacks: []string{err.Error()}}
	}
	m, err := catalog.DecodeModel("file", fields)
	if err != nil {
		t.Fatal(err)
	}
	r := reading{model: m}
	for _, n := range notes {
		if n.Missing {
			r.lacks = append(r.lacks, n.Text)
		}
	}
	return r
}

// extra is what a published count has that a model's own has not.
func extra(t *testing.T, m *catalog.Model, plus string) float64 {
	t.Helper()
	if plus == "" {
		return 0
	}
	mtp, ok := m.CountMTP()
	if !ok || mtp == 0 {
		t.Errorf("no layers that predict further tokens")
	}
	if plus == "mtp+embeddings" {
		mtp += 2 * float64(m.VocabSize) * float64(m.HiddenSize)
	}
	return mtp
}

// Every file of the collection gives either a model whose parameters are the
// published ones, or says what is missing.
func TestTheCollection(t *testing.T) {
	root := os.Getenv("RACKVET_CORPUS")
	if root == "" {
		t.Skip("RACKVET_CORPUS names no folder")
	}
	files, err := filepath.Glob(filepath.Join(root, "hf_configs", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	want, tally := expectations(t), map[string]int{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			e, ok := want[name]
			delete(want, name)
			if !ok {
				t.Fatal("no expectation in testdata/corpus.tsv")
			}
			result := judge(t, read(t, text), e)
			tally[result]++
			t.Log(result)
		})
	}
	for name := range want {
		t.Errorf("%s: expected and not there", name)
	}
	for _, kind := range []string{"exact", "within 0.5 %", "as rounded", "states what is missing", "another model than its name says", "nothing published"} {
		t.Logf("%3d %s", tally[kind], kind)
	}
}

// judge compares a reading with what is expected, and puts the result in words.
func judge(t *testing.T, r reading, e expectation) string {
	t.Helper()
	if e.kind == "missing" {
		if !strings.Contains(strings.Join(r.lacks, "\n"), e.text) {
			t.Errorf("it says %q, want %q", r.lacks, e.text)
		}
		return "states what is missing"
	}
	if r.model == nil || len(r.lacks) > 0 {
		t.Fatalf("it lacks %q", r.lacks)
	}
	counted, ok := r.model.CountParameters()
	if !ok || counted <= 0 {
		t.Fatal("no count")
	}
	switch e.kind {
	case "none":
		return "nothing published"
	case "differs":
		if math.Abs(counted/e.parameters-1) <= 0.005 {
			t.Errorf("%.0f parameters are as published after all", counted)
		}
		return "another model than its name says"
	case "rounded":
		half, err := strconv.ParseFloat(e.plus, 64)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(counted-e.parameters) > half {
			t.Errorf("%.0f parameters are not %g as the %s rounds them", counted, e.parameters, e.text)
		}
		return "as rounded"
	}
	counted += extra(t, r.model, e.plus)
	off := counted/e.parameters - 1
	t.Logf("%.0f parameters, published %.0f (%+.4f %%), %s", counted, e.parameters, 100*off, e.text)
	if math.Abs(off) > 0.005 {
		t.Errorf("%.0f parameters, published %.0f (%+.2f %%)", counted, e.parameters, 100*off)
	}
	if off == 0 {
		return "exact"
	}
	return "within 0.5 %"
}
