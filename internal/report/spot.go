package report

import (
	"fmt"
	"path"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// How many characters of a message and of a name reach the formats that other
// programs display. Rules write far less; a hostile spec may write a megabyte.
const (
	maxMessage = 2000
	maxName    = 200
)

// cut shortens s to at most n characters, the last of which then says that it
// was cut.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	seen, keep := 0, 0
	for i := range s {
		if seen == n-1 {
			keep = i
		}
		if seen++; seen > n {
			return strings.ToValidUTF8(s[:keep], "\ufffd") + "…"
		}
	}
	return s
}

// brief is r with its texts cut to what others display.
func brief(r finding.Result) finding.Result {
	r.Rule, r.Server = cut(r.Rule, maxName), cut(r.Server, maxName)
	r.Message, r.Help = cut(r.Message, maxMessage), cut(r.Help, maxMessage)
	if r.Waiver != nil {
		w := *r.Waiver
		w.Reason, w.By, w.Until, w.Ticket = cut(w.Reason, maxMessage), cut(w.By, maxName), cut(w.Until, maxName), cut(w.Ticket, maxName)
		r.Waiver = &w
	}
	return r
}

// spot is a stretch of a file of the repository. Without lines it is the file as
// a whole.
type spot struct {
	file       string
	lines      bool
	start, end source.Pos
}

// spot gives the place of r, which is in file unless it says otherwise. Whatever
// r holds, lines and columns count from 1, and the end is not before the start.
func (o Options) spot(r source.Range, file string) spot {
	if r.File != "" {
		file = r.File
	}
	var s spot
	if file != "" {
		s.file = path.Clean(o.rel(file)) // consumers take no "./" in front
	}
	if r.Start.Line < 1 {
		return s
	}
	s.lines, s.start, s.end = true, r.Start, r.End
	s.start.Column = max(s.start.Column, 1)
	s.end.Column = max(s.end.Column, 1)
	if s.end.Line < s.start.Line || s.end.Line == s.start.Line && s.end.Column < s.start.Column {
		s.end = s.start
	}
	return s
}

// String is file:line.
func (s spot) String() string {
	if s.lines {
		return fmt.Sprintf("%s:%d", s.file, s.start.Line)
	}
	return s.file
}

// checkLevel refuses a result that would be shown at no level at all.
func checkLevel(r finding.Result) error {
	if r.Level < finding.Note || r.Level > finding.Error {
		return fmt.Errorf("write result of %s in %q: its level is invalid", r.Rule, r.File)
	}
	return nil
}

// lastLine is the last line of which a character belongs to s.
func (s spot) lastLine() int {
	if s.end.Column == 1 && s.end.Line > s.start.Line {
		return s.end.Line - 1
	}
	return s.end.Line
}
