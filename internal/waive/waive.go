// Package waive holds the decisions to accept failures: written as comments in
// specs, or as waiver blocks in the config. It turns failing results into waived
// ones, and says which waivers are dead, dying or of no use.
package waive

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// The rules that results about waivers have.
const (
	RuleExpired  = "waiver/expired"  // its last day is past
	RuleUnused   = "waiver/unused"   // nothing fails that it could be for
	RuleExpiring = "waiver/expiring" // its last day is near
	RuleInvalid  = "waiver/invalid"  // it can't be read, or its rule can't be waived
)

// Soon is how long before its end a waiver says so.
const Soon = 30 * 24 * time.Hour

// Waiver is a decision to accept failures of one rule.
type Waiver struct {
	Rule string
	// Servers are the names, or globs of names, that it is for; none is all.
	Servers []string
	// Path is the value that it is for, or a block around it; empty is all.
	Path finding.Path
	// Scope is the part of a file that it is for; nil for one of the config.
	Scope *source.Range
	// Until is its last day, zero for none.
	Until              time.Time
	Reason, By, Ticket string
	// Observed is the value that was accepted; a worse one is not. Nil is any.
	Observed *float64
	// Range is where it stands.
	Range source.Range

	// used says that it waives something, met that what it is for was looked at, open
	// that this can't be decided; outgrown is the worst result that was not accepted.
	used, met, open bool
	outgrown        *finding.Result
}

// covers reports whether w is for a result of its rule, server and place, if that
// fails.
func (w *Waiver) covers(r finding.Result) bool {
	if w.Rule != r.Rule || !r.Outcome.Open() && r.Outcome != finding.Waived {
		return false
	}
	if w.Scope != nil && (w.Scope.File != r.File || !w.Scope.Contains(r.Range)) {
		return false
	}
	return w.isFor(r.Server) && within(w.Path, r.Path)
}

// outgrownBy reports whether a result is worse than what was accepted. People write
// down what they read, so that a value which prints alike is the same.
func (w *Waiver) outgrownBy(r finding.Result) bool {
	return w.Observed != nil && r.WorseThan(*w.Observed) && units.Print(*r.Observed, r.Unit) != units.Print(*w.Observed, r.Unit)
}

// isFor reports whether w is for a server of that name.
func (w *Waiver) isFor(server string) bool {
	return len(w.Servers) == 0 || slices.ContainsFunc(w.Servers, func(glob string) bool { return matches(glob, server) })
}

// within reports whether path is outer or lies in it.
func within(outer, path finding.Path) bool {
	if len(path) < len(outer) {
		return false
	}
	for i := range outer {
		if fmt.Sprint(outer[i]) != fmt.Sprint(path[i]) {
			return false
		}
	}
	return true
}

// matches compares a name with a glob. A glob that can't be read is refused when
// the config is checked, and matches nothing.
func matches(glob, name string) bool {
	ok, err := path.Match(glob, name)
	return glob == name || err == nil && ok
}

// CheckGlob says what is wrong with a glob.
func CheckGlob(glob string) error {
	if _, err := path.Match(glob, ""); err != nil {
		return fmt.Errorf("the glob %q can't be read: %w", glob, err)
	}
	return nil
}

// expired reports whether w's last day is over at now.
func (w *Waiver) expired(now time.Time) bool {
	return !w.Until.IsZero() && !now.Before(w.Until.AddDate(0, 0, 1))
}

// record is what results carry of w.
func (w *Waiver) record() *finding.Waiver {
	return &finding.Waiver{Reason: w.Reason, By: w.By, Until: w.until(), Ticket: w.Ticket, Range: w.Range}
}

func (w *Waiver) until() string {
	if w.Until.IsZero() {
		return ""
	}
	return w.Until.Format(time.DateOnly)
}

// result is one about w itself.
func (w *Waiver) result(rule string, level finding.Level, message, help string) finding.Result {
	return finding.Result{Rule: rule, Outcome: finding.Fail, Level: level, Message: message, Help: help,
		File: w.Range.File, Range: w.Range, Path: finding.Path{"waiver", w.Rule}}
}

// ParsePath reads a path as results print it: "memory.capacity",
// "workload.training.pretrain", "memory.dimm[0].size".
func ParsePath(text string) finding.Path {
	var p finding.Path
	for step := range strings.SplitSeq(strings.NewReplacer("[", ".", "]", "").Replace(text), ".") {
		if step != "" {
			p = append(p, strings.Trim(step, `"`))
		}
	}
	return p
}
