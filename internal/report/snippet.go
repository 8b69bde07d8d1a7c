package report

import (
	"strings"
	"unicode/utf8"

	"github.com/rackvet/rackvet/internal/source"
)

// maxColumns is the longest source line shown where the width is not known.
const maxColumns = 200

// Snippet is a source line ready to be shown, and what to underline in it.
// Start and Width are columns of a terminal, counted from 0 in Text.
type Snippet struct {
	Line  int
	Text  string
	Start int
	Width int
}

// cell is one user-perceived character of a source line.
type cell struct {
	shown   string
	columns int
}

// NewSnippet gives the first line of r in f, cut to limit columns around the
// caret; a limit of 0 is 200. Of a range over several lines, the rest of the
// first is underlined. It gives false if there is no such line: no file, no
// range, a range of another file or past the end.
func NewSnippet(f *source.File, r source.Range, limit int) (Snippet, bool) {
	if f == nil || r.Start.Line < 1 || r.File != "" && r.File != f.Path {
		return Snippet{}, false
	}
	if r.Start.Line > f.Pos(len(f.Bytes)).Line {
		return Snippet{}, false
	}
	if limit <= 0 {
		limit = maxColumns
	}
	line := f.Line(r.Start.Line)
	start, end := max(r.Start.Column, 1)-1, len(line)
	if r.End.Line == r.Start.Line {
		end = r.End.Column - 1
	} else {
		line = strings.TrimRight(line, " \t")
	}
	text, start, end := near(line, start, max(start, end))
	cells, first, last := split(text, start, end)
	return Snippet{Line: r.Start.Line}.fill(cells, first, last, limit), true
}

// near cuts a very long line to the neighbourhood of its column start, in
// code points, before anything costly is done with it.
func near(line string, start, end int) (string, int, int) {
	const before, after = 1000, 4000
	if len(line) <= before+after {
		return line, start, end
	}
	drop := max(0, min(start, utf8.RuneCountInString(line))-before)
	line = line[offset(line, drop):]
	return line[:offset(line, before+after)], start - drop, end - drop
}

// offset is the byte at which code point n of s starts, or the end of s.
func offset(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// split takes line apart and turns code points [start, end) into cells
// [first, last), at least one. Half-covered characters are covered whole.
func split(line string, start, end int) (cells []cell, first, last int) {
	first, last = -1, -1
	point := 0
	for raw, shown := range pieces(line) {
		c := cell{shown, 0}
		if raw == "\t" {
			c.shown = strings.Repeat(" ", tabColumns)
		}
		c.columns = columns(c.shown)
		point += utf8.RuneCountInString(raw)
		if first < 0 && start < point {
			first = len(cells)
		}
		if last < 0 && end <= point {
			last = len(cells) + 1
		}
		cells = append(cells, c)
	}
	if first < 0 {
		first = len(cells) // behind the line: something is missing there
	}
	if last < 0 {
		last = len(cells)
	}
	return cells, first, max(last, first+1)
}

// fill joins the cells that fit into limit columns. The caret's start always
// does, with a third of the room before it, or more where the end of the line
// leaves some.
func (s Snippet) fill(cells []cell, first, last, limit int) Snippet {
	from, room := 0, limit
	if tail := measure(cells); tail > limit {
		room -= 2 // for a mark at either end
		for before := measure(cells[:first]); from < first && before > limit/3 && tail > room; from++ {
			before -= cells[from].columns
			tail -= cells[from].columns
		}
	}
	var b strings.Builder
	if from > 0 {
		b.WriteString("…")
	}
	used, i := 0, from
	for ; i < len(cells) && used+cells[i].columns <= room; i++ {
		b.WriteString(cells[i].shown)
		used += cells[i].columns
	}
	if i < len(cells) {
		b.WriteString("…")
	}
	mark := min(from, 1)
	s.Text = strings.TrimRight(b.String(), " ")
	s.Start = mark + measure(cells[from:min(first, i)])
	s.Width = max(1, measure(cells[min(first, i):min(last, i)]))
	return s
}

func measure(cells []cell) int {
	total := 0
	for _, c := range cells {
		total += c.columns
	}
	return total
}
