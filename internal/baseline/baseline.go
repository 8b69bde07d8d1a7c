// Package baseline records the failures that a team has today, so that only new
// ones and worse ones count.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
)

// schema names the shape of the file.
const schema = "rackvet/baseline/v1"

// Entry is a failure that is known.
type Entry struct {
	Server string `json:"server"`
	// File is where the server was, as Files.Name has it; "" where nobody wrote it down.
	File    string          `json:"file,omitempty"`
	Path    string          `json:"path"`
	Rule    string          `json:"rule"`
	Outcome finding.Outcome `json:"outcome"`
	Level   finding.Level   `json:"level"`
	// Observed is the value at the time, nil where the rule compares no numbers.
	Observed *float64 `json:"observed,omitempty"`
	Unit     string   `json:"unit,omitempty"`
}

// file is a baseline as it is written.
type file struct {
	Schema  string  `json:"schema"`
	Entries []Entry `json:"entries"`
}

// key is what an entry is found by. A server keeps its name when its file moves.
type key struct{ server, path, rule string }

// holder is a server in its file: a copy of it has the name too.
type holder struct{ server, file string }

// Files says of files what tells a server that moved from a copy.
type Files interface {
	// Name gives a file's path as all have it, wherever they stand.
	Name(file string) string
	// Holds reports whether a file, by that name, has a server today.
	Holds(name, server string) bool
}

// Set is a baseline to hold results against. An entry is for one server: that of the
// file it was recorded in or, where there is none any more, the first of that name that
// it holds for. So results are to be marked one after another, in their order.
type Set struct {
	entries map[key][]Entry
	own     map[holder]bool   // those that were recorded
	moved   map[holder]string // those that are elsewhere now, and where
	files   Files
	all     bool
}

// Everything takes all failures for known: a run that records them is about those
// that can't be recorded.
func Everything() *Set { return &Set{all: true} }

// Read reads a baseline.
func Read(text []byte, files Files) (*Set, error) {
	var f file
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read the baseline: something stands behind its end")
	}
	if f.Schema != schema {
		return nil, fmt.Errorf("read the baseline: its schema is %q, and this rackvet reads %q", f.Schema, schema)
	}
	s := &Set{entries: map[key][]Entry{}, own: map[holder]bool{}, moved: map[holder]string{}, files: files}
	for _, e := range f.Entries {
		s.own[holder{e.Server, e.File}] = true
		k := key{e.Server, e.Path, e.Rule}
		s.entries[k] = append(s.entries[k], e)
	}
	return s, nil
}

// Mark sets Baselined on the failures that are recorded and are no worse than
// they were: of no higher level, no farther from their limit, and decided if they
// were. Faults of syntax and of the schema are never recorded.
func (s *Set) Mark(results []finding.Result) {
	for i := range results {
		r := &results[i]
		r.Baselined = recordable(*r) && (s.all || s.knows(*r))
	}
}

func (s *Set) knows(r finding.Result) bool {
	known := s.entries[keyOf(r)]
	if len(known) == 0 {
		return false
	}
	file := s.files.Name(r.File)
	return slices.ContainsFunc(known, func(e Entry) bool { return e.holds(r) && s.isFor(e, file) })
}

// isFor reports whether an entry is for the server of its name in a file.
func (s *Set) isFor(e Entry, file string) bool {
	was := holder{e.Server, e.File}
	switch {
	case e.File == file:
		return true
	case s.own[holder{e.Server, file}] || e.File != "" && s.files.Holds(e.File, e.Server):
		return false
	case s.moved[was] == "":
		s.moved[was] = file
	}
	return s.moved[was] == file
}

func (e Entry) holds(r finding.Result) bool {
	if r.Level > e.Level || r.Outcome == finding.Fail && e.Outcome == finding.Undecided {
		return false
	}
	return e.Observed == nil && r.Observed == nil || e.Observed != nil && r.Observed != nil && !r.WorseThan(*e.Observed)
}

func keyOf(r finding.Result) key { return key{r.Server, r.Path.String(), r.Rule} }

// recordable reports whether a result may stand in a baseline: a judgement of a
// rule that failed or could not be decided. What is said of waivers is not one.
func recordable(r finding.Result) bool {
	switch r.Rule {
	case finding.RuleSyntax, finding.RuleSchema, finding.RuleReference:
		return false
	}
	return r.Server != "" && !strings.HasPrefix(r.Rule, "waiver/") && r.Outcome.Open()
}

// Recorder collects what a new baseline holds.
type Recorder struct {
	files   Files
	entries []Entry
}

// NewRecorder makes one.
func NewRecorder(files Files) *Recorder { return &Recorder{files: files} }

// Add takes the failures among results.
func (c *Recorder) Add(results []finding.Result) {
	for _, r := range results {
		if recordable(r) {
			c.entries = append(c.entries, Entry{r.Server, c.files.Name(r.File), r.Path.String(), r.Rule, r.Outcome, r.Level, r.Observed, r.Unit})
		}
	}
}

// Bytes is the baseline as a file, in one order whatever the run's.
func (c *Recorder) Bytes() ([]byte, error) {
	entries := append([]Entry{}, c.entries...)
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Level, b.Level))
	})
	text, err := json.MarshalIndent(file{schema, entries}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the baseline: %w", err)
	}
	return append(text, '\n'), nil
}

// Len is how many failures there are to record.
func (c *Recorder) Len() int { return len(c.entries) }
