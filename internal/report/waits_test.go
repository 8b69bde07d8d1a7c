package report

import (
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func named(rule string, outcome finding.Outcome, level finding.Level, path, unresolved finding.Path) finding.Result {
	return finding.Result{Rule: rule, Outcome: outcome, Level: level, Message: "what " + rule + " says", Help: "Mend it.",
		Server: "a", File: "a.hcl", Path: path, Unresolved: unresolved}
}

// What waits for a name that is not known is told once, with the complaint about
// the name, as long as somebody is to read that.
func TestWhatWaitsIsToldOnce(t *testing.T) {
	gpu, memory := finding.Path{"gpu", "model"}, finding.Path{"memory", "capacity"}
	unknown := named("part/unknown", finding.Fail, finding.Error, gpu, nil)
	waived, known, mild := unknown, unknown, unknown
	waived.Outcome, known.Baselined, mild.Level = finding.Waived, true, finding.Warning
	ratio := named("ratio/host-memory", finding.Undecided, finding.Error, memory, gpu)
	excess := named("ratio/host-memory-excess", finding.Undecided, finding.Note, gpu, gpu)
	other := named("headroom/gpu-memory", finding.Undecided, finding.Error, gpu, nil)
	for name, c := range map[string]struct {
		results []finding.Result
		shown   string // rules
		help    string // of the first
	}{
		"nothing waits":  {[]finding.Result{unknown, other}, "part/unknown headroom/gpu-memory", "Mend it."},
		"one waits":      {[]finding.Result{unknown, ratio, other}, "part/unknown headroom/gpu-memory", "Mend it. 1 check is undecided until then: ratio/host-memory."},
		"several wait":   {[]finding.Result{unknown, excess, ratio, ratio}, "part/unknown", "Mend it. 3 checks are undecided until then: ratio/host-memory, ratio/host-memory-excess."},
		"it is waived":   {[]finding.Result{waived, ratio}, "part/unknown ratio/host-memory", "Mend it."},
		"it is recorded": {[]finding.Result{known, ratio}, "part/unknown ratio/host-memory", "Mend it."},
		"it weighs less": {[]finding.Result{mild, ratio, excess}, "part/unknown ratio/host-memory", "Mend it. 1 check is undecided until then: ratio/host-memory-excess."},
		"it is not told": {[]finding.Result{ratio, excess}, "ratio/host-memory ratio/host-memory-excess", "Mend it."},
	} {
		var rules []string
		shown := withoutWaiting(c.results)
		for _, r := range shown {
			rules = append(rules, r.Rule)
		}
		if got := strings.Join(rules, " "); got != c.shown || shown[0].Help != c.help {
			t.Errorf("%s: %s with %q, want %s with %q", name, got, shown[0].Help, c.shown, c.help)
		}
		if c.results[0].Help != "Mend it." {
			t.Errorf("%s: the results themselves have changed", name)
		}
	}
}

// Formats for people tell it once, those for programs have every result.
func TestFormatsTellOnceWhatWaits(t *testing.T) {
	gpu := finding.Path{"gpu", "model"}
	s := server(source.NewFile("a.hcl", []byte("server \"a\" {}\n")), "fail", named("part/unknown", finding.Fail, finding.Error, gpu, nil), named("ratio/host-memory", finding.Undecided, finding.Error, gpu, gpu))
	for _, format := range []string{"text", "markdown", "github", "github-summary"} {
		if out := write(t, format, Options{}, []*Server{s}, nil); strings.Contains(out, "what ratio/host-memory says") || !strings.Contains(out, "undecided until then: ratio") {
			t.Errorf("%s:\n%s", format, out)
		}
	}
	for _, format := range []string{"json", "jsonl", "sarif", "compact", "rdjson", "gitlab", "checkstyle", "junit"} {
		if out := write(t, format, Options{}, []*Server{s}, nil); !strings.Contains(out, "what ratio/host-memory says") {
			t.Errorf("%s:\n%s", format, out)
		}
	}
}
