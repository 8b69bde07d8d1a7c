package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// write gives what the format makes of the servers and problems, with the
// summary that belongs to them.
func write(t *testing.T, format string, o Options, servers []*Server, problems []Problem) string {
	t.Helper()
	var out bytes.Buffer
	f, err := New(format, &out, o)
	if err != nil {
		t.Fatal(err)
	}
	sum := finding.Summary{Verdict: "pass"}
	files := map[string]bool{}
	for _, s := range servers {
		if err := f.Server(s); err != nil {
			t.Fatal(err)
		}
		sum.Servers++
		sum.Count(s.Results...)
		files[s.File] = true
		if s.Verdict != "pass" {
			sum.Verdict = s.Verdict
		}
	}
	if err := f.Problems(problems); err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		sum.Count(p.Result)
		files[p.Result.File] = true
		sum.Verdict = "fail"
	}
	sum.Files = len(files)
	if err := f.Close(sum); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func server(f *source.File, verdict string, rs ...finding.Result) *Server {
	return &Server{Name: "lab", File: f.Path, Source: f, Verdict: verdict,
		Headline: "4 × NVIDIA A100 PCIe 40GB, 128 GiB of memory", Results: rs}
}

func TestText(t *testing.T) {
	f := source.NewFile("specs/lab.hcl", []byte(lab))
	undecided := finding.Result{Rule: "headroom/gpu-memory", Outcome: finding.Undecided, Level: finding.Error,
		Message: "gpu memory demand is not known: the model is not in the catalogue", Server: "lab", File: f.Path,
		Range: at(t, f, "model"), Help: "Describe the model in a model block."}
	skipped := finding.Result{Rule: "budget/split", Outcome: finding.Skipped, Level: finding.Warning,
		Message: "there is no budget block", Server: "lab", File: f.Path, Range: at(t, f, `server "lab"`)}
	pass := finding.Result{Rule: "bandwidth/link-unsupported", Outcome: finding.Pass, Level: finding.Error,
		Message: "pcie is a link that nvidia-a100-pcie-40gb can have", Server: "lab", File: f.Path, Range: at(t, f, "gpu")}
	waived := tooSmall(t, f)
	waived.Outcome, waived.Evidence, waived.Related = finding.Waived, nil, nil
	warning := tooSmall(t, f)
	warning.Level, warning.Evidence, warning.Related, warning.Help = finding.Warning, nil, nil, ""
	reference := fault(f, at(t, f, `"amd-epyc-7543"`), "nothing describes this")
	reference.Range = source.Range{}
	all := []finding.Result{pass, skipped, undecided, waived, warning}
	duplicate := fault(f, at(t, f, "gpu {\n    model = \"nvidia-a100-pcie-40gb\"\n    count = 4\n  }"), "the gpu block is written twice")
	duplicate.Related = []finding.Related{{Message: "first defined here", Range: at(t, f, "memory {")}}
	chatty := tooSmall(t, f)
	chatty.Help = strings.Repeat("Fit more memory, or take GPUs with less of it. ", 4)
	wide := source.NewFile("specs/wide.hcl", []byte("server \"机架\" {\r\n\tgpu { # 🚀 e\u0301\tx = 80GB\r\n\t}\r\n"))
	unquoted := fault(wide, at(t, wide, "80GB"), "80GB is no expression")
	chinese := fault(wide, at(t, wide, "\"机架\""), "the cpu block is missing")
	latin := fault(f, source.Range{}, "the file is not UTF-8")
	latin.Server = ""

	for _, test := range []struct {
		name     string
		golden   string
		o        Options
		servers  []*Server
		problems []Problem
	}{
		{"a failing result shows line, evidence, related place and help", "fail", Options{}, []*Server{server(f, "fail", tooSmall(t, f))}, nil},
		{"undecided and waived show, passed and skipped do not", "default_outcomes", Options{}, []*Server{server(f, "undecided", all...)}, nil},
		{"passed and skipped show on request", "all_outcomes", Options{Show: map[finding.Outcome]bool{finding.Pass: true, finding.Skipped: true}}, []*Server{server(f, "undecided", all...)}, nil},
		{"servers without a complaint take a line each", "quiet_servers", Options{}, []*Server{server(f, "pass", pass, skipped), server(f, "pass", pass)}, nil},
		{"a range over lines is underlined to the end of its first", "many_lines", Options{}, []*Server{server(f, "fail", duplicate)}, nil},
		{"the caret stands under what is meant behind tabs, CJK, emoji and CRLF", "wide_characters", Options{}, []*Server{server(wide, "fail", chinese, unquoted)}, nil},
		{"a result without a range names its file only", "no_range", Options{}, []*Server{server(f, "fail", reference)}, nil},
		{"a range past the end of the file shows no line", "past_end", Options{}, []*Server{server(f, "fail", fault(f, source.Range{File: f.Path, Start: source.Pos{Line: 99, Column: 4}, End: source.Pos{Line: 99, Column: 5}}, "a block is missing"))}, nil},
		{"problems come after the servers, with or without a source", "problems", Options{}, []*Server{server(f, "pass")}, []Problem{{latin, nil}, {fault(f, at(t, f, "cpu"), "a comma is missing"), f}}},
		{"nothing at all has a summary", "zero_servers", Options{}, nil, nil},
		{"prose is wrapped to a known width", "width_60", Options{Width: 60}, []*Server{server(f, "fail", chatty)}, nil},
		{"colour is on where it is asked for", "color", Options{Color: true, Show: map[finding.Outcome]bool{finding.Pass: true, finding.Skipped: true}}, []*Server{server(f, "fail", all...)}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := write(t, "text", test.o, test.servers, test.problems)
			golden(t, test.golden+".txt", got)
			if colored := strings.Contains(got, "\x1b"); colored != test.o.Color {
				t.Errorf("colour = %v, want %v", colored, test.o.Color)
			}
		})
	}
}

func TestTextOfHostileSpec(t *testing.T) {
	hostile := "\x1b[31m::error::x\u202e\u2066\r\n::warning::y ##[error]z ##vso[task.setvariable]\u009b2J\xff\u200b\U000e0041"
	f := source.NewFile("specs/"+hostile+".hcl", []byte("::error::\x1b]0;x\a\u202e ##[group]x\r\nb"))
	r := finding.Result{Rule: "own/" + hostile, Outcome: finding.Fail, Level: finding.Error, Message: hostile, Help: hostile,
		Server: hostile, File: f.Path, Range: f.Range(0, 9),
		Evidence: []finding.Evidence{{Name: hostile, Value: hostile, Formula: hostile}, {Name: "x", Text: hostile}},
		Related:  []finding.Related{{Message: hostile, Range: source.Range{File: hostile, Start: source.Pos{Line: 1, Column: 1}}}, {Message: hostile}},
	}
	s := &Server{Name: hostile, File: f.Path, Source: f, Verdict: hostile, Headline: hostile, Results: []finding.Result{r}}
	for _, width := range []int{0, 40} {
		got := write(t, "text", Options{Width: width}, []*Server{s}, []Problem{{r, f}})
		checkHarmless(t, got)
		if width == 0 {
			golden(t, "hostile.txt", got)
		}
	}
	checkHarmless(t, write(t, "json", Options{ToolVersion: hostile}, []*Server{s}, []Problem{{r, f}}))
}

// checkHarmless fails if output holds anything that Escape is there to stop.
func checkHarmless(t *testing.T, output string) {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimSuffix(output, "\n"), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
			t.Errorf("%q is a command to a CI system", line)
		}
		for _, r := range line {
			if hostile(r) {
				t.Errorf("%q holds %U", line, r)
			}
		}
	}
}
