package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// What one server may take of a comment, so that there is room for others.
const (
	markdownRows  = 50  // findings of one sort
	markdownWords = 500 // characters of one text
)

// server gives the blocks of s: what it is, what was found worst first, how its
// memory is used, and what was waived or stands in the baseline. A server that
// is clean, without any of these, is a line to be unfolded.
func (f *markdownFormat) server(s *Server) (blocks []block, clean bool, err error) {
	open, waived, known, err := markdownSorts(withoutWaiting(s.Results))
	if err != nil {
		return nil, false, err
	}
	verdict, name := EscapeMarkdown(cut(s.Verdict, maxName)), markdownCode(cut(s.Name, maxName))
	what := EscapeMarkdown(cut(f.o.rel(s.File), maxName))
	if s.Headline != "" {
		what += ": " + EscapeMarkdown(cut(s.Headline, maxName))
	}
	memory := markdownMemory(s.Demand)
	if len(open)+len(waived)+len(known) == 0 {
		text := fmt.Sprintf("\n%s: server %s in %s\n", verdict, name, what)
		if memory != "" {
			text += markdownFold("memory", memory)
		}
		return []block{{text, loss{servers: 1}}}, true, nil
	}
	head := fmt.Sprintf("\n### %s: server %s\n\n%s\n", verdict, name, what)
	if blocks = f.findings(head, s.File, open); len(open) == 0 {
		blocks = []block{{text: head}}
	}
	blocks[0].loss.servers = 1
	if memory != "" {
		blocks = append(blocks, block{text: memory})
	}
	blocks = append(blocks, f.waived(s.File, waived)...)
	return append(blocks, f.known(s.File, known)...), false, nil
}

// markdownSorts parts what a comment shows of results: what is to be seen to, what was
// waived and what stands in the baseline.
func markdownSorts(results []finding.Result) (open, waived, known []finding.Result, err error) {
	for _, r := range results {
		if err := checkLevel(r); err != nil {
			return nil, nil, nil, err
		}
		switch {
		case r.Outcome == finding.Waived:
			waived = append(waived, r)
		case r.Outcome == finding.Fail && r.Baselined:
			known = append(known, r)
		case r.Outcome == finding.Fail, r.Outcome == finding.Undecided:
			open = append(open, r)
		}
	}
	return open, waived, known, nil
}

// findings gives a table of results, worst first, behind head.
func (f *markdownFormat) findings(head, file string, results []finding.Result) []block {
	results, more := worst(results)
	var rows []block
	for _, r := range results {
		label := label(r)
		if r.Outcome == finding.Fail {
			label = "**" + label + "**"
		}
		rows = append(rows, markdownRow(label, words(r.Message)+f.help(r), f.rule(r), f.where(r, file)))
	}
	return append(markdownTable(head, rows, "", "Finding", "Rule", "Where"), more...)
}

// waived gives a table of what was signed for.
func (f *markdownFormat) waived(file string, results []finding.Result) []block {
	results, more := worst(results)
	var rows []block
	for _, r := range results {
		var w finding.Waiver
		if r.Waiver != nil {
			w = *r.Waiver
		}
		if w.Until == "" {
			w.Until = "no end"
		}
		by := strings.TrimSpace(cut(w.By, maxName) + " " + cut(w.Ticket, maxName))
		rows = append(rows, markdownRow(r.Level.String(), words(r.Message), f.rule(r), words(w.Reason), EscapeMarkdown(by), words(w.Until), f.where(r, file)))
	}
	return append(markdownTable("\n**Waived**\n", rows, "", "Finding", "Rule", "Reason", "By", "Until", "Where"), more...)
}

// known gives, folded up, a list of what the baseline holds back.
func (f *markdownFormat) known(file string, results []finding.Result) []block {
	if len(results) == 0 {
		return nil
	}
	head := units.Several(len(results), "finding") + " in the baseline, no worse since"
	lost := loss{findings: len(results)}
	results, more := worst(results)
	var b strings.Builder
	for _, r := range results {
		fmt.Fprintf(&b, "- %s: %s (%s, %s)\n", r.Level, words(r.Message), f.rule(r), f.where(r, file))
	}
	for _, m := range more {
		b.WriteString(m.text)
	}
	return []block{{markdownFold(head, b.String()), lost}}
}

// worst orders results by how bad they are, what has no answer below a failure
// of its level, and takes as many as may be shown. What says how many more there
// are is a block.
func worst(results []finding.Result) ([]finding.Result, []block) {
	badness := func(r finding.Result) int {
		if r.Outcome == finding.Undecided {
			return 2*int(r.Level) - 1
		}
		return 2 * int(r.Level)
	}
	results = slices.Clone(results)
	slices.SortStableFunc(results, func(a, b finding.Result) int { return cmp.Compare(badness(b), badness(a)) })
	more := len(results) - markdownRows
	if more <= 0 {
		return results, nil
	}
	return results[:markdownRows], []block{{fmt.Sprintf("\nand %d more, which other formats show\n", more), loss{findings: more}}}
}

// words is a stranger's text of bearable length.
func words(s string) string { return EscapeMarkdown(cut(s, markdownWords)) }

func (f *markdownFormat) rule(r finding.Result) string { return markdownCode(cut(r.Rule, maxName)) }

// where says where r is, as short as its reader can do with, who knows the file.
func (f *markdownFormat) where(r finding.Result, file string) string {
	at := f.o.spot(r.Range, r.File)
	if at.lines && file != "" && at.file == f.o.spot(r.Range, file).file {
		return fmt.Sprintf("line %d", at.start.Line)
	}
	words := EscapeMarkdown(cut(at.String(), maxName))
	if file == "" && r.Server != "" { // a problem may name one
		words += ", server " + markdownCode(cut(r.Server, maxName))
	}
	return words
}

// help folds up, within a cell, what made a result and what to do.
func (f *markdownFormat) help(r finding.Result) string {
	lines := f.o.remarks(r)
	if r.Help != "" {
		lines = append(lines, r.Help)
	}
	if len(lines) == 0 {
		return ""
	}
	for i, line := range lines {
		lines[i] = words(line)
	}
	return "<details><summary>help</summary>" + strings.Join(lines, "<br>") + "</details>"
}

// markdownTable gives a block for each row. The first has the head of the table
// with it, behind head.
func markdownTable(head string, rows []block, columns ...string) []block {
	if len(rows) > 0 {
		rows[0].text = head + "\n" + markdownColumnsHead(columns...) + rows[0].text
	}
	return rows
}

// markdownColumnsHead is the head of a table, to which rows can be added.
func markdownColumnsHead(columns ...string) string {
	return markdownRow(columns...).text + strings.Repeat("| --- ", len(columns)) + "|\n"
}

// markdownRow is a row of a table. The cells must be Markdown.
func markdownRow(cells ...string) block {
	return block{"| " + strings.Join(cells, " | ") + " |\n", loss{findings: 1}}
}

// markdownFold hides text, which must be Markdown, behind a head, in which
// Markdown means nothing: it must be our own words.
func markdownFold(head, text string) string {
	return "\n<details><summary>" + head + "</summary>\n\n" + strings.Trim(text, "\n") + "\n\n</details>\n"
}
