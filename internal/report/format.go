package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
)

// Format writes one report. Server is called once for each server, in order,
// then Problems once, then Close once; the last two also when there is nothing
// to tell. An error is one of writing: the report is then incomplete, and no
// more calls make sense. Close does not close the writer.
type Format interface {
	Server(*Server) error
	Problems([]Problem) error
	Close(finding.Summary) error
}

// Options are what a reader may choose.
type Options struct {
	// Color says whether to colour, which is decided by UseColor.
	Color bool
	// Show names the outcomes that are shown only on request, pass and skipped.
	// The others are always shown. Formats for programs ignore it.
	Show map[finding.Outcome]bool
	// Width is how many columns the output has. At 0 it is unknown: source
	// lines are then cut to 200 columns and prose is not wrapped.
	Width int
	// ToolVersion is rackvet's own version.
	ToolVersion string
	// Rules describe the rules of the run, by id, for formats that carry them.
	Rules []Rule
	// Rel gives a file's path as it stands in the repository, with forward slashes;
	// nil leaves paths as they are.
	Rel func(file string) string
	// All also gives results that are waived or baselined to formats that leave them
	// out unless asked.
	All bool
	// Fails reports whether a result fails the run, for formats that have only that
	// and passing; nil is that of errors.
	Fails func(finding.Result) bool
	// Summary is where the format github writes its step summary; nil for nowhere.
	Summary io.Writer
	// Policies says that the report is about rules, and not about servers.
	Policies bool
	// Effective is the time that the policies took for now, in RFC 3339.
	Effective string
}

// Rule is what formats say of a rule.
type Rule struct {
	ID, Title, Description string
	// Help is the rule's page in Markdown.
	Help string
	// Level is the worst that it gives.
	Level finding.Level
	// Category is the first part of the id.
	Category string
}

// fails is Fails, or what a run without settings goes by.
func (o Options) fails(r finding.Result) bool {
	if o.Fails == nil {
		return r.Failed(finding.Error)
	}
	return o.Fails(r)
}

// rel is a file's path in the repository.
func (o Options) rel(file string) string {
	if o.Rel == nil {
		return file
	}
	return o.Rel(file)
}

// formats lists every format there is.
var formats = map[string]func(io.Writer, Options) Format{
	"checkstyle":     newCheckstyle,
	"compact":        newCompact,
	"github":         newGitHub,
	"github-summary": newGitHubSummary,
	"gitlab":         newGitLab,
	"json":           newJSON,
	"jsonl":          newJSONLines,
	"junit":          newJUnit,
	"markdown":       newMarkdown,
	"rdjson":         newRDJSON,
	"sarif":          newSarif,
	"text":           newText,
}

// Formats lists the names that New knows, sorted.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// New gives the format of that name, writing to w. Nothing is written before
// the first call of a method.
func New(name string, w io.Writer, o Options) (Format, error) {
	f, ok := formats[name]
	if !ok {
		return nil, fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(Formats(), ", "))
	}
	return f(w, o), nil
}

// shows reports whether results of outcome oc are for the reader's eyes.
func (o Options) shows(oc finding.Outcome) bool {
	switch oc {
	case finding.Pass, finding.Skipped:
		return o.Show[oc]
	}
	return true
}
