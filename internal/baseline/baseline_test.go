package baseline

import (
	"bytes"
	"slices"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

func result(level finding.Level, outcome finding.Outcome, observed ...float64) finding.Result {
	r := finding.Result{Rule: "a/b", Server: "s", Path: finding.Path{"memory", "capacity"}, Outcome: outcome, Level: level}
	if len(observed) > 0 {
		limit := 1.0
		r.Observed, r.Limit = &observed[0], &limit
	}
	return r
}

// laid is the files that there are, and the servers in them.
type laid map[string]string

func (l laid) Name(file string) string        { return file }
func (l laid) Holds(name, server string) bool { return l[name] == server }

// reread writes results as a baseline, and reads it.
func reread(t testing.TB, results ...finding.Result) *Set {
	t.Helper()
	c := NewRecorder(laid{})
	c.Add(results)
	text, err := c.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(text, laid{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWhatIsKnown(t *testing.T) {
	for name, tt := range map[string]struct {
		was, is finding.Result
		known   bool
	}{
		"the same":                      {result(finding.Error, finding.Fail, 0.8), result(finding.Error, finding.Fail, 0.8), true},
		"better":                        {result(finding.Error, finding.Fail, 0.8), result(finding.Error, finding.Fail, 0.9), true},
		"worse":                         {result(finding.Error, finding.Fail, 0.8), result(finding.Error, finding.Fail, 0.79), false},
		"worse above its limit":         {result(finding.Error, finding.Fail, 1.2), result(finding.Error, finding.Fail, 1.3), false},
		"better above its limit":        {result(finding.Error, finding.Fail, 1.3), result(finding.Error, finding.Fail, 1.2), true},
		"of a lower level now":          {result(finding.Error, finding.Fail), result(finding.Warning, finding.Fail), true},
		"of a higher level now":         {result(finding.Warning, finding.Fail), result(finding.Error, finding.Fail), false},
		"without numbers":               {result(finding.Error, finding.Fail), result(finding.Error, finding.Fail), true},
		"with numbers only now":         {result(finding.Error, finding.Fail), result(finding.Error, finding.Fail, 0.8), false},
		"undecided as it was":           {result(finding.Error, finding.Undecided, 0.8), result(finding.Error, finding.Undecided, 0.8), true},
		"failing, undecided before":     {result(finding.Error, finding.Undecided, 0.8), result(finding.Error, finding.Fail, 0.8), false},
		"what passed is not recorded":   {result(finding.Error, finding.Pass, 1.8), result(finding.Error, finding.Fail, 0.8), false},
		"what is waived is not":         {result(finding.Error, finding.Waived, 0.8), result(finding.Error, finding.Fail, 0.8), false},
		"a pass is not marked as known": {result(finding.Error, finding.Fail, 0.8), result(finding.Error, finding.Pass, 1.8), false},
	} {
		t.Run(name, func(t *testing.T) {
			now := []finding.Result{tt.is}
			if reread(t, tt.was).Mark(now); now[0].Baselined != tt.known {
				t.Errorf("known is %v", now[0].Baselined)
			}
		})
	}
}

func TestAnEntryIsForOneServer(t *testing.T) {
	in := func(file string) finding.Result {
		r := result(finding.Error, finding.Fail, 0.8)
		r.File = file
		return r
	}
	for name, tt := range map[string]struct {
		recorded, today, known []string
	}{
		"where it was":                       {[]string{"a"}, []string{"a"}, []string{"a"}},
		"a copy of it":                       {[]string{"a"}, []string{"a", "b"}, []string{"a"}},
		"a copy that comes first":            {[]string{"b"}, []string{"a", "b"}, []string{"b"}},
		"where it moved":                     {[]string{"a"}, []string{"b"}, []string{"b"}},
		"one of two where it may have moved": {[]string{"a"}, []string{"b", "c"}, []string{"b"}},
		"two of one name":                    {[]string{"a", "b"}, []string{"a", "b"}, []string{"a", "b"}},
		"one of two is gone":                 {[]string{"a", "b"}, []string{"b", "c", "d"}, []string{"b", "c"}},
		"nobody wrote down where":            {[]string{""}, []string{"a", "b"}, []string{"a"}},
	} {
		t.Run(name, func(t *testing.T) {
			c, there := NewRecorder(laid{}), laid{}
			for _, file := range tt.recorded {
				c.Add([]finding.Result{in(file)})
			}
			text, err := c.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range tt.today {
				there[file] = "s"
			}
			s, err := Read(text, there)
			if err != nil {
				t.Fatal(err)
			}
			var known []string
			for _, file := range tt.today {
				now := []finding.Result{in(file)}
				if s.Mark(now); now[0].Baselined {
					known = append(known, file)
				}
			}
			if !slices.Equal(known, tt.known) {
				t.Errorf("known are %q, want %q", known, tt.known)
			}
		})
	}
}

func TestFaultsOfSpecsAreNeverRecorded(t *testing.T) {
	for _, rule := range []string{finding.RuleSyntax, finding.RuleSchema, finding.RuleReference, "waiver/expired"} {
		r := result(finding.Error, finding.Fail)
		r.Rule = rule
		now := []finding.Result{r}
		reread(t, r).Mark(now)
		Everything().Mark(now)
		if now[0].Baselined {
			t.Errorf("%s is known", rule)
		}
	}
}

func TestABaselineIsTheSameWhateverTheOrder(t *testing.T) {
	a, b := result(finding.Error, finding.Fail, 0.8), result(finding.Warning, finding.Fail)
	b.Server = "r"
	one, two := NewRecorder(laid{}), NewRecorder(laid{})
	one.Add([]finding.Result{a, b})
	two.Add([]finding.Result{b})
	two.Add([]finding.Result{a})
	x, err := one.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if y, err := two.Bytes(); err != nil || !bytes.Equal(x, y) {
		t.Errorf("%s\nis not\n%s", x, y)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"schema":"rackvet/baseline/v1","entries":[{"server":"a","path":"b","rule":"c/d","outcome":"fail","level":"error","observed":1}]}`))
	f.Add([]byte(`{"schema":"rackvet/baseline/v1"} x`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Read(text, laid{})
		if err != nil {
			return
		}
		now := []finding.Result{result(finding.Error, finding.Fail, 0.5)}
		s.Mark(now)
	})
}
