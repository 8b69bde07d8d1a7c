package waive

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func day(t testing.TB, text string) time.Time {
	t.Helper()
	d, err := ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func known(rule string) error {
	if rule == "a/b" {
		return nil
	}
	return fmt.Errorf("there is no rule %q", rule)
}

var everything = Rules{Waivable: func(string) bool { return true }, Judged: func(string) bool { return true }, Whole: true}

// failing is a result of rule a/b that observed a value of at least 1.
func failing(observed float64) finding.Result {
	limit := 1.0
	return finding.Result{Rule: "a/b", Outcome: finding.Fail, Level: finding.Error, Server: "s1", File: "a.hcl",
		Path: finding.Path{"memory", "dimm", 0, "size"}, Observed: &observed, Limit: &limit}
}

func TestWaiversOfTheConfig(t *testing.T) {
	accepted := 0.8
	for name, tt := range map[string]struct {
		waiver  Waiver
		rule    string
		results []finding.Result
		waived  bool
		about   []string
	}{
		"one for all servers":         {Waiver{}, "a/b", []finding.Result{failing(0.5)}, true, nil},
		"of a server by glob":         {Waiver{Servers: []string{"x", "s?"}}, "a/b", []finding.Result{failing(0.5)}, true, nil},
		"of another server":           {Waiver{Servers: []string{"t*"}}, "a/b", []finding.Result{failing(0.5)}, false, []string{RuleUnused}},
		"of another rule":             {Waiver{}, "a/c", []finding.Result{failing(0.5)}, false, []string{RuleUnused}},
		"of a block around the value": {Waiver{Path: ParsePath("memory")}, "a/b", []finding.Result{failing(0.5)}, true, nil},
		"of the value itself":         {Waiver{Path: ParsePath("memory.dimm[0].size")}, "a/b", []finding.Result{failing(0.5)}, true, nil},
		"of a value beside it":        {Waiver{Path: ParsePath("memory.dimm[1]")}, "a/b", []finding.Result{failing(0.5)}, false, []string{RuleUnused}},
		"of a value no worse":         {Waiver{Observed: &accepted}, "a/b", []finding.Result{failing(0.8)}, true, nil},
		"of a better value":           {Waiver{Observed: &accepted}, "a/b", []finding.Result{failing(0.9)}, true, nil},
		"of what can't be decided":    {Waiver{}, "a/b", []finding.Result{{Rule: "a/b", Outcome: finding.Undecided, Server: "s1"}}, false, []string{RuleUnused}},
		"dead, of what is undecided":  {Waiver{Until: day(t, "2026-03-30")}, "a/b", []finding.Result{{Rule: "a/b", Outcome: finding.Undecided, Server: "s1"}}, false, []string{RuleUnused}},
		"of a value that prints so":   {Waiver{Observed: &accepted}, "a/b", []finding.Result{failing(0.7951)}, true, nil},
		"of a value that is worse":    {Waiver{Observed: &accepted}, "a/b", []finding.Result{failing(0.7)}, false, []string{RuleExpired}},
		"on its last day":             {Waiver{Until: day(t, "2027-03-31")}, "a/b", []finding.Result{failing(0.5)}, true, []string{RuleExpiring}},
		"the day after":               {Waiver{Until: day(t, "2027-03-30")}, "a/b", []finding.Result{failing(0.5)}, false, []string{RuleExpired}},
		"long before its end":         {Waiver{Until: day(t, "2028-03-31")}, "a/b", []finding.Result{failing(0.5)}, true, nil},
		"dead and not needed":         {Waiver{Until: day(t, "2026-03-30")}, "a/b", nil, false, []string{RuleUnused}},
		"of what passes":              {Waiver{}, "a/b", []finding.Result{{Rule: "a/b", Outcome: finding.Pass, Server: "s1"}}, false, []string{RuleUnused}},
	} {
		t.Run(name, func(t *testing.T) {
			w := tt.waiver
			w.Rule, w.Reason = tt.rule, "so"
			s := NewSet([]*Waiver{&w}, time.Date(2027, 3, 31, 23, 0, 0, 0, time.UTC), everything)
			got := s.Apply("s1", slices.Clone(tt.results), nil)
			if waived := len(got) > 0 && got[0].Outcome == finding.Waived && got[0].Waiver.Reason == "so"; waived != tt.waived {
				t.Errorf("waived is %v: %+v", waived, got)
			}
			var about []string
			for _, r := range s.About() {
				about = append(about, r.Rule)
			}
			if !slices.Equal(about, tt.about) {
				t.Errorf("said of it is %v, want %v", about, tt.about)
			}
		})
	}
}

func TestWaiversThatNothingWasLookedAtFor(t *testing.T) {
	part := everything
	part.Whole = false
	s := NewSet([]*Waiver{{Rule: "a/b"}, {Rule: "a/b", Servers: []string{"t"}}}, time.Now(), part)
	s.Apply("s1", nil, nil)
	if about := s.About(); len(about) > 0 {
		t.Errorf("of a run over a part is said %v", about)
	}
	off := everything
	off.Judged = func(string) bool { return false }
	s = NewSet([]*Waiver{{Rule: "a/b"}}, time.Now(), off)
	if about := s.About(); len(about) > 0 {
		t.Errorf("of a rule that is not evaluated is said %v", about)
	}
}

func TestTheWorstValueIsTold(t *testing.T) {
	accepted := 0.8
	for _, order := range [][]float64{{0.5, 0.7, 0.6}, {0.7, 0.6, 0.5}} {
		s := NewSet([]*Waiver{{Rule: "a/b", Observed: &accepted}}, time.Now(), everything)
		for _, v := range order {
			s.Apply("s1", []finding.Result{failing(v)}, nil)
		}
		if about := s.About(); len(about) != 1 || about[0].Message != "the waiver of a/b is for 0.8, and the value is worse now: 0.5" {
			t.Errorf("of %v is said %v", order, about)
		}
	}
}

func TestRulesThatCannotBeWaived(t *testing.T) {
	strict := everything
	strict.Waivable = func(string) bool { return false }
	s := NewSet(nil, time.Now(), strict)
	got := s.Apply("s1", []finding.Result{failing(0.5)}, []*Waiver{{Rule: "a/b", Reason: "so"}})
	if len(got) != 2 || got[0].Outcome != finding.Fail || got[1].Rule != RuleInvalid || got[1].Level != finding.Error {
		t.Errorf("results are %+v", got)
	}
}

func TestTwoWaiversOfOneFailureAreBothOfUse(t *testing.T) {
	s := NewSet([]*Waiver{{Rule: "a/b"}, {Rule: "a/b"}}, time.Now(), everything)
	s.Apply("s1", []finding.Result{failing(0.5)}, nil)
	if about := s.About(); len(about) > 0 {
		t.Errorf("said is %v", about)
	}
}

func TestParseReadsWhatPeopleWrite(t *testing.T) {
	scope := &source.Range{File: "a.hcl"}
	w, fault := Parse(`waive a/b reason="it \"comes\" = later" until=2027-03-31 by="A. Buyer" ticket=OPS-12`, source.Range{}, scope, known)
	if fault != nil || w.Reason != `it "comes" = later` || w.until() != "2027-03-31" || w.By != "A. Buyer" || w.Ticket != "OPS-12" {
		t.Errorf("it reads as %+v, %v", w, fault)
	}
	for _, text := range []string{"", "a/c reason=\"x\"", "a/b", "a/b reason=\"\"", "a/b reason=\" \"", "a/b reason=\"x", "a/b because", "a/b until=2027-02-30 reason=x", "a/b \"x\"=y"} {
		if w, fault := Parse("waive "+text, source.Range{}, scope, known); fault == nil {
			t.Errorf("%q reads as %+v", text, w)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`waive a/b reason="x" until=2027-03-31`)
	f.Add(`waive a/b reason="\`)
	f.Add("waive a/b =\"\"")
	f.Add("waiv a/b")
	f.Fuzz(func(t *testing.T, text string) {
		w, fault := Parse(text, source.Range{}, &source.Range{}, known)
		if (w == nil) == (fault == nil) {
			t.Errorf("%q gives %v and %v", text, w, fault)
		}
		if w != nil && w.Reason == "" {
			t.Errorf("%q is taken without a reason", text)
		}
	})
}
