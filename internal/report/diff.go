package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
)

// Diff is what changed from one set of builds to another. Its JSON is the report
// that programs read; see writeDiffJSON.
type Diff struct {
	Base DiffSide `json:"base"`
	Head DiffSide `json:"head"`
	// JudgedBy is the config that both were judged by, "" for none.
	JudgedBy string `json:"judged_by,omitempty"`
	// Profile is the set of thresholds that both were judged by.
	Profile string `json:"profile"`
	// Servers are those that are not as they were, worst first.
	Servers []DiffServer `json:"servers"`
	// Problems are the changed faults that belong to no server.
	Problems []DiffResult `json:"problems"`
	// Totals are over all servers of either side, with all their nodes.
	Totals  []DiffFigure `json:"totals"`
	Summary DiffSummary  `json:"summary"`
}

// DiffSide is one of the two sets.
type DiffSide struct {
	// Name is what it was asked for by.
	Name string `json:"name"`
	// Kind is revision, folder, file or artefact.
	Kind    string `json:"kind"`
	Commit  string `json:"commit,omitempty"`
	Servers int    `json:"servers"`
}

// DiffSummary counts. A server has one state, a result one change.
type DiffSummary struct {
	Unchanged int `json:"unchanged"`
	Changed   int `json:"changed"`
	Moved     int `json:"moved"`
	Added     int `json:"added"`
	Removed   int `json:"removed"`
	Unclear   int `json:"unclear"`
	// UnchangedProblems are the faults of no server that both sides have.
	UnchangedProblems int `json:"unchanged_problems"`
	// Results are counted by their change, those of problems included.
	Results map[DiffChange]int `json:"results"`
	// Worse says that something got worse: a result is new or worse, or a server
	// can't be judged any more.
	Worse bool `json:"worse"`
}

// DiffState is what became of a server.
type DiffState string

// The states of a server that is not as it was.
const (
	DiffChanged DiffState = "changed"
	DiffMoved   DiffState = "moved" // to another file, and is the same
	DiffAdded   DiffState = "added"
	DiffRemoved DiffState = "removed"
	// DiffUnclear is a server of one side whose file can't be read on the other.
	DiffUnclear DiffState = "unclear"
)

// DiffChange is what became of a result.
type DiffChange string

// The changes of a result. Failing means failed or undecided.
const (
	DiffNew      DiffChange = "new"      // fails, and did not
	DiffWorse    DiffChange = "worse"    // failed, and does so at a higher level or farther from the limit
	DiffWaived   DiffChange = "waived"   // fails, and somebody signed for it
	DiffDropped  DiffChange = "dropped"  // failed, and is not judged any more
	DiffBetter   DiffChange = "better"   // fails still, at a lower level or nearer to the limit
	DiffResolved DiffChange = "resolved" // failed, and passes
	DiffLapsed   DiffChange = "lapsed"   // passed, and is not judged any more
	DiffTighter  DiffChange = "tighter"  // passes, with less room
	DiffLooser   DiffChange = "looser"   // passes, with more room
)

// DiffChanges lists the changes in the order in which they are told.
func DiffChanges() []DiffChange {
	return []DiffChange{DiffNew, DiffWorse, DiffWaived, DiffDropped, DiffBetter, DiffResolved, DiffLapsed, DiffTighter, DiffLooser}
}

// DiffServer is one build that is not as it was.
type DiffServer struct {
	Name  string    `json:"name"`
	State DiffState `json:"state"`
	// File is where it stands, of one that was removed where it stood; BaseFile is
	// where it stood if that is elsewhere.
	File     string `json:"file"`
	BaseFile string `json:"base_file,omitempty"`
	// BaseVerdict and Verdict are "" where the side has no such server.
	BaseVerdict string `json:"base_verdict,omitempty"`
	Verdict     string `json:"verdict,omitempty"`
	// Headline says in a few words what the build is.
	Headline string `json:"headline,omitempty"`
	// Unjudged is the side that nothing is known of: base, head or both.
	Unjudged  string         `json:"unjudged,omitempty"`
	Parts     []DiffPart     `json:"parts"`
	Figures   []DiffFigure   `json:"figures"`
	Workloads []DiffWorkload `json:"workloads"`
	Results   []DiffResult   `json:"results"`
	// Still are the rules that fail as they did before.
	Still []string `json:"still,omitempty"`
}

// DiffPart is a part that is not what or as many as it was.
type DiffPart struct {
	Name string  `json:"name"`
	Base *Amount `json:"base,omitempty"`
	Head *Amount `json:"head,omitempty"`
}

// Amount is so many of something. Count is 0 for what is not counted.
type Amount struct {
	Count int    `json:"count,omitempty"`
	What  string `json:"what"`
}

// DiffFigure is a number that changed; nil is not known, or not there.
type DiffFigure struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
	// Currency is that of money.
	Currency string   `json:"currency,omitempty"`
	Base     *float64 `json:"base,omitempty"`
	Head     *float64 `json:"head,omitempty"`
	// Unknown is how many servers a total leaves out, since theirs is not known.
	Unknown int `json:"unknown,omitempty"`
}

// DiffWorkload is a workload whose demand, or the room for it, changed.
type DiffWorkload struct {
	// Kind is that of the workload, or turn for several that are resident at once.
	Kind string     `json:"kind"`
	Name string     `json:"name"`
	GPU  DiffMemory `json:"gpu"`
	Host DiffMemory `json:"host"`
}

// DiffMemory is a demand on the fullest GPU or on a node's RAM. A side that has no
// such workload is nil.
type DiffMemory struct {
	Base *MemoryUse `json:"base,omitempty"`
	Head *MemoryUse `json:"head,omitempty"`
}

// MemoryUse is a demand and what there is. What is not known is nil.
type MemoryUse struct {
	DemandBytes *float64 `json:"demand_bytes,omitempty"`
	RoomBytes   *float64 `json:"room_bytes,omitempty"`
	// Left is the share of the room that nothing is asked of; below zero it is
	// what is too much.
	Left *float64 `json:"left,omitempty"`
	// Missing says why the demand is not known.
	Missing string `json:"missing,omitempty"`
}

// DiffResult is a result that changed. A side that has none is nil.
type DiffResult struct {
	Change DiffChange      `json:"change"`
	Rule   string          `json:"rule"`
	Base   *finding.Result `json:"base,omitempty"`
	Head   *finding.Result `json:"head,omitempty"`
}

// result is the one to show: as it is now, where there is one.
func (r DiffResult) result() finding.Result {
	switch {
	case r.Head == nil && r.Base == nil:
		return finding.Result{Rule: r.Rule}
	case r.Head == nil, r.Base != nil && (r.Change == DiffDropped || r.Change == DiffLapsed):
		return *r.Base
	}
	return *r.Head
}

// quiet reports whether r failed on neither side.
func (r DiffResult) quiet() bool {
	return r.Change == DiffLapsed || r.Change == DiffTighter || r.Change == DiffLooser
}

// diffFormats lists the formats of a Diff.
var diffFormats = map[string]func(io.Writer, Diff, Options) error{
	"json": writeDiffJSON, "markdown": writeDiffMarkdown, "text": writeDiffText,
}

// DiffFormats lists the names that WriteDiff knows, sorted.
func DiffFormats() []string { return slices.Sorted(maps.Keys(diffFormats)) }

// WriteDiff writes what changed in the format of that name.
func WriteDiff(name string, w io.Writer, d Diff, o Options) error {
	write, ok := diffFormats[name]
	if !ok {
		return fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(DiffFormats(), ", "))
	}
	return write(w, d, o)
}
