package diff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/report"
)

// result is one of a rule with a margin, if it has one.
func result(rule string, o finding.Outcome, l finding.Level, margin ...float64) finding.Result {
	r := finding.Result{Rule: rule, Outcome: o, Level: l, Path: finding.Path{"gpu"}}
	if len(margin) > 0 {
		r.Margin = &margin[0]
	}
	if o == finding.Waived {
		r.Waiver = &finding.Waiver{Reason: "so"}
	}
	return r
}

func TestWhatBecomesOfAResult(t *testing.T) {
	pass := func(m ...float64) *finding.Result {
		r := result("a/b", finding.Pass, finding.Error, m...)
		return &r
	}
	fail := func(l finding.Level, m ...float64) *finding.Result {
		r := result("a/b", finding.Fail, l, m...)
		return &r
	}
	undecided, waived, skipped := result("a/b", finding.Undecided, finding.Error), result("a/b", finding.Waived, finding.Error, -0.5), result("a/b", finding.Skipped, finding.Error)
	for name, tt := range map[string]struct {
		base, head *finding.Result
		want       report.DiffChange
		worse      bool
	}{
		"a failure that was a pass is new":               {pass(0.1), fail(finding.Error, -0.1), report.DiffNew, true},
		"a failure that was not judged is new":           {&skipped, fail(finding.Note), report.DiffNew, true},
		"a failure of what was not there is new":         {nil, fail(finding.Warning), report.DiffNew, true},
		"a failure that was signed for is new":           {&waived, fail(finding.Error, -0.5), report.DiffNew, true},
		"what can't be told any more is new":             {pass(), &undecided, report.DiffNew, true},
		"a higher level is worse":                        {fail(finding.Note, -0.1), fail(finding.Error, -0.1), report.DiffWorse, true},
		"a higher level is worse, though nearer":         {fail(finding.Note, -0.9), fail(finding.Error, -0.1), report.DiffWorse, true},
		"farther from the limit is worse":                {fail(finding.Error, -0.1), fail(finding.Error, -0.2), report.DiffWorse, true},
		"failed is worse than not known":                 {&undecided, fail(finding.Error), report.DiffWorse, true},
		"not known is better than failed":                {fail(finding.Error), &undecided, report.DiffBetter, false},
		"a lower level is better":                        {fail(finding.Error), fail(finding.Warning), report.DiffBetter, false},
		"nearer to the limit is better":                  {fail(finding.Error, -0.2), fail(finding.Error, -0.1), report.DiffBetter, false},
		"a failure that stays is no news":                {fail(finding.Error, -0.2), fail(finding.Error, -0.2), "", false},
		"what shows in no digit is no news":              {fail(finding.Error, -0.2), fail(finding.Error, -0.2004), "", false},
		"without margins a failure stays":                {fail(finding.Error), fail(finding.Error, -0.2), "", false},
		"a failure that passes is resolved":              {fail(finding.Error), pass(), report.DiffResolved, false},
		"what was signed for and passes is resolved":     {&waived, pass(), report.DiffResolved, false},
		"a failure that is signed for is waived":         {fail(finding.Error, -0.5), &waived, report.DiffWaived, false},
		"what fails and is signed for at once is waived": {pass(), &waived, report.DiffWaived, false},
		"what was and is signed for is no news":          {&waived, &waived, "", false},
		"a failure that is not judged is dropped":        {fail(finding.Error), &skipped, report.DiffDropped, false},
		"a failure that is not there is dropped":         {fail(finding.Error), nil, report.DiffDropped, false},
		"a waived one that is not there is dropped":      {&waived, nil, report.DiffDropped, false},
		"a pass that is not judged has lapsed":           {pass(), &skipped, report.DiffLapsed, false},
		"a pass of what is not there is no news":         {pass(), nil, "", false},
		"a pass with less room is tighter":               {pass(0.5), pass(0.1), report.DiffTighter, false},
		"a pass with more room is looser":                {pass(0.1), pass(0.5), report.DiffLooser, false},
		"a new pass is no news":                          {nil, pass(0.5), "", false},
		"what is skipped as before is no news":           {&skipped, &skipped, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			got := change(tt.base, tt.head)
			if got != tt.want {
				t.Errorf("it is %q, want %q", got, tt.want)
			}
			if worse := worsened(report.DiffResult{Change: got, Base: tt.base, Head: tt.head}); worse != tt.worse {
				t.Errorf("it counts as worse: %v, want %v", worse, tt.worse)
			}
		})
	}
}

// What is worse in one direction is better in the other, and nothing is both.
func TestChangesHaveAnOtherSide(t *testing.T) {
	var all []*finding.Result
	for _, o := range []finding.Outcome{finding.Pass, finding.Fail, finding.Undecided} {
		for _, l := range []finding.Level{finding.Note, finding.Warning, finding.Error} {
			for _, m := range []float64{-0.5, 0, 0.5} {
				r := result("a/b", o, l, m)
				all = append(all, &r)
			}
		}
	}
	opposite := map[report.DiffChange]report.DiffChange{
		"": "", report.DiffNew: report.DiffResolved, report.DiffResolved: report.DiffNew, report.DiffWorse: report.DiffBetter, report.DiffBetter: report.DiffWorse,
		report.DiffTighter: report.DiffLooser, report.DiffLooser: report.DiffTighter,
	}
	for _, a := range all {
		for _, b := range all {
			if there, back := change(a, b), change(b, a); opposite[there] != back {
				t.Errorf("from %s %s %v to %s %s %v it is %q, and back %q", a.Outcome, a.Level, *a.Margin, b.Outcome, b.Level, *b.Margin, there, back)
			}
		}
	}
}

// at gives a result a path.
func at(r finding.Result, path ...any) finding.Result {
	r.Path = path
	return r
}

func TestResultsOfARuleBelongTogether(t *testing.T) {
	pass, fail, skip := result("a/b", finding.Pass, finding.Error, 0.5), result("a/b", finding.Fail, finding.Error, -0.5), result("a/b", finding.Skipped, finding.Error)
	for name, tt := range map[string]struct {
		base, head []finding.Result
		rest       []Problem
		want       string
	}{
		"by their paths":                                    {[]finding.Result{at(pass, "w", "1"), at(fail, "w", "2")}, []finding.Result{at(fail, "w", "2"), at(fail, "w", "1")}, nil, "new w.1; still a/b"},
		"one that moved is the same":                        {[]finding.Result{at(fail, "power", "rating")}, []finding.Result{at(pass, "gpu", "count")}, nil, "resolved gpu.count"},
		"a workload that was renamed":                       {[]finding.Result{at(fail, "w", "1"), at(pass, "w", "2")}, []finding.Result{at(fail, "w", "3"), at(pass, "w", "2")}, nil, "still a/b"},
		"one answer that it does not apply stands for all":  {[]finding.Result{at(fail, "w", "1"), at(fail, "w", "2"), at(pass, "w", "3")}, []finding.Result{at(skip)}, nil, "dropped w.1, dropped w.2, lapsed w.3"},
		"one of two workloads goes with its failure":        {[]finding.Result{at(fail, "w", "1"), at(pass, "w", "2")}, []finding.Result{at(pass, "w", "2")}, nil, "dropped w.1"},
		"two of one path are paired in order":               {[]finding.Result{at(fail, "w"), at(pass, "w")}, []finding.Result{at(fail, "w"), at(fail, "w")}, nil, "new w; still a/b"},
		"what a rule says of no server answers for all":     {[]finding.Result{at(fail, "gpu", "count")}, nil, []Problem{{"", at(pass)}}, "resolved "},
		"what a rule says of another server does not":       {[]finding.Result{at(fail, "gpu", "count")}, nil, []Problem{{"", finding.Result{Rule: "a/b", Server: "x", Outcome: finding.Pass}}}, "dropped gpu.count"},
		"another rule's answer has nothing to do with this": {[]finding.Result{at(fail, "gpu")}, []finding.Result{at(result("a/c", finding.Pass, finding.Error), "gpu")}, nil, "dropped gpu"},
	} {
		t.Run(name, func(t *testing.T) {
			changed, still := results(tt.base, tt.head, tt.rest)
			var words []string
			for _, r := range changed {
				shown := r.Head
				if shown == nil || r.Change == report.DiffDropped || r.Change == report.DiffLapsed {
					shown = r.Base
				}
				words = append(words, fmt.Sprintf("%s %s", r.Change, shown.Path))
			}
			got := strings.Join(words, ", ")
			if len(still) > 0 {
				got = strings.TrimPrefix(got+"; still "+strings.Join(still, ", "), "; ")
			}
			if got != tt.want {
				t.Errorf("it tells %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTheWorstResultsComeFirst(t *testing.T) {
	base := []finding.Result{result("a/1", finding.Fail, finding.Error), result("a/2", finding.Pass, finding.Error, 0.5), result("a/3", finding.Fail, finding.Note)}
	head := []finding.Result{result("a/1", finding.Pass, finding.Error), result("a/2", finding.Pass, finding.Error, 0.1), result("a/3", finding.Fail, finding.Warning),
		result("a/4", finding.Fail, finding.Note), result("a/5", finding.Fail, finding.Error)}
	changed, _ := results(base, head, nil)
	var got []string
	for _, r := range changed {
		got = append(got, string(r.Change)+" "+r.Rule)
	}
	if want := []string{"new a/5", "new a/4", "worse a/3", "resolved a/1", "tighter a/2"}; !slices.Equal(got, want) {
		t.Errorf("the order is %q, want %q", got, want)
	}
}
