package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// writeDiffMarkdown writes a comment on a pull request: what it comes to, then a
// section for each server, worst first. Like that of lint it begins with
// MarkdownTag, and is cut between blocks where a comment ends.
func writeDiffMarkdown(w io.Writer, d Diff, o Options) error {
	f := &markdownFormat{o: o}
	head := d.markdownHead()
	foot := "\n<sub>" + EscapeMarkdown(d.judged()) + "</sub>\n" + f.foot()
	body := markdownBetween(head, foot)
	if len(d.Problems) > 0 {
		body.add(f.diffResults("\n### Problems\n", "", d.Problems)...)
	}
	for _, s := range d.Servers {
		body.add(f.diffServer(d, s)...)
	}
	return body.write(w, head, foot)
}

// markdownHead is the tag, and what it comes to.
func (d Diff) markdownHead() string {
	var b strings.Builder
	title := "nothing changed"
	switch {
	case d.Summary.Worse:
		title = "something got worse"
	case len(d.Servers)+len(d.Problems) > 0:
		title = "nothing got worse"
	}
	fmt.Fprintf(&b, "%s\n## rackvet: %s\n\n", MarkdownTag, title)
	fmt.Fprintf(&b, "From %s to %s, %s.\n", markdownCode(d.Base.String()), markdownCode(d.Head.String()), d.Summary.sentence())
	for _, line := range []string{d.Summary.results(), d.totals()} {
		if line != "" {
			b.WriteString("\n" + EscapeMarkdown(line) + "\n")
		}
	}
	return b.String()
}

// diffServer gives the blocks of one build.
func (f *markdownFormat) diffServer(d Diff, s DiffServer) []block {
	where := EscapeMarkdown(cut(s.File, maxName))
	if s.BaseFile != "" {
		where += ", was in " + EscapeMarkdown(cut(s.BaseFile, maxName))
	}
	if (s.State == DiffAdded || s.State == DiffRemoved) && s.Headline != "" {
		where += ": " + EscapeMarkdown(cut(s.Headline, maxName))
	}
	head := fmt.Sprintf("\n### %s: server %s\n\n%s\n", EscapeMarkdown(s.title()), markdownCode(cut(s.Name, maxName)), where)
	if words := d.unjudged(s); words != "" {
		head += "\n" + EscapeMarkdown(words) + "\n"
	}
	if words := s.headline(); words != "" {
		head += "\n**" + EscapeMarkdown(words) + "**\n"
	}
	blocks := []block{{head, loss{servers: 1}}}
	if rows := s.rows(); len(rows) > 0 {
		text := "\n" + markdownColumnsHead("", "before", "after", "change")
		for i, r := range rows {
			if i == markdownRows {
				text += markdownRow(fmt.Sprintf("and %d more", len(rows)-i), "", "", "").text
				break
			}
			text += markdownRow(EscapeMarkdown(r.label), EscapeMarkdown(r.base), EscapeMarkdown(r.head), EscapeMarkdown(r.delta)).text
		}
		blocks = append(blocks, block{text: text})
	}
	var told, quiet []DiffResult
	for _, r := range s.Results {
		if r.quiet() {
			quiet = append(quiet, r)
			continue
		}
		told = append(told, r)
	}
	blocks = append(blocks, f.diffResults("", s.File, told)...)
	if words := s.still(); words != "" {
		blocks = append(blocks, block{text: "\n" + EscapeMarkdown(words) + "\n"})
	}
	return append(blocks, f.diffQuiet(quiet)...)
}

// diffResults gives a table of results behind head.
func (f *markdownFormat) diffResults(head, file string, results []DiffResult) []block {
	var rows []block
	for i, r := range results {
		if i == markdownRows {
			rows = append(rows, block{fmt.Sprintf("\nand %d more\n", len(results)-i), loss{findings: len(results) - i}})
			break
		}
		shown := r.result()
		change := string(r.Change)
		if r.Change == DiffNew || r.Change == DiffWorse {
			change = "**" + change + "**"
		}
		text := words(shown.Message)
		if m := r.margins(); m != "" {
			text += ", margin " + EscapeMarkdown(m)
		}
		if shown.Waiver != nil {
			text += words(", waived" + signature(shown.Waiver))
		}
		where := ""
		if r.Head != nil {
			text += f.help(shown)
			where = f.where(shown, file)
		}
		rows = append(rows, markdownRow(change, EscapeMarkdown(standing(shown)), text, f.rule(shown), where))
	}
	return markdownTable(head, rows, "", "Level", "Finding", "Rule", "Where")
}

// diffQuiet folds up what failed on neither side.
func (f *markdownFormat) diffQuiet(results []DiffResult) []block {
	if len(results) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString(markdownColumnsHead("", "Rule", "Margin", "Finding"))
	for i, r := range results {
		if i == markdownRows {
			fmt.Fprintf(&b, "\nand %d more\n", len(results)-i)
			break
		}
		shown := r.result()
		b.WriteString(markdownRow(string(r.Change), f.rule(shown), EscapeMarkdown(r.margins()), words(shown.Message)).text)
	}
	return []block{{markdownFold(units.Several(len(results), "check")+" that failed on neither side", b.String()), loss{findings: len(results)}}}
}
