package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// maxCell is how many characters of a text reach a column, so that one long name
// does not push all the others off the screen.
const maxCell = 60

// diffRow is a line of the table of a server: what changed, from what, to what, and
// by how much. The cells are harmless.
type diffRow struct{ label, base, head, delta string }

// rows are the parts, figures and workloads of a server.
func (s DiffServer) rows() []diffRow {
	cell := func(text string) string { return Escape(cut(text, maxCell)) }
	var rows []diffRow
	for _, p := range s.Parts {
		rows = append(rows, diffRow{partLabel(cut(p.Name, maxCell)), cell(p.Base.String()), cell(p.Head.String()), ""})
	}
	for _, f := range s.Figures {
		rows = append(rows, diffRow{f.label(), f.value(f.Base), f.value(f.Head), f.delta()})
	}
	for _, w := range s.Workloads {
		for _, m := range []struct {
			where string
			use   DiffMemory
		}{{"GPU", w.GPU}, {"RAM", w.Host}} {
			if m.use.equal() {
				continue
			}
			rows = append(rows, diffRow{m.where + " of " + Escape(cut(w.Kind+" "+w.Name, maxCell)), cell(m.use.Base.String()), cell(m.use.Head.String()), m.use.delta()})
		}
	}
	return rows
}

// diffText writes what people read.
type diffText struct {
	bytes.Buffer // the block that is being written
	done         bytes.Buffer
	long         bool // the block before has more than a line
	p            palette
	d            Diff
}

func writeDiffText(w io.Writer, d Diff, o Options) error {
	t := &diffText{p: newPalette(o.Color), d: d}
	for _, s := range d.Servers {
		t.server(s)
		t.end()
	}
	if len(d.Problems) > 0 {
		t.WriteString(t.p.strong.Sprint("problems") + "\n")
		t.results(d.Problems)
		t.end()
	}
	t.space(true)
	t.foot(o)
	_, err := io.WriteString(w, t.done.String()+t.String())
	return err
}

// end ends a block. An empty line stands between two of them, if one has more than
// a line.
func (t *diffText) end() {
	long := strings.Count(t.String(), "\n") > 1
	t.space(long)
	t.done.Write(t.Bytes())
	t.Reset()
	t.long = long
}

func (t *diffText) space(long bool) {
	if t.done.Len() > 0 && (long || t.long) {
		t.done.WriteByte('\n')
	}
}

// server writes what changed of one build.
func (t *diffText) server(s DiffServer) {
	t.WriteString(t.verdict(s).Sprint(s.title()) + ": server " + quote(cut(s.Name, maxName)) + " in " + Escape(cut(s.File, maxName)))
	if s.BaseFile != "" {
		t.WriteString(", was in " + Escape(cut(s.BaseFile, maxName)))
	}
	if (s.State == DiffAdded || s.State == DiffRemoved) && s.Headline != "" {
		t.WriteString(": " + Escape(cut(s.Headline, maxMessage)))
	}
	t.WriteByte('\n')
	if words := t.d.unjudged(s); words != "" {
		t.WriteString("  " + words + "\n")
	}
	if words := s.headline(); words != "" {
		t.WriteString("  " + t.p.strong.Sprint(words) + "\n")
	}
	t.table(s.rows())
	t.results(s.Results)
	if words := s.still(); words != "" {
		t.WriteString("  " + words + "\n")
	}
}

// verdict is the colour of a server's title.
func (t *diffText) verdict(s DiffServer) *color.Color {
	switch s.State {
	case DiffRemoved, DiffMoved:
		return t.p.dull
	case DiffUnclear:
		return t.p.open
	}
	return t.p.of(finding.Outcome(s.Verdict), finding.Error)
}

// table writes rows in columns.
func (t *diffText) table(rows []diffRow) {
	var label, base, head int
	for _, r := range rows {
		label, base, head = max(label, columns(r.label)), max(base, columns(r.base)), max(head, columns(r.head))
	}
	for _, r := range rows {
		line := fmt.Sprintf("    %s  %s → %s  %s", pad(r.label, label), pad(r.base, base), pad(r.head, head), r.delta)
		t.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// results writes a line for each result.
func (t *diffText) results(results []DiffResult) {
	change, level, rule := 0, 0, 0
	for _, r := range results {
		change, level, rule = max(change, len(r.Change)), max(level, len(standing(r.result()))), max(rule, columns(Escape(cut(r.Rule, maxCell))))
	}
	for _, r := range results {
		shown := r.result()
		words := Escape(cut(shown.Message, maxMessage))
		if m := r.margins(); m != "" {
			words += ", margin " + m
		}
		if shown.Waiver != nil {
			words += Escape(cut(", waived"+signature(shown.Waiver), maxMessage))
		}
		if (r.Change == DiffNew || r.Change == DiffWorse) && shown.Range.Start.Line > 0 {
			words += t.p.dull.Sprintf("  %s", place(shown.Range, shown.File))
		}
		t.WriteString("  " + t.mark(r).Sprint(pad(string(r.Change), change)) + "  " + pad(standing(shown), level) + "  " +
			t.p.dull.Sprint(pad(Escape(cut(r.Rule, maxCell)), rule)) + "  " + words + "\n")
	}
}

// mark is the colour of a change.
func (t *diffText) mark(r DiffResult) *color.Color {
	switch r.Change {
	case DiffNew, DiffWorse:
		return t.p.of(finding.Fail, r.result().Level)
	case DiffResolved, DiffBetter:
		return t.p.pass
	case DiffWaived, DiffDropped:
		return t.p.open
	}
	return t.p.dull
}

// foot says what was compared, and what it comes to.
func (t *diffText) foot(o Options) {
	d := t.d
	if len(d.Servers)+len(d.Problems) == 0 {
		fmt.Fprintf(t, "nothing changed from %s to %s: %s%s\n", d.Base, d.Head, units.Several(d.Head.Servers, "server"), d.Summary.known())
	} else {
		fmt.Fprintf(t, "from %s to %s, %s\n", d.Base, d.Head, d.Summary.sentence())
		for _, line := range []string{d.Summary.results(), d.totals()} {
			if line != "" {
				t.WriteString(line + "\n")
			}
		}
	}
	t.WriteString(d.judged())
	if o.Effective != "" {
		t.WriteString(", as of " + Escape(o.Effective))
	}
	t.WriteByte('\n')
}

// pad fills s up to so many columns. It must be harmless.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-columns(s)))
}
