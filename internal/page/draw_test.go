package page

import (
	"math"
	"slices"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

func drawer() *writer {
	return &writer{Escapes: plain, report: report(), rules: map[string]Rule{}}
}

func TestMemoryBars(t *testing.T) {
	parts := []Component{{"weights", 30 * gib, ""}, {"reserve", 10 * gib, ""}}
	for name, test := range map[string]struct {
		memory                     Memory
		limit                      *float64
		widths                     []string
		room, limitX, over, excess string
	}{
		"a demand within its limit is drawn against the room": {Memory{Room: 80 * gib, Bytes: 40 * gib, Components: parts}, number64(60 * gib), []string{"37.5%", "12.5%"}, "100%", "75%", "", ""},
		"what is too much runs past the room and is marked":   {Memory{Room: 20 * gib, Bytes: 40 * gib, Components: parts}, number64(10 * gib), []string{"75%", "25%"}, "50%", "25%", "50%", "75%"},
		"the high end belongs to the scale":                   {Memory{Room: 40 * gib, Bytes: 40 * gib, Low: 30 * gib, High: 80 * gib, Components: parts}, nil, []string{"37.5%", "12.5%"}, "50%", "", "50%", ""},
		"without a room there is only the demand":             {Memory{Bytes: 40 * gib, Components: parts}, nil, []string{"75%", "25%"}, "", "", "", ""},
		"without parts the demand is one":                     {Memory{Room: 80 * gib, Bytes: 40 * gib}, nil, []string{"50%"}, "100%", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := drawer().memoryBar(test.memory, "usable", test.limit)
			var widths []string
			for _, s := range b.Segments {
				widths = append(widths, s.Width)
			}
			at := func(m *mark) string {
				if m == nil {
					return ""
				}
				return m.X
			}
			if !slices.Equal(widths, test.widths) || b.Room != test.room || at(b.Limit) != test.limitX || at(b.Over) != test.over || b.Excess != test.excess {
				t.Errorf("segments %v, room %q, limit %q, over %q, excess %q", widths, b.Room, at(b.Limit), at(b.Over), b.Excess)
			}
		})
	}
	for _, m := range []Memory{{}, {Room: gib}, {Room: gib, Bytes: math.Inf(1)}, {Room: math.NaN(), Bytes: 1}} {
		if b := drawer().memoryBar(m, "usable", nil); b != nil {
			t.Errorf("%+v is drawn as %+v", m, b)
		}
	}
}

func TestGauges(t *testing.T) {
	for name, test := range map[string]struct {
		seen, limit, margin        float64
		value, limitX, goodX, good string
		beyond                     bool
	}{
		"a least that is reached":        {1.6, 1.5, 0.067, "80%", "75%", "75%", "25%", false},
		"a least that is missed":         {0.75, 1.5, -0.5, "40%", "80%", "80%", "20%", false},
		"a most that is kept":            {50, 100, 0.5, "40%", "80%", "0", "80%", false},
		"a most that is passed":          {200, 100, -1, "80%", "40%", "0", "40%", false},
		"a value beyond the scale":       {4000, 40, 99, "100%", "25%", "25%", "75%", true},
		"a value that is its limit":      {2, 2, 0, "80%", "80%", "", "", false},
		"a value of nothing at its most": {0, 2, 1, "0%", "80%", "0", "80%", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := drawer()
			g, ok := w.gauge(w.newCheck(result("acme/rule", finding.Pass, finding.Error, "x", test.seen, test.limit, test.margin, "x"), ""))
			if !ok || g.Value != test.value || g.Limit != test.limitX || g.GoodX != test.goodX || g.GoodW != test.good || g.Beyond != test.beyond {
				t.Errorf("drawn %v: value %q, limit %q, good %q to %q, beyond %v", ok, g.Value, g.Limit, g.GoodX, g.GoodW, g.Beyond)
			}
		})
	}
	for name, limit := range map[string]float64{"no limit": 0, "a limit below nothing": -1, "no number": math.NaN(), "no end": math.Inf(1)} {
		w := drawer()
		if _, ok := w.gauge(w.newCheck(result("acme/rule", finding.Pass, finding.Error, "x", 1, limit, 0, "x"), "")); ok {
			t.Errorf("%s is drawn", name)
		}
	}
}

func TestWhatDecides(t *testing.T) {
	fails := result("a/a", finding.Fail, finding.Error, "a fails", 1, 2, -0.5, "x")
	warns := result("a/b", finding.Fail, finding.Warning, "b warns", 1, 2, -0.5, "x")
	open := result("a/c", finding.Undecided, finding.Error, "c is open", 0, 0, 0, "")
	tight := result("a/d", finding.Pass, finding.Error, "d is tight", 2, 1.9, 0.05, "x")
	loose := result("a/e", finding.Pass, finding.Error, "e is loose", 9, 1, 8, "x")
	counted := result("a/f", finding.Pass, finding.Error, "f counts", 2, 2, 0, "count")
	for name, test := range map[string]struct {
		verdict string
		results []finding.Result
		lead    string
		first   string
	}{
		"what fails decides":                        {"fail", []finding.Result{open, fails, tight}, "One finding stops the order.", "A fails"},
		"what has no answer decides alone":          {"undecided", []finding.Result{open, warns}, "1 check that can stop the order could not be decided.", "C is open"},
		"what has no answer may fail":               {"fail", []finding.Result{open, tight}, "One finding stops the order.", "C is open"},
		"a warning comes before what is tight":      {"pass", []finding.Result{tight, warns}, "1 check passed, and nothing failed that would stop the order.", "B warns"},
		"of what passed the least room comes first": {"pass", []finding.Result{loose, counted, tight}, "3 checks passed, and none failed.", "D is tight"},
		"nothing to compare leaves nothing":         {"pass", []finding.Result{counted}, "1 check passed, and none failed.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := drawer()
			var checks []check
			for _, r := range worstFirst(test.results) {
				checks = append(checks, w.newCheck(r, ""))
			}
			d, first := w.decide(test.verdict, checks), ""
			if c := d.first(); c != nil {
				first = c.Words
			}
			if d.Lead != test.lead || first != test.first {
				t.Errorf("it says %q, first %q", d.Lead, first)
			}
		})
	}
}
