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

// waive takes what people have signed for out of what counts.
func (l *Linter) waive(server string, results []finding.Result, inline []*waive.Waiver) []finding.Result {
	if l.options.Waivers == nil {
		return results
	}
	return l.options.Waivers.Apply(server, results, inline)
}

// know takes what a baseline records of a file out of what counts, and settles what its
// servers come to. It waits until the files before have been.
func (l *Linter) know(r *Result) {
	for i := range r.Servers {
		s := &r.Servers[i]
		if l.options.Baseline != nil && l.engine != nil {
			l.options.Baseline.Mark(s.Results)
		}
		s.Verdict = Verdict(s.Results, l.options)
		if s.unfinished && s.Verdict == Pass {
			s.Verdict = Undecided // what could not finish might have failed it
		}
	}
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
