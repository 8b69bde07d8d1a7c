package report

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// review is what a pull request may come to: two servers and a file that can't
// be read, with a result of every sort.
func review(t *testing.T) (Options, []*Server, []Problem) {
	t.Helper()
	f := source.NewFile("../specs/lab.hcl", []byte(lab))
	failed := tooSmall(t, f)
	failed.Fixes = []finding.Fix{fix(finding.Path{"memory", "capacity"}, `"240GB"`, at(t, f, `"128GB"`), `"240GB"`)}
	result := func(rule string, oc finding.Outcome, l finding.Level, text, message string) finding.Result {
		r := finding.Result{Rule: rule, Outcome: oc, Level: l, Message: message, Server: "lab", File: f.Path, Range: at(t, f, text)}
		r.Sign(nil)
		return r
	}
	unknown := result("headroom/gpu-memory", finding.Undecided, finding.Error, "gpu {\n    model = \"nvidia-a100-pcie-40gb\"\n    count = 4\n  }", "gpu memory demand is not known")
	unknown.Help = "Describe the model in a model block."
	signed := result("power/supply", finding.Waived, finding.Error, `server "lab"`, "supplies give 2 kW, 2.4 kW are needed")
	signed.Waiver = &finding.Waiver{Reason: "the rack is fed by two circuits", By: "A. Buyer", Until: "2027-03-31", Ticket: "OPS-12", Range: at(t, f, "cpu {")}
	signed.Waiver.Range.File = ".rackvet.hcl"
	inline := result("power/redundancy", finding.Waived, finding.Warning, `server "lab"`, "no supply is spare")
	inline.Waiver = &finding.Waiver{Reason: "a lab may stop", Range: at(t, f, "cpu {")}
	old := result("bandwidth/pooled-memory", finding.Fail, finding.Warning, "gpu", "4 GPUs are pooled over PCIe")
	old.Baselined = true
	own := finding.Result{Rule: "budget/split", Outcome: finding.Fail, Level: finding.Note, Message: "GPUs take 82 % of the budget", Server: "lab", File: f.Path}
	own.Sign(nil)

	wide := source.NewFile("../specs/büro/a b.hcl", []byte("\xef\xbb\xbfserver \"机架\" {\r\n\tgpu { # 🚀\r\n\t\tcount = 80\r\n\t}\r\n}\r\n"))
	many := finding.Result{Rule: "fit/slots", Outcome: finding.Fail, Level: finding.Warning, Message: "80 GPUs are more than 10 | 8", Server: "机架", File: wide.Path, Range: at(t, wide, "80")}
	many.Sign(nil)
	broken := source.NewFile("../specs/broken.hcl", []byte("server \"x\" {\n  gpu = \n"))
	fault := finding.Result{Rule: finding.RuleSyntax, Outcome: finding.Fail, Level: finding.Error, Message: "an expression is missing", File: broken.Path, Range: at(t, broken, "\n  gpu")}
	fault.Sign(nil)
	again := fault
	again.Message = "a block is not closed"
	folder := finding.Result{Rule: finding.RuleSyntax, Outcome: finding.Fail, Level: finding.Error, Message: "the folder can't be read", File: "../specs/closed", Range: source.Range{File: "../specs/closed"}}
	folder.Sign(nil)
	expired := finding.Result{Rule: "waiver/expired", Outcome: finding.Fail, Level: finding.Error, Message: "the waiver ended on 2026-01-31", File: ".rackvet.hcl", Range: source.Range{File: ".rackvet.hcl", Start: source.Pos{Line: 4, Column: 1}, End: source.Pos{Line: 8, Column: 2}}}
	expired.Sign(nil)

	pass := result("bandwidth/link-unsupported", finding.Pass, finding.Error, "gpu", "pcie is a link that the card can have")
	skipped := result("ratio/host-demand", finding.Skipped, finding.Error, "memory", "no demand is known")
	results := []finding.Result{failed, unknown, signed, inline, old, own, pass, skipped}
	idle := server(f, "pass", pass)
	idle.Name = "idle"
	rack := &Server{Name: "机架", File: wide.Path, Source: wide, Verdict: "pass", Headline: "80 × NVIDIA L4", Results: []finding.Result{many}}
	o := Options{
		ToolVersion: "1.2.3", Effective: "2026-02-01T00:00:00Z",
		Rel: func(file string) string { return strings.TrimPrefix(file, "../") },
		Rules: []Rule{
			{ID: "ratio/host-memory", Title: "Host memory keeps up with GPU memory", Description: "Host RAM over nominal GPU memory.", Help: "# ratio/host-memory\n\n`host / gpu`, see [sources](#sources).\n", Level: finding.Error, Category: "ratio"},
			{ID: "headroom/gpu-memory", Title: "Demand fits into GPU memory", Description: "The worst rank's demand with reserve.", Help: "# headroom/gpu-memory\n", Level: finding.Error, Category: "headroom"},
			{ID: "budget/split", Title: "The budget is split as others split it", Level: finding.Warning, Category: "budget"},
		},
	}
	return o, []*Server{server(f, "fail", results...), idle, rack}, []Problem{{fault, broken}, {again, broken}, {folder, nil}, {expired, nil}}
}

func fix(p finding.Path, value string, at source.Range, text string) finding.Fix {
	return finding.Fix{Path: p, Value: value, Range: &at, Text: text}
}

// hostileText is what a stranger may call a server, write as a reason or have
// repeated in a message.
const hostileText = "\x1b[31m::error::x\u202e\u2066\r\n::warning file=/etc/passwd::y ##[error]z ##vso[task.setvariable]\u009b2J\xff\x00\u200b\U000e0041 ]]> --> </td><script>alert(1)</script> <img src=x onerror=y> `code` | a | b | *c* _d_ [link](https://evil.example) {0} @everyone #1 $x$ \"quoted\" 'single' %0A%25 \\ https://evil.example www.evil.example"

// hostileReview has that text wherever a spec or a config can put it, and a
// megabyte where it can put that.
func hostileReview() (Options, []*Server, []Problem) {
	f := source.NewFile("specs/"+hostileText+".hcl", []byte(hostileText+"\n"+hostileText+"\r\nb"))
	r := finding.Result{Rule: "own/" + hostileText, Outcome: finding.Fail, Level: finding.Error, Message: hostileText, Help: hostileText,
		Server: hostileText, File: f.Path, Range: f.Range(0, 9), Path: finding.Path{hostileText, 0},
		Related: []finding.Related{{Message: hostileText, Range: source.Range{File: hostileText, Start: source.Pos{Line: 1, Column: 1}}}},
		Fixes:   []finding.Fix{fix(finding.Path{hostileText}, hostileText, f.Range(3, 9), hostileText)},
	}
	r.Sign(nil)
	waived, baselined, undecided, huge := r, r, r, r
	waived.Outcome, waived.Waiver = finding.Waived, &finding.Waiver{Reason: hostileText, By: hostileText, Until: hostileText, Ticket: hostileText, Range: source.Range{File: hostileText, Start: source.Pos{Line: 2}}}
	baselined.Baselined = true
	undecided.Outcome = finding.Undecided
	megabyte := strings.Repeat(hostileText[:len(hostileText)-1]+"é", 1<<20/len(hostileText))
	huge.Rule, huge.Message, huge.Help, huge.Server, huge.Fixes = megabyte, megabyte, megabyte, megabyte, nil
	huge.Outcome, huge.Waiver = finding.Waived, &finding.Waiver{Reason: megabyte, By: megabyte, Until: megabyte, Ticket: megabyte}
	// Places that no file has.
	odd, nowhere := r, r
	odd.Range = source.Range{File: f.Path, Start: source.Pos{Line: 99, Column: -4}, End: source.Pos{Line: 3, Column: 0}}
	nowhere.File, nowhere.Range = "", source.Range{}
	s := &Server{Name: hostileText, File: f.Path, Source: f, Verdict: hostileText, Headline: hostileText,
		Results: []finding.Result{r, waived, baselined, undecided, huge, odd, nowhere}}
	bare := &Server{Name: megabyte, File: f.Path, Source: f, Verdict: "pass", Headline: megabyte}
	o := Options{All: true, ToolVersion: hostileText, Effective: hostileText,
		Rules: []Rule{{ID: hostileText, Title: hostileText, Description: hostileText, Help: hostileText, Level: finding.Error, Category: hostileText}, {ID: "empty"}}}
	return o, []*Server{s, bare}, []Problem{{r, f}, {huge, nil}}
}

func TestFormatsAreDeterministic(t *testing.T) {
	o, servers, problems := review(t)
	o.All = true
	for _, name := range Formats() {
		first := write(t, name, o, servers, problems)
		for range 9 {
			if got := write(t, name, o, servers, problems); got != first {
				t.Errorf("%s writes the same report in two ways:\n%s", name, cmp.Diff(first, got))
			}
		}
	}
}

func TestAForgottenLevelIsNoReport(t *testing.T) {
	r := finding.Result{Rule: "x/y", Outcome: finding.Fail, Message: "m", File: "a.hcl"}
	for _, name := range []string{"github", "gitlab", "sarif"} {
		for part, call := range map[string]func(Format) error{
			"server":   func(f Format) error { return f.Server(&Server{Results: []finding.Result{r}}) },
			"problems": func(f Format) error { return f.Problems([]Problem{{Result: r}}) },
		} {
			f, err := New(name, io.Discard, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := call(f); err == nil || !strings.Contains(err.Error(), "level is invalid") {
				t.Errorf("%s of %s gives %v", part, name, err)
			}
		}
	}
}
