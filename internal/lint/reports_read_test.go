package lint

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

const reportsDir = "../../policies/testdata/reports"

// indexed is a public report about a build, as index.json lists it.
type indexed struct{ ID, Kind, Confidence, Source string }

// report is one that is a spec, with what its header says.
type report struct {
	indexed
	path    string
	expects []expectation
	// beyond are what the report expects and no rule is about.
	beyond []string
}

// expectation is that one of several rules fires on a server, or that a rule does
// not. Level is the least that counts.
type expectation struct {
	server string // every server where empty
	any    []ruleAt
	not    bool
}

type ruleAt struct {
	rule  string
	level finding.Level
}

// rules names what is expected to fire, without levels.
func (e expectation) rules() string {
	var ids []string
	for _, r := range e.any {
		ids = append(ids, r.rule)
	}
	return strings.Join(ids, " | ")
}

func (e expectation) String() string {
	text := e.rules()
	if l := e.any[0].level; l != finding.Note {
		text += " (" + l.String() + ")"
	}
	if e.not {
		text = "not " + text
	}
	return text
}

var (
	headerLine = regexp.MustCompile(`^# (Report|Summary|Confidence|Profile|Fires|Fires not|Not modelled|Assumed)(?: on ([a-z0-9-]+))?: (.+)$`)
	ruleWords  = regexp.MustCompile(`^([a-z]+/[a-z0-9-]+)(?: \((note|warning|error)\))?$`)
)

// readReport reads the header of a report's spec and holds it against the index.
func readReport(t *testing.T, in indexed) report {
	t.Helper()
	r := report{indexed: in, path: filepath.Join(reportsDir, strings.ToLower(in.ID)+".hcl")}
	text, err := os.ReadFile(r.path)
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(text), "\n\n")
	said := map[string]string{}
	for line := range strings.SplitSeq(header, "\n") {
		m := headerLine.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("%s: a header has no such line: %s", r.path, line)
		}
		switch word, server := m[1], m[2]; word {
		case "Fires", "Fires not":
			r.expects = append(r.expects, readExpectations(t, r.path, server, m[3], word == "Fires not")...)
		case "Not modelled":
			r.beyond = append(r.beyond, strings.Split(m[3], ", ")...)
		case "Assumed":
		default:
			said[word] = m[3]
		}
	}
	for word, want := range map[string]string{"Report": in.Source, "Confidence": in.Confidence, "Profile": "practice"} {
		if said[word] != want {
			t.Errorf("%s: %s is %q, want %q", r.path, word, said[word], want)
		}
	}
	if said["Summary"] == "" || len(r.expects) == 0 {
		t.Errorf("%s: the header lacks a summary, or expects nothing", r.path)
	}
	return r
}

func readExpectations(t *testing.T, path, server, text string, not bool) []expectation {
	t.Helper()
	var out []expectation
	for one := range strings.SplitSeq(text, ", ") {
		e := expectation{server: server, not: not}
		for rule := range strings.SplitSeq(one, " | ") {
			m := ruleWords.FindStringSubmatch(rule)
			if m == nil {
				t.Fatalf("%s: %q is no rule with a level", path, rule)
			}
			at := ruleAt{rule: m[1], level: finding.Note}
			if m[2] != "" {
				at.level, _ = finding.ParseLevel(m[2])
			}
			e.any = append(e.any, at)
		}
		if not && len(e.any) != 1 {
			t.Fatalf("%s: %q: what must not fire is one rule", path, one)
		}
		out = append(out, e)
	}
	return out
}

func readReportsFile(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// reports are those of the index that are specs, in its order.
func reports(t *testing.T) (index []indexed, specs []report, leftOut map[string]string) {
	t.Helper()
	readReportsFile(t, filepath.Join(reportsDir, "index.json"), &index)
	readReportsFile(t, filepath.Join(reportsDir, "left_out.json"), &leftOut)
	for _, in := range index {
		if leftOut[in.ID] == "" {
			specs = append(specs, readReport(t, in))
		}
	}
	return index, specs, leftOut
}

// Every report of the index is a spec or has a reason why not, and nothing else is there.
func TestReportsAreSpecsOrLeftOut(t *testing.T) {
	index, specs, leftOut := reports(t)
	files, err := filepath.Glob(filepath.Join(reportsDir, "*.hcl"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d specs: %v", len(files), err)
	}
	for _, f := range files {
		if !slices.ContainsFunc(specs, func(r report) bool { return r.path == f }) {
			t.Errorf("%s: the index has no such report, or it is left out too", f)
		}
	}
	for id, reason := range leftOut {
		if reason == "" || !slices.ContainsFunc(index, func(in indexed) bool { return in.ID == id }) {
			t.Errorf("%s is left out: %q; the index has no such report, or the reason is missing", id, reason)
		}
	}
	if !slices.IsSortedFunc(index, func(a, b indexed) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the index is not sorted by id")
	}
}

// meant are the rules that a report's own words for what it expects stand for.
var meant = map[string][]string{
	"gpu_mem":       {"headroom/gpu-memory", "headroom/kv-cache"},
	"host_ram":      {"ratio/host-memory", "ratio/host-demand", "ratio/host-memory-excess"},
	"tp_pcie":       {"bandwidth/pooled-memory"},
	"interconnect":  {"bandwidth/pooled-memory"},
	"lanes":         {"bandwidth/pcie-lanes"},
	"nic":           {"bandwidth/network-per-gpu"},
	"mem_channels":  {"bandwidth/memory-channels"},
	"power":         {"power/supply", "power/unknown-limit"},
	"n_plus_1":      {"headroom/task-reserve"},
	"budget":        {"budget/split"},
	"tp_not_needed": {"fit/tensor-too-wide"},
	"dtype_support": {"fit/precision"},
}

// RACKVET_CORPUS names a folder beside the collection that the reports are from: the
// index is that collection's, and each spec expects all that its report does.
func TestReportsAreThoseOfTheCollection(t *testing.T) {
	root := os.Getenv("RACKVET_CORPUS")
	if root == "" {
		t.Skip("RACKVET_CORPUS names no folder")
	}
	var all []struct {
		indexed
		Expected struct {
			Fire    []string
			NotFire []string `json:"not_fire"`
		} `json:"expected_finding"`
	}
	readReportsFile(t, filepath.Join(root, "..", "reference", "reports.json"), &all)
	index, specs, _ := reports(t)
	there := 0
	for _, one := range all {
		if one.Kind == "tooling" { // about other programs, not about builds
			continue
		}
		there++
		if !slices.Contains(index, one.indexed) {
			t.Errorf("%s: the index has no %+v", one.ID, one.indexed)
		}
		i := slices.IndexFunc(specs, func(r report) bool { return r.ID == one.ID })
		if i < 0 {
			continue
		}
		for not, names := range map[bool][]string{false: one.Expected.Fire, true: one.Expected.NotFire} {
			for _, name := range names {
				word, _, _ := strings.Cut(name, " ")
				if !specs[i].covers(word, not) {
					t.Errorf("%s: the spec does not say whether %s", specs[i].path, fmt.Sprintf("%q fires: %v", name, !not))
				}
			}
		}
	}
	if there != len(index) {
		t.Errorf("%d reports there, %d in the index", there, len(index))
	}
}

// covers says whether one of the rules that a word means is expected to fire, or not to.
func (r report) covers(word string, not bool) bool {
	if slices.Contains(r.beyond, word) {
		return true
	}
	return slices.ContainsFunc(r.expects, func(e expectation) bool {
		return e.not == not && slices.ContainsFunc(e.any, func(at ruleAt) bool { return slices.Contains(meant[word], at.rule) })
	})
}
