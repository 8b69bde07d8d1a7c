package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/report"
)

const gib = 1 << 30

// build is the input of a node with so many GPUs of 40 GiB.
func build(gpus int, change ...func(*enrich.Input)) *enrich.Input {
	in := &enrich.Input{}
	in.Server.Nodes = 1
	in.GPU = enrich.GPU{ID: "a100", Count: gpus, MemoryBytes: 40 * gib, UsableBytes: 39 * gib, TDPWatts: 250}
	in.CPU = enrich.CPU{Written: "epyc", Sockets: 2, TDPWatts: 280}
	in.Memory.CapacityBytes = 256 * gib
	in.Totals.GPUMemoryBytes, in.Totals.HostMemoryBytes = float64(gpus)*40*gib, 256*gib
	ratio := in.Totals.HostMemoryBytes / in.Totals.GPUMemoryBytes
	in.Totals.HostToGPURatio = &ratio
	for _, f := range change {
		f(in)
	}
	return in
}

func one(name, file string, in *enrich.Input, results ...finding.Result) Server {
	return NewServer(name, file, "pass", in, results)
}

// told is what a diff says of its servers, in its order.
func told(d report.Diff) []string {
	var all []string
	for _, s := range d.Servers {
		text := fmt.Sprintf("%s %s in %s", s.State, s.Name, s.File)
		if s.BaseFile != "" {
			text += " was " + s.BaseFile
		}
		all = append(all, text)
	}
	return all
}

func TestServersAreMatchedByName(t *testing.T) {
	small, large := build(4), build(8)
	for name, tt := range map[string]struct {
		base, head []Server
		want       []string
	}{
		"the same are not told of": {[]Server{one("a", "x", small)}, []Server{one("a", "x", small)}, nil},
		"a file is renamed":        {[]Server{one("a", "x", small)}, []Server{one("a", "y", small)}, []string{"moved a in y was x"}},
		"a file is split in two": {
			[]Server{one("a", "x", small), one("b", "x", large)}, []Server{one("a", "y", small), one("b", "z", large)},
			[]string{"moved a in y was x", "moved b in z was x"}},
		"a server is renamed":       {[]Server{one("a", "x", small)}, []Server{one("b", "x", small)}, []string{"added b in x", "removed a in x"}},
		"one moves and changes":     {[]Server{one("a", "x", small)}, []Server{one("a", "y", large)}, []string{"changed a in y was x"}},
		"of two in a file one goes": {[]Server{one("a", "x", small), one("b", "x", large)}, []Server{one("b", "x", large)}, []string{"removed a in x"}},
		"of two with one name the one in the same file is meant": {
			[]Server{one("a", "x", small), one("a", "y", large)}, []Server{one("a", "y", large), one("a", "z", small)},
			[]string{"moved a in z was x"}},
		"of two that moved the same builds belong together": {
			[]Server{one("a", "old/x", small), one("a", "old/y", large)}, []Server{one("a", "new/1", large), one("a", "new/2", small)},
			[]string{"moved a in new/1 was old/y", "moved a in new/2 was old/x"}},
		"of two that moved and changed the files' names tell": {
			[]Server{one("a", "old/x", small), one("a", "old/y", small)}, []Server{one("a", "new/y", large), one("a", "new/z", large)},
			[]string{"changed a in new/y was old/y", "changed a in new/z was old/x"}},
		"of two with one name one goes": {
			[]Server{one("a", "x", small), one("a", "y", small)}, []Server{one("a", "y", small)}, []string{"removed a in x"}},
		"of two in one file, which is a fault, neither is lost": {
			[]Server{one("a", "x", small), one("a", "x", large)}, []Server{one("a", "x", small)}, []string{"removed a in x"}},
		"all go":   {[]Server{one("a", "x", small)}, nil, []string{"removed a in x"}},
		"all come": {nil, []Server{one("b", "x", small), one("a", "x", small)}, []string{"added a in x", "added b in x"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := Compare(Side{Servers: tt.base}, Side{Servers: tt.head})
			if diff := cmp.Diff(tt.want, told(d)); diff != "" {
				t.Errorf("it tells (-want +got):\n%s", diff)
			}
			s := d.Summary
			if n := s.Changed + s.Moved + s.Added + s.Removed + s.Unclear; n != len(tt.want) {
				t.Errorf("it counts %d: %+v", n, s)
			}
			if gone, come := len(tt.base)-s.Removed, len(tt.head)-s.Added; gone != come || gone != s.Unchanged+s.Changed+s.Moved {
				t.Errorf("the counts don't add up: %+v", s)
			}
		})
	}
}

func TestABrokenFileIsNoLoss(t *testing.T) {
	broken := Problem{"dir/x", finding.Result{Rule: finding.RuleSyntax, Outcome: finding.Fail, Level: finding.Error, Message: "no brace"}}
	folder := broken
	folder.File = "dir"
	whole := Side{Servers: []Server{one("a", "dir/x", build(4)), one("b", "other/x", build(4))}}
	for name, tt := range map[string]struct {
		problem Problem
		want    []string
	}{
		"a file that can't be read":   {broken, []string{"unclear a in dir/x", "removed b in other/x"}},
		"a folder that can't be read": {folder, []string{"unclear a in dir/x", "removed b in other/x"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := Compare(whole, Side{Problems: []Problem{tt.problem}})
			if diff := cmp.Diff(tt.want, told(d)); diff != "" {
				t.Errorf("it tells (-want +got):\n%s", diff)
			}
			if !d.Summary.Worse || d.Servers[0].Unjudged != "head" || len(d.Problems) != 1 {
				t.Errorf("it does not say what got worse: %+v", d)
			}
			for _, f := range d.Totals {
				if f.Name == "gpus" && (*f.Base != 4 || f.Unknown != 1) {
					t.Errorf("the totals are of %v GPUs, with %d servers not known", *f.Base, f.Unknown)
				}
			}
			back := Compare(Side{Problems: []Problem{tt.problem}}, whole)
			if back.Summary.Worse || back.Servers[0].State != report.DiffUnclear || back.Servers[0].Unjudged != "base" {
				t.Errorf("the other way round it is %+v", back.Servers[0])
			}
		})
	}
}

func TestASpecThatDoesNotFitTheSchema(t *testing.T) {
	rule := result("a/b", finding.Pass, finding.Error, 0.5)
	fault := result(finding.RuleSchema, finding.Fail, finding.Error)
	fit, unfit := one("a", "x", build(4), rule), one("a", "x", nil, fault)
	d := Compare(Side{Servers: []Server{fit}}, Side{Servers: []Server{unfit}})
	s := d.Servers[0]
	if s.State != report.DiffChanged || s.Unjudged != "head" || !d.Summary.Worse || len(s.Results) != 1 || s.Results[0].Change != report.DiffNew || s.Figures != nil {
		t.Errorf("it tells %+v", s)
	}
	d = Compare(Side{Servers: []Server{unfit}}, Side{Servers: []Server{fit}})
	if s = d.Servers[0]; s.Unjudged != "base" || d.Summary.Worse || len(s.Results) != 1 || s.Results[0].Change != report.DiffResolved {
		t.Errorf("the other way round it tells %+v", s)
	}
	if d = Compare(Side{Servers: []Server{unfit}}, Side{Servers: []Server{unfit}}); len(d.Servers) > 0 || d.Summary.Worse {
		t.Errorf("of one that fits on neither side it tells %+v", d.Servers)
	}
	if d = Compare(Side{}, Side{Servers: []Server{unfit}}); d.Servers[0].State != report.DiffAdded || !d.Summary.Worse {
		t.Errorf("of a new one it tells %+v", d.Servers[0])
	}
}

func TestProblemsThatStayAreNoNews(t *testing.T) {
	problem := func(file, message string) Problem {
		return Problem{file, finding.Result{Rule: finding.RuleSyntax, Outcome: finding.Fail, Level: finding.Error, Message: message}}
	}
	d := Compare(Side{Problems: []Problem{problem("x", "old"), problem("x", "stays")}}, Side{Problems: []Problem{problem("x", "stays"), problem("y", "stays")}})
	var got []string
	for _, p := range d.Problems {
		r := p.Head
		if r == nil {
			r = p.Base
		}
		got = append(got, string(p.Change)+" "+r.Message)
	}
	if text := strings.Join(got, ", "); text != "new stays, resolved old" || d.Summary.UnchangedProblems != 1 || !d.Summary.Worse {
		t.Errorf("it tells %s; %+v", text, d.Summary)
	}
}
