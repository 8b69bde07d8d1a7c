package report

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestMarkdown(t *testing.T) {
	o, servers, problems := review(t)
	demand := sampleDemand()
	servers[0].Demand, servers[1].Demand = demand.Workloads, demand.Workloads[:1]
	golden(t, "markdown.md", write(t, "markdown", o, servers, problems))
	quiet := *servers[1]
	quiet.Demand = nil
	golden(t, "markdown_clean.md", write(t, "markdown", Options{}, []*Server{servers[1], &quiet}, nil))
	open := finding.Result{Rule: "headroom/gpu-memory", Outcome: finding.Undecided, Level: finding.Error, Message: "demand is not known", Server: "lab"}
	undecided := server(source.NewFile("a.hcl", nil), "undecided", open)
	if got := write(t, "markdown", Options{}, []*Server{undecided}, nil); !strings.Contains(got, "no answer") || !strings.HasPrefix(got, MarkdownTag+"\n") {
		t.Errorf("an undecided server makes\n%s", got)
	}
}

func TestMarkdownOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	evil := MemoryDemand{Components: []ComponentDemand{{Part{hostileText, 1}, hostileText}}, Bytes: 1, Room: 2, Confidence: "estimate"}
	missing := MemoryDemand{Confidence: "unknown", Missing: "```\n</details>" + hostileText}
	servers[0].Demand = []WorkloadDemand{{Title: hostileText, Layout: "````" + hostileText, GPU: evil, Host: missing}}
	servers[0].Results[0].Evidence = []finding.Evidence{{Name: hostileText, Value: hostileText, Formula: hostileText}, {Name: "x", Text: hostileText}}
	got := write(t, "markdown", o, servers, problems)
	checkHarmless(t, got)
	golden(t, "markdown_hostile.md", got)
	if n := utf8.RuneCountInString(got); n > markdownLimit {
		t.Errorf("%d characters", n)
	}
	if strings.Count(got, MarkdownTag) != 1 {
		t.Error("the tag is not there once")
	}
}

// crowd is so many failing servers with so many errors each.
func crowd(servers, findings int) []*Server {
	f := source.NewFile("a.hcl", []byte(lab))
	var out []*Server
	for i := range servers {
		s := &Server{Name: fmt.Sprintf("s%d", i), File: f.Path, Source: f, Verdict: "fail"}
		for j := range findings {
			s.Results = append(s.Results, finding.Result{Rule: "a/b", Outcome: finding.Fail, Level: finding.Error, Server: s.Name, File: f.Path,
				Message: fmt.Sprintf("finding %d: %s", j, strings.Repeat("words ", 10)), Help: "Do *this*."})
		}
		out = append(out, s)
	}
	return out
}

var (
	shownRow  = regexp.MustCompile(`(?m)^\| \*\*error\*\* \|.* \|$`)
	cutCounts = regexp.MustCompile(`Not shown: (?:([\d,]+) servers?)?(?: and )?(?:([\d,]+) findings?)?`)
	leftOut   = regexp.MustCompile(`Left out: ([\d,]+) findings, ([\d,]+) servers`)
	moreCount = regexp.MustCompile(`(?m)^and (\d+) more`)
)

// sum adds up the group of all matches.
func sum(text string, re *regexp.Regexp, group int) int {
	total := 0
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(strings.ReplaceAll(m[group], ",", ""))
		total += n
	}
	return total
}

func TestMarkdownIsCutWhole(t *testing.T) {
	for _, test := range []struct {
		name              string
		servers, findings int
		cut               bool
	}{
		{"a few servers are there in full", 4, 10, false},
		{"of many findings of a server there are the worst", 1, 500, false},
		{"of many servers there are the first", 3000, 1, true},
		{"of many servers with many findings there are some", 400, 60, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := write(t, "markdown", Options{ToolVersion: "1.2.3"}, crowd(test.servers, test.findings), nil)
			if n := utf8.RuneCountInString(got); n > markdownLimit || test.cut && n < markdownLimit-2*markdownCutRoom {
				t.Errorf("%d characters", n)
			}
			if cut := strings.Contains(got, "The report is cut here"); cut != test.cut {
				t.Errorf("cut: %v, want %v", cut, test.cut)
			}
			if !strings.HasSuffix(got, "\n<sub>rackvet 1.2.3</sub>\n") {
				t.Errorf("it ends in %q", got[len(got)-100:])
			}
			servers := strings.Count(got, "\n### fail: ") + sum(got, cutCounts, 1)
			findings := len(shownRow.FindAllString(got, -1)) + sum(got, cutCounts, 2) + sum(got, moreCount, 1)
			if servers != test.servers || findings != test.servers*test.findings {
				t.Errorf("of %d servers and %d findings it shows and counts %d and %d", test.servers, test.servers*test.findings, servers, findings)
			}
			if strings.Count(got, "<details>") != strings.Count(got, "</details>") {
				t.Error("something folded up is not closed")
			}
		})
	}
}

func TestMarkdownKeepsNoMoreThanFits(t *testing.T) {
	f := newMarkdown(&strings.Builder{}, Options{}).(*markdownFormat)
	for _, s := range crowd(2000, 20) {
		if err := f.Server(s); err != nil {
			t.Fatal(err)
		}
	}
	for rank, part := range f.parts {
		total := 0
		for _, b := range part.blocks {
			total += utf8.RuneCountInString(b.text)
		}
		if total > markdownLimit {
			t.Errorf("part %d keeps %d characters", rank, total)
		}
	}
}

func TestMarkdownShowsTheWorstFirst(t *testing.T) {
	f := source.NewFile("a.hcl", []byte(lab))
	make := func(name, verdict string, outcome finding.Outcome, levels ...finding.Level) *Server {
		s := &Server{Name: name, File: f.Path, Source: f, Verdict: verdict}
		for _, l := range levels {
			s.Results = append(s.Results, finding.Result{Rule: "a/b", Outcome: outcome, Level: l, Message: name + "-" + l.String(), Server: name, File: f.Path})
		}
		return s
	}
	mixed := make("mixed", "fail", finding.Fail, finding.Note, finding.Warning, finding.Error)
	mixed.Results = append(mixed.Results, make("open", "", finding.Undecided, finding.Error).Results...)
	got := write(t, "markdown", Options{}, []*Server{
		make("clean", "pass", finding.Pass, finding.Error), make("warned", "pass", finding.Fail, finding.Warning),
		make("unsure", "undecided", finding.Undecided, finding.Error), mixed,
	}, []Problem{{fault(f, source.Range{}, "problem-x"), f}})
	at := -1
	for _, word := range []string{"problem-x", "mixed-error", "open-error", "mixed-warning", "mixed-note", "unsure-error", "warned-warning", "<code>clean</code>"} {
		next := strings.Index(got, word)
		if next < at || next < 0 {
			t.Errorf("%s is at %d, behind what stands at %d, in\n%s", word, next, at, got)
		}
		at = next
	}
}

func TestMarkdownCountsWhatItLeavesOut(t *testing.T) {
	f := source.NewFile("a.hcl", []byte(lab))
	known := crowd(1, markdownRows+7)[0]
	for i := range known.Results {
		known.Results[i].Baselined = true
	}
	known.Verdict = "pass"
	for range markdownWorkloads + 3 {
		known.Demand = append(known.Demand, sampleDemand().Workloads[1])
	}
	idle := server(f, "pass")
	idle.Demand = []WorkloadDemand{{Title: "of which nothing was asked"}}
	got := write(t, "markdown", Options{}, []*Server{known, idle}, nil)
	for _, want := range []string{"57 findings in the baseline", "\nand 7 more, which", "\nand 3 more workloads, which"} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if strings.Contains(got, "nothing was asked") {
		t.Errorf("it draws what nobody asked for:\n%s", got)
	}
	for l, want := range map[loss]string{
		{1, 0, 0}: "Not shown: details.", {2, 1, 0}: "Not shown: 1 finding.", {3, 2, 1}: "Not shown: 1 server and 2 findings.",
	} {
		if got := markdownCut(l); !strings.Contains(got, want) || len(got) > markdownCutRoom {
			t.Errorf("%v is told as %q", l, got)
		}
	}
}
