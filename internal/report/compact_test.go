package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestCompact(t *testing.T) {
	o, servers, problems := review(t)
	all, shown := o, o
	all.All = true
	shown.Show = map[finding.Outcome]bool{finding.Pass: true, finding.Skipped: true}
	colored := o
	colored.Color = true
	for _, test := range []struct {
		name, golden string
		o            Options
	}{
		{"a finding is a line", "compact.txt", o},
		{"waived and baselined ones on request", "compact_all.txt", all},
		{"passed and skipped ones on request", "compact_shown.txt", shown},
		{"colour is on where it is asked for", "compact_color.txt", colored},
	} {
		t.Run(test.name, func(t *testing.T) {
			golden(t, test.golden, write(t, "compact", test.o, servers, problems))
		})
	}
	if got := write(t, "compact", o, []*Server{servers[1]}, nil); got != "" {
		t.Errorf("a server without findings makes %q", got)
	}
}

// compactLine is what editors are told to read.
var compactLine = regexp.MustCompile(`^(?:.+:\d+:\d+: |.+: )?(?:error|warning|note|undecided \(\w+\)|(?:waived|known) \(\w+\)): .* \[.*\]`)

func TestCompactOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	got := write(t, "compact", o, servers, problems)
	checkHarmless(t, got)
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if want := len(servers[0].Results) + len(problems); len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	for _, line := range lines {
		if !compactLine.MatchString(line) || len(line) > 60_000 {
			t.Errorf("%.200q of %d bytes is no line of a finding", line, len(line))
		}
	}
}

func TestWordingSaysWhatIsNoFailure(t *testing.T) {
	waiver := &finding.Waiver{Reason: "two\ncircuits", By: "A. Buyer", Until: "2027-03-31", Ticket: "OPS-12"}
	for _, test := range []struct {
		name     string
		r        finding.Result
		words    string
		severity finding.Level
		marks    bool
		all      bool
	}{
		{"a failure speaks for itself", finding.Result{Outcome: finding.Fail, Level: finding.Error}, "x", finding.Error, true, true},
		{"an error without an answer is a warning", finding.Result{Outcome: finding.Undecided, Level: finding.Error}, "undecided: x", finding.Warning, true, true},
		{"a note without an answer stays one", finding.Result{Outcome: finding.Undecided, Level: finding.Note}, "undecided: x", finding.Note, true, true},
		{"a waived error is a note", finding.Result{Outcome: finding.Waived, Level: finding.Error, Waiver: waiver}, `waived by A. Buyer until 2027-03-31 (OPS-12), because "two\ncircuits": x`, finding.Note, false, true},
		{"a waiver may be lost", finding.Result{Outcome: finding.Waived, Level: finding.Error}, "waived: x", finding.Note, false, true},
		{"a baselined error is a note", finding.Result{Outcome: finding.Fail, Level: finding.Error, Baselined: true}, "in the baseline: x", finding.Note, false, true},
		{"what passed is no mark", finding.Result{Outcome: finding.Pass, Level: finding.Error}, "x", finding.Note, false, false},
		{"what was skipped is no mark", finding.Result{Outcome: finding.Skipped, Level: finding.Error}, "x", finding.Note, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.r.Message, test.r.Range = "x", source.Range{}
			if got := wording(test.r); got != test.words {
				t.Errorf("it says %q, want %q", got, test.words)
			}
			if got := severity(test.r); got != test.severity {
				t.Errorf("it is %v, want %v", got, test.severity)
			}
			if got := (Options{}).marks(test.r); got != test.marks {
				t.Errorf("it is a mark: %v", got)
			}
			if got := (Options{All: true}).marks(test.r); got != test.all {
				t.Errorf("with all it is a mark: %v", got)
			}
		})
	}
}
