package lint

import (
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/waive"
)

// inline reads the waivers that stand as comments in a document, by server. What
// can't be read is a fault of the spec.
func (l *Linter) inline(doc *document.Document) (map[string][]*waive.Waiver, []finding.Result) {
	if !l.options.InlineWaivers || l.engine == nil {
		return nil, nil
	}
	var waivers map[string][]*waive.Waiver
	var faults []finding.Result
	for _, d := range doc.Directives(waive.Prefix) {
		w, fault := waive.Parse(d.Text, d.Range, d.Scope, l.options.RuleKnown)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		if waivers == nil {
			waivers = map[string][]*waive.Waiver{}
		}
		waivers[d.Server] = append(waivers[d.Server], w)
	}
	return waivers, faults
}

// excuse takes what people have signed for, and what a baseline records, out of
// what counts.
func (l *Linter) excuse(server string, results []finding.Result, inline []*waive.Waiver) []finding.Result {
	if l.options.Waivers != nil {
		results = l.options.Waivers.Apply(server, results, inline)
	}
	if l.options.Baseline != nil {
		l.options.Baseline.Mark(results)
	}
	return results
}

// later parts the waivers of a file from those for rules that are judged after the
// run: whether these are of use is seen then.
func (l *Linter) later(waivers []*waive.Waiver) (now, later []*waive.Waiver) {
	for _, w := range waivers {
		if l.options.Later != nil && l.options.Later(w.Rule) {
			later = append(later, w)
		} else {
			now = append(now, w)
		}
	}
	return now, later
}
