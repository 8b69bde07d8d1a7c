package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// maxSummary is how many bytes GitHub takes of a step's summary. Of a larger
// one it shows nothing.
const maxSummary = 1 << 20

// githubSummary writes Markdown for the page of a workflow run: the verdict, the
// counts, a table of findings for each server that has any, and the servers
// without. What matters most comes first, so that the cap takes the rest.
type githubSummary struct {
	w    io.Writer
	o    Options
	size int // bytes that may be written
	// sections are the tables by importance, as many as could be written at all.
	sections  [importances][]summarySection
	sizes     [importances]int
	clean     summarySection // servers without findings
	cleanSize int
	left      summaryLeft
}

// summarySection is a table: what stands above its rows, and the rows.
type summarySection struct {
	head string
	rows []string
}

// summaryLeft counts what found no room.
type summaryLeft struct{ findings, servers int }

// The order of the tables.
const (
	importantProblems = iota
	importantFailures
	importantRest
	importances
)

const (
	findingsHead = "| level | finding | rule | where |\n| --- | --- | --- | --- |\n"
	cleanHead    = "\n### Servers without findings\n\n| server | file | build |\n| --- | --- | --- |\n"
)

func newGitHubSummary(w io.Writer, o Options) Format {
	return &githubSummary{w: w, o: o, size: maxSummary, clean: summarySection{head: cleanHead}}
}

func (f *githubSummary) Server(s *Server) error {
	file := markdownCode(cut(f.o.spot(source.Range{}, s.File).file, maxName))
	name := markdownCode(cut(s.Name, maxName))
	headline := EscapeMarkdown(cut(s.Headline, maxMessage))
	rows := f.rows(withoutWaiting(s.Results))
	if len(rows) == 0 {
		row := "| " + name + " | " + file + " | " + headline + " |\n"
		if f.cleanSize += len(row); f.cleanSize > f.size {
			f.left.servers++
			return nil
		}
		f.clean.rows = append(f.clean.rows, row)
		return nil
	}
	head := fmt.Sprintf("\n### %s: server %s in %s\n\n", EscapeMarkdown(cut(s.Verdict, maxName)), name, file)
	if headline != "" {
		head += headline + "\n\n"
	}
	importance := importantRest
	if s.Verdict == "fail" {
		importance = importantFailures
	}
	f.keep(importance, summarySection{head + findingsHead, rows})
	return nil
}

func (f *githubSummary) Problems(ps []Problem) error {
	var rs []finding.Result
	for _, p := range ps {
		if p.Result.Server != "" { // a problem may name one
			p.Result.Message += " (server " + strconv.Quote(p.Result.Server) + ")"
		}
		rs = append(rs, p.Result)
	}
	if rows := f.rows(rs); len(rows) > 0 {
		f.keep(importantProblems, summarySection{"\n### Problems\n\n" + findingsHead, rows})
	}
	return nil
}

// keep holds on to as much of a section as could be written if nothing else was.
func (f *githubSummary) keep(importance int, s summarySection) {
	size := &f.sizes[importance]
	*size += len(s.head)
	for i, row := range s.rows {
		if *size += len(row); *size > f.size {
			f.left.findings += len(s.rows) - i
			s.rows = s.rows[:i]
			break
		}
	}
	if len(s.rows) > 0 {
		f.sections[importance] = append(f.sections[importance], s)
	}
}

// rows are the findings among rs, one each. Unlike a mark in a file, a page can
// say what became of a failure, so that the accepted ones are there too.
func (f *githubSummary) rows(rs []finding.Result) []string {
	all := f.o
	all.All = true
	var rows []string
	for _, r := range rs {
		if !all.marks(r) {
			continue
		}
		r = brief(r)
		words := EscapeMarkdown(r.Message)
		if r.Help != "" && !accepted(r) {
			words += "<br>" + EscapeMarkdown(r.Help)
		}
		if r.Waiver != nil {
			words += "<br>" + EscapeMarkdown("waived"+signature(r.Waiver))
		}
		rows = append(rows, fmt.Sprintf("| %s | %s | %s | %s |\n", label(r), words,
			markdownCode(r.Rule), markdownCode(cut(f.o.spot(r.Range, r.File).String(), maxName))))
	}
	return rows
}

// accepted reports whether somebody took the failure on himself, or a baseline
// records it.
func accepted(r finding.Result) bool { return r.Outcome == finding.Waived || r.Baselined }

func (f *githubSummary) Close(s finding.Summary) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## rackvet: %s\n\n%s in %s\n\n", EscapeMarkdown(cut(s.Verdict, maxName)), units.Several(s.Servers, "server"), units.Several(s.Files, "file"))
	b.WriteString("| errors | warnings | notes | undecided | waived | in the baseline | passed | skipped |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	fmt.Fprintf(&b, "| %d | %d | %d | %d | %d | %d | %d | %d |\n", s.Errors, s.Warnings, s.Notes, s.Undecided, s.Waived, s.Baselined, s.Passes, s.Skipped)

	room := f.size - b.Len() - maxFooter
	for _, sections := range f.sections {
		for _, section := range sections {
			f.left.findings += section.write(&b, &room)
		}
	}
	f.left.servers += f.clean.write(&b, &room)
	if f.left != (summaryLeft{}) {
		fmt.Fprintf(&b, "\nThe page holds 1 MiB at most. Left out: %s, %s without findings. The format text or json shows them.\n",
			units.Several(f.left.findings, "finding"), units.Several(f.left.servers, "server"))
	}
	_, err := io.WriteString(f.w, b.String())
	return err
}

// maxFooter is room kept for the line that says what was left out.
const maxFooter = 300

// write writes the section as far as there is room, and gives how many rows
// there was none for.
func (s summarySection) write(b *strings.Builder, room *int) int {
	for i, row := range s.rows {
		need := len(row)
		if i == 0 {
			need += len(s.head)
		}
		if need > *room {
			*room = 0 // what comes after matters less
			return len(s.rows) - i
		}
		if i == 0 {
			b.WriteString(s.head)
		}
		*room -= need
		b.WriteString(row)
	}
	return 0
}
