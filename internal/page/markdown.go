package page

import (
	"fmt"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// markdown writes the report for a page that typesets Markdown.
func (w *writer) markdown() []byte {
	v := w.view()
	m := &document{w: w}
	m.line("# Purchase report: %s", m.text(v.Title))
	if v.Day != "" {
		m.line("as of %s", m.text(v.Day))
	}
	if !v.Single || len(v.Problems) > 0 || v.Incomplete {
		m.line("**%s.** %s", capital(v.Verdict), v.Lead)
	}
	if v.Incomplete {
		m.line("Not everything could be judged. This report is no ground for an order.")
		m.items(v.Faults)
	}
	if !v.Single && len(v.Servers) > 0 {
		var rows [][]string
		for _, s := range v.Servers {
			most := ""
			if s.Foremost != nil {
				most = s.Foremost.Words
			}
			rows = append(rows, []string{"**" + s.Server.Verdict + "**", m.text(s.Name), m.text(s.File), m.text(s.Headline), m.text(most)})
		}
		m.table([]string{"verdict", "server", "file", "what it is", "what decides, or is closest to its limit"}, rows)
	}
	if len(v.Problems) > 0 {
		m.line("## About the run as a whole")
		m.findings(v.Problems)
	}
	for _, s := range v.Servers {
		m.server(s)
	}
	m.record(v)
	return []byte(m.String())
}

// document is Markdown in the making. What goes into its lines must be Markdown.
type document struct {
	strings.Builder
	w *writer
}

// text is a stranger's text of bearable length, as Markdown.
func (m *document) text(s string) string { return m.w.Markdown(shorten(s, maxText)) }

// line writes a block that stands by itself.
func (m *document) line(format string, args ...any) {
	if m.Len() > 0 {
		m.WriteByte('\n')
	}
	fmt.Fprintf(m, format+"\n", args...)
}

func (m *document) items(texts []string) {
	for i, t := range texts {
		if i == 0 {
			m.WriteByte('\n')
		}
		m.WriteString("- " + m.text(t) + "\n")
	}
}

// table writes rows of cells, which must be Markdown; nothing where there are none.
func (m *document) table(head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	m.line("| %s |\n%s|", strings.Join(head, " | "), strings.Repeat("| --- ", len(head)))
	for _, cells := range rows {
		m.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
}

// checks writes what decided a verdict.
func (m *document) checks(before string, checks []check) {
	if len(checks) == 0 {
		return
	}
	if before != "" {
		m.line("%s", before)
	}
	for i, c := range checks {
		if i == 0 {
			m.WriteByte('\n')
		}
		text := "- " + c.Sign + ": " + m.text(c.Words)
		if c.Distance != "" {
			text += " (" + c.Distance + ")"
		}
		if c.Advice != "" {
			text += ". " + m.text(c.Advice)
		}
		m.WriteString(text + "\n")
	}
}

// findings writes checks with all that is known of them.
func (m *document) findings(checks []check) {
	var rows [][]string
	for _, c := range checks {
		words := "**" + m.text(c.Words) + "**"
		if c.Advice != "" {
			words += " " + m.text(c.Advice)
		}
		rows = append(rows, []string{c.Sign, words, m.numbers(c), m.evidence(c), m.text(c.Rule), m.text(c.Where)})
	}
	m.table([]string{"result", "finding", "observed, limit, margin", "evidence", "rule", "where"}, rows)
}

func (m *document) numbers(c check) string {
	var parts []string
	for _, s := range []string{c.Seen, c.Allowed, c.Distance} {
		if s != "" {
			parts = append(parts, m.text(s))
		}
	}
	return strings.Join(parts, ", ")
}

func (m *document) evidence(c check) string {
	var parts []string
	for _, in := range c.Inputs {
		text := in.Name + " " + in.Value
		if in.Formula != "" {
			text += " = " + in.Formula
		}
		if in.Where != "" {
			text += " (" + in.Where + ")"
		}
		parts = append(parts, m.text(text))
	}
	for _, b := range c.Besides {
		parts = append(parts, m.text(b))
	}
	return strings.Join(parts, "<br>")
}

func (m *document) record(v *view) {
	m.line("## On record")
	var rows [][]string
	for _, s := range append([]Setting{{"rackvet", v.Tool.Version}, {"effective time", v.Effective}}, v.Settings...) {
		rows = append(rows, []string{m.text(s.Name), m.text(s.Value)})
	}
	m.table([]string{"how it was judged", ""}, rows)
	rows = nil
	for _, d := range v.Digests {
		rows = append(rows, []string{m.text(strings.TrimSpace(d.What + " " + d.Name)), "`" + d.SHA256 + "`"})
	}
	m.table([]string{"what", "SHA-256"}, rows)
	rows = nil
	for _, p := range v.Sources {
		rows = append(rows, []string{m.text(p.Name), m.text(p.Source)})
	}
	m.table([]string{"part", "where its figures come from"}, rows)
}

// memory writes a demand and its parts.
func (m *document) memory(x memoryView) {
	switch {
	case x.Missing != "":
		m.line("%s: not known: %s", x.Title, m.text(x.Missing))
	case x.Bytes > 0:
		text := x.Title + ": **" + units.PrintBytes(x.Bytes) + "**"
		if x.Room > 0 {
			text += " of " + units.PrintBytes(x.Room) + ", " + share(x.Bytes, x.Room)
		}
		if x.Low < x.High {
			text += "; " + m.text(x.Confidence) + ", " + units.PrintBytes(x.Low) + " to " + units.PrintBytes(x.High)
		}
		m.line("%s", text)
	}
	if x.Bar != nil {
		var rows [][]string
		for _, s := range x.Bar.Segments {
			rows = append(rows, []string{m.text(s.Name), s.Text, m.text(s.Formula)})
		}
		m.table([]string{"part", "size", "how it is computed"}, rows)
	}
	if x.Note != "" {
		m.line("%s", m.text(x.Note))
	}
	m.checks("", x.Judged)
}
