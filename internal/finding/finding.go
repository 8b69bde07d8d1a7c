// Package finding is the vocabulary of rackvet's answers: a Result says what
// one rule found at one place of one server. It is data only, so that every
// stage can speak of results without knowing the others.
package finding

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/source"
)

// Rules that belong to no policy: faults of the spec itself. They show in
// every format as other results do.
const (
	RuleSyntax    = "spec/syntax"    // not readable as HCL
	RuleSchema    = "spec/schema"    // readable, but not a spec
	RuleReference = "spec/reference" // names something that nothing describes
)

// RuleBroken is a rule of one's own that can't be used, or not be evaluated.
const RuleBroken = "policy/broken"

// Result is the answer of one rule at one place. Observed, Limit and Margin
// are nil where the rule compares no numbers.
type Result struct {
	Rule    string       `json:"rule"`
	Outcome Outcome      `json:"outcome"`
	Level   Level        `json:"level"`
	Message string       `json:"message"`
	Help    string       `json:"help,omitempty"`
	Server  string       `json:"server,omitempty"`
	File    string       `json:"file"`
	Range   source.Range `json:"range"`
	Path    Path         `json:"path"`
	Related []Related    `json:"related,omitempty"`
	// Unresolved is where a name stands that is not known, if what is undecided waits
	// for that.
	Unresolved Path `json:"unresolved,omitempty"`

	Observed *float64 `json:"observed,omitempty"`
	Limit    *float64 `json:"limit,omitempty"`
	Unit     string   `json:"unit,omitempty"`
	// Margin is how far inside (+) or outside (-) the limit the observed value
	// lies, as a fraction of the limit.
	Margin   *float64   `json:"margin,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
	// Fixes are edits of the spec that together make the rule pass.
	Fixes []Fix `json:"fixes,omitempty"`
	// Waiver is set where the outcome is Waived: who signed for the failure, and why.
	Waiver *Waiver `json:"waiver,omitempty"`
	// Baselined says that a baseline records the failure and that it got no worse
	// since: it is shown, and fails nothing.
	Baselined bool `json:"baselined,omitempty"`
	// Fingerprint is stable across moved lines: it is made of file, server,
	// path and rule.
	Fingerprint string `json:"fingerprint"`
}

// Related is another place that has part in a result, in its own words.
type Related struct {
	Message string       `json:"message"`
	Path    Path         `json:"path,omitempty"`
	Range   source.Range `json:"range"`
}

// Waiver is a decision to accept a failure.
type Waiver struct {
	Reason string `json:"reason"`
	By     string `json:"by,omitempty"`
	// Until is its last day, as 2027-03-31; "" is no end.
	Until  string `json:"until,omitempty"`
	Ticket string `json:"ticket,omitempty"`
	// Range is where it stands, in a spec or in the config.
	Range source.Range `json:"range"`
}

// Fix is one edit of a spec: a value to write.
type Fix struct {
	Path Path `json:"path"`
	// Value is what to write, as a spec writes it: "256GiB" with its quotes, 8, true.
	Value string `json:"value"`
	// Range is what Text replaces, an empty range where it is put in. Both are
	// left out where the place can't be told.
	Range *source.Range `json:"range,omitempty"`
	Text  string        `json:"text,omitempty"`
}

// Evidence is one input of a number: Value is a float64, a string or a bool.
type Evidence struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
	// Unit says how Value is to be printed: one of the names in units.Print.
	Unit    string `json:"unit,omitempty"`
	Formula string `json:"formula,omitempty"`
	// Path is where the value was written, if it was. Line follows from it.
	Path Path `json:"path,omitempty"`
	Line int  `json:"line,omitempty"`
	// Text is Value as people read it, unit included.
	Text string `json:"text"`
}

// Sign sets the fingerprint. rel gives a file's path as all who lint it have it,
// wherever they stand: that from the top of its repository. Nil leaves it.
func (r *Result) Sign(rel func(file string) string) {
	file := r.File
	if rel != nil {
		file = rel(file)
	}
	h := sha256.New()
	for _, s := range []string{file, r.Server, r.Path.String(), r.Rule} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	r.Fingerprint = hex.EncodeToString(h.Sum(nil)[:16])
}

// Failed reports whether r fails at level l or worse, and no baseline records it.
func (r Result) Failed(l Level) bool { return r.Outcome == Fail && r.Level >= l && !r.Baselined }

// WorseThan reports whether what r observed is worse than an earlier value:
// farther from the limit, on the side of it where r fails. Of a result without
// numbers nothing is.
func (r Result) WorseThan(earlier float64) bool {
	if r.Observed == nil || r.Limit == nil {
		return false
	}
	const tolerated = 1e-9 // a value may have been written down in decimals
	slack := tolerated * max(math.Abs(earlier), math.Abs(*r.Observed))
	if *r.Observed < *r.Limit {
		return *r.Observed < earlier-slack
	}
	return *r.Observed > earlier+slack
}

// Compare is a total order for output: by file, place, rule, then words.
func Compare(a, b Result) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Range.Start.Byte, b.Range.Start.Byte),
		cmp.Compare(a.Range.End.Byte, b.Range.End.Byte),
		cmp.Compare(a.Server, b.Server),
		cmp.Compare(a.Rule, b.Rule),
		strings.Compare(a.Path.String(), b.Path.String()),
		strings.Compare(string(a.Outcome), string(b.Outcome)),
		-cmp.Compare(a.Level, b.Level),
		strings.Compare(a.Message, b.Message),
	)
}

// Sort orders results by Compare.
func Sort(rs []Result) { slices.SortStableFunc(rs, Compare) }
