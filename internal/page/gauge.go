package page

import (
	"cmp"
	"math"
	"slices"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// gauge is a number against its limit, to draw: places are in percent.
type gauge struct {
	check
	GaugeID string
	Text    string
	Value   string // the width of the bar
	Limit   string
	GoodX   string // where the good values begin, and how far they reach
	GoodW   string
	Beyond  bool // the value lies beyond the scale
}

// drawn are the categories whose numbers are drawn against their limits.
var drawn = []string{"ratio", "bandwidth", "power"}

// longest is how many times its limit a scale may show: one that shows more would
// show nothing of what lies around the limit.
const longest = 4

// gauge draws a check; ok is false where it has no numbers to draw.
func (w *writer) gauge(c check) (gauge, bool) {
	g := gauge{check: c}
	if c.Observed == nil || c.Limit == nil {
		return g, false
	}
	seen, limit := *c.Observed, *c.Limit
	if seen < 0 || limit <= 0 || math.IsInf(seen, 0) || math.IsInf(limit, 0) || math.IsNaN(seen) || math.IsNaN(limit) {
		return g, false
	}
	scale := 1.25 * max(seen, limit)
	if seen > longest*limit {
		scale, g.Beyond = longest*limit, true
	}
	g.GaugeID, g.Value, g.Limit = w.id(), percent(seen, scale), percent(limit, scale)
	switch w.bound(c.Result) {
	case "at least":
		g.GoodX, g.GoodW = g.Limit, units.Number(100-100*limit/scale, 2)+"%"
	case "at most":
		g.GoodX, g.GoodW = "0", g.Limit
	}
	g.Text = c.Seen + "; the limit is " + c.Allowed
	return g, true
}

// gauges draws those of some checks that are of a category, the least room first.
// Of what counts whole things, what has as many as it takes tells nothing by a
// drawing.
func (w *writer) gauges(checks []check, of string) []gauge {
	var gauges []gauge
	for _, c := range checks {
		exact := c.Outcome == finding.Pass && c.Unit == units.Count && c.Margin != nil && *c.Margin == 0
		if g, ok := w.gauge(c); ok && !exact && category(c.Rule) == of {
			gauges = append(gauges, g)
		}
	}
	room := func(g gauge) float64 {
		if g.Margin == nil {
			return 0
		}
		return *g.Margin
	}
	slices.SortStableFunc(gauges, func(a, b gauge) int { return cmp.Compare(room(a), room(b)) })
	return gauges
}
