package demand_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

var update = flag.Bool("update", false, "rewrite the table of README.md between its accuracy marks")

// classes is the order of the table.
var classes = []string{
	"weights", "KV cache a token", "inference in all", "activations of vLLM", "room that vLLM leaves for the KV cache",
	"model states of training", "activations of training", "pretraining", "full fine-tuning", "LoRA and QLoRA",
	"diffusion", "host memory", "checkpoint on disk", "other programs",
}

// score is how a class of figures was met.
type score struct {
	n, measured, outside       int
	sum, absolute, least, most float64
}

func (s *score) add(off float64, measured bool) {
	if s.n == 0 {
		s.least, s.most = off, off
	}
	s.n++
	if measured {
		s.measured++
	}
	s.sum, s.absolute = s.sum+off, s.absolute+math.Abs(off)
	s.least, s.most = min(s.least, off), max(s.most, off)
}

func (s score) worst() float64 {
	if -s.least > s.most {
		return s.least
	}
	return s.most
}

// row is a line of the table; a class without a figure that was computed has none
// of the errors.
func (s score) row(name string) string {
	if s.n == 0 {
		return fmt.Sprintf("| %s | 0 | | | | | %d |\n", name, s.outside)
	}
	n := float64(s.n)
	return fmt.Sprintf("| %s | %d | %d | %s | %s | %s | %d |\n", name, s.n, s.measured,
		percent(s.sum/n, true), percent(s.absolute/n, false), percent(s.worst(), true), s.outside)
}

func percent(x float64, sign bool) string {
	text := fmt.Sprintf("%.1f %%", math.Abs(100*x))
	switch {
	case !sign || text == "0.0 %":
		return text
	case x < 0:
		return "−" + text
	}
	return "+" + text
}

// accuracy is the table class by class. Figures that a constant comes from or
// that are sums of their own parts prove nothing, and minima no more than that
// what is computed lies below: they have lines of their own.
func accuracy(t *testing.T) string {
	t.Helper()
	scores, floors, regressions := map[string]*score{}, score{}, score{}
	for _, name := range classes {
		scores[name] = &score{}
	}
	for _, c := range casesOf(t) {
		s := scores[c.Class]
		switch {
		case s == nil:
			t.Fatalf("figure %q is of class %q, which the table has no line for", c.ID, c.Class)
		case c.Outside != "":
			s.outside++
		case c.Check == "floor":
			floors.add(c.off(t), c.Measured)
		case c.Check == "formula" || c.Check == "consistency":
			s.add(c.off(t), c.Measured)
		default:
			regressions.add(c.off(t), c.Measured)
		}
	}
	var b strings.Builder
	b.WriteString("| what | figures | measured | mean | mean, absolute | worst | outside |\n|---|---|---|---|---|---|---|\n")
	for _, name := range classes {
		b.WriteString(scores[name].row(name))
	}
	b.WriteString(floors.row("minima, which must lie above"))
	b.WriteString(regressions.row("figures that constants come from"))
	in, all := between(t)
	fmt.Fprintf(&b, "\nOf %d measured totals %d lie between the low and the high end of what rackvet computes.\n", all, in)
	return b.String()
}

const begin, end = "<!-- accuracy -->\n", "<!-- /accuracy -->"

// What README.md says of the accuracy is what the figures say.
func TestAccuracyOfTheReadme(t *testing.T) {
	table := accuracy(t)
	t.Logf("\n%s", table)
	const file = "../../README.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, opened := strings.Cut(string(text), begin)
	shown, after, closed := strings.Cut(rest, end)
	if !opened || !closed {
		t.Fatalf("README.md lacks the marks %q and %q", begin, end)
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+table+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if shown != table {
		t.Errorf("README.md is stale, run go test ./internal/demand -run Accuracy -update; it shows\n%s", shown)
	}
}

// A change of the model that makes a class worse is to be seen: the mean error,
// absolute, of each stays below what it was, with room for a figure or two.
func TestClassesKeepTheirBands(t *testing.T) {
	bands := map[string]float64{
		"weights": 0.01, "KV cache a token": 0.005, "inference in all": 0.02, "activations of vLLM": 0.12,
		"model states of training": 0.03, "activations of training": 0.03, "pretraining": 0.06, "full fine-tuning": 0.15,
		"LoRA and QLoRA": 0.12, "diffusion": 0.10, "host memory": 0.02, "checkpoint on disk": 0.04,
	}
	scores := map[string]*score{}
	for _, c := range casesOf(t) {
		if c.Outside == "" && (c.Check == "formula" || c.Check == "consistency") {
			if scores[c.Class] == nil {
				scores[c.Class] = &score{}
			}
			scores[c.Class].add(c.off(t), c.Measured)
		}
	}
	for class, band := range bands {
		if s := scores[class]; s == nil {
			t.Errorf("no figure of class %q is computed", class)
		} else if mean := s.absolute / float64(s.n); mean > band {
			t.Errorf("%s is off by %.1f %% in the mean, more than %.1f %%", class, 100*mean, 100*band)
		}
	}
	for class := range scores {
		if bands[class] == 0 {
			t.Errorf("class %q has no band", class)
		}
	}
}

// between says how many measured totals lie between the low and high end of
// their demand.
func between(t *testing.T) (in, all int) {
	t.Helper()
	for _, c := range casesOf(t) {
		beside := map[string]func(demand.Memory) float64{
			"total": func(demand.Memory) float64 { return 0 }, "without_context": func(demand.Memory) float64 { return 0.7 * gib },
			"allocated": func(m demand.Memory) float64 { return m.Reserve },
		}[c.What]
		if c.Outside != "" || !c.Measured || beside == nil || c.Check == "floor" {
			continue
		}
		m := c.result(t, c.GPUs).GPU
		got := c.Bytes - c.Less + beside(m)
		all++
		if m.Low <= got && got <= m.High {
			in++
			continue
		}
		t.Logf("%s: %.4g is not between %.4g and %.4g", c.ID, got, m.Low, m.High)
	}
	return in, all
}

// The low and high end are worth something if what was measured lies between.
func TestMeasuredTotalsLieBetweenLowAndHigh(t *testing.T) {
	if in, all := between(t); all < 20 || 10*in < 9*all {
		t.Errorf("%d of %d measured totals lie between the low and high end", in, all)
	}
}
