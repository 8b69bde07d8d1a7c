package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// MarkdownTag is the first line of a report in Markdown. It shows nowhere: by it,
// what comments on a pull request finds its own comment again, to write the next
// report in its place.
const MarkdownTag = "<!-- rackvet:report -->"

// markdownLimit is how many characters a comment may have on GitHub.
const markdownLimit = 65536

// markdownFormat writes a comment on a pull request: the verdict, problems, a
// section for each server that has findings, and a line for each that has none.
// Since the verdict stands first and the servers come worst first, it is written
// at the end. What is kept until then is what there may be room for.
type markdownFormat struct {
	w     io.Writer
	o     Options
	parts [markdownRanks]markdownPart
}

// The order of the parts of a report.
const (
	markdownProblems  = iota
	markdownFailed    // servers that fail
	markdownUndecided // servers without an answer
	markdownPassed    // servers that pass with findings
	markdownClean     // servers that pass without
	markdownRanks
)

// block is a piece of Markdown that is whole by itself: a report that is cut
// between two of them is well formed.
type block struct {
	text string
	loss loss // what is lost without it
}

// loss counts what had to be left out.
type loss struct{ blocks, findings, servers int }

func (l *loss) add(m loss) {
	l.blocks += m.blocks
	l.findings += m.findings
	l.servers += m.servers
}

// markdownPart is a list of blocks that there is room for, and what there was
// none for.
type markdownPart struct {
	blocks []block
	room   int
	lost   loss
}

// add takes blocks until one does not fit, and none from there on.
func (p *markdownPart) add(blocks ...block) {
	for _, b := range blocks {
		n := utf8.RuneCountInString(b.text)
		if p.lost == (loss{}) && n <= p.room {
			p.room -= n
			p.blocks = append(p.blocks, b)
			continue
		}
		p.lost.add(loss{blocks: 1})
		p.lost.add(b.loss)
	}
}

// markdownBetween is a part with the room that a head and a foot leave.
func markdownBetween(head, foot string) markdownPart {
	return markdownPart{room: markdownLimit - utf8.RuneCountInString(head+foot) - markdownCutRoom}
}

// write writes a part between a head and a foot, and what it lacks.
func (p *markdownPart) write(w io.Writer, head, foot string) error {
	var b strings.Builder
	b.WriteString(head)
	for _, piece := range p.blocks {
		b.WriteString(piece.text)
	}
	if p.lost != (loss{}) {
		b.WriteString(markdownCut(p.lost))
	}
	b.WriteString(foot)
	_, err := io.WriteString(w, b.String())
	return err
}

func newMarkdown(w io.Writer, o Options) Format {
	f := &markdownFormat{w: w, o: o}
	for i := range f.parts {
		f.parts[i].room = markdownLimit // as if there was nothing else
	}
	return f
}

func (f *markdownFormat) Server(s *Server) error {
	blocks, clean, err := f.server(s)
	rank := markdownPassed
	switch verdict := finding.Outcome(s.Verdict); {
	case verdict == finding.Fail:
		rank = markdownFailed
	case verdict == finding.Undecided:
		rank = markdownUndecided
	case clean:
		rank = markdownClean
	}
	f.parts[rank].add(blocks...)
	return err
}

func (f *markdownFormat) Problems(ps []Problem) error {
	var results []finding.Result
	for _, p := range ps {
		results = append(results, p.Result)
	}
	open, waived, known, err := markdownSorts(results)
	if err != nil {
		return err
	}
	part := &f.parts[markdownProblems]
	part.add(f.findings("\n### Problems\n", "", open)...)
	part.add(f.waived("", waived)...)
	part.add(f.known("", known)...)
	return nil
}

func (f *markdownFormat) Close(s finding.Summary) error {
	head, foot := f.head(s), f.foot()
	report := markdownBetween(head, foot)
	for _, part := range f.parts {
		report.add(part.blocks...)
		report.lost.add(part.lost)
	}
	return report.write(f.w, head, foot)
}

// head is the tag, the verdict, and what was counted.
func (f *markdownFormat) head(s finding.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n## rackvet: %s\n\n", MarkdownTag, EscapeMarkdown(cut(s.Verdict, maxName)))
	failed := failures(s)
	if len(failed) == 0 {
		failed = []string{"nothing failed"}
	}
	rest := append([]string{units.Several(s.Passes, "check") + " passed"}, nonzero(
		tally{s.Undecided, "undecided"}, tally{s.Skipped, "skipped"}, tally{s.Waived, "waived"}, tally{s.Baselined, "in the baseline"})...)
	fmt.Fprintf(&b, "%s in %s: **%s**; %s.\n", units.Several(s.Servers, "server"), units.Several(s.Files, "file"), strings.Join(failed, ", "), strings.Join(rest, ", "))
	if why := whyUndecided(s); why != "" {
		b.WriteString("It is undecided, since " + why + ".\n")
	}
	return b.String()
}

// foot says what wrote the report, and as of when.
func (f *markdownFormat) foot() string {
	words := "rackvet"
	if f.o.ToolVersion != "" {
		words += " " + f.o.ToolVersion
	}
	if f.o.Effective != "" {
		words += ", judged as of " + f.o.Effective
	}
	return "\n<sub>" + EscapeMarkdown(cut(words, maxName)) + "</sub>\n"
}

// markdownCutRoom is enough for any markdownCut.
const markdownCutRoom = 400

// markdownCut stands where a report was cut.
func markdownCut(l loss) string {
	var what []string
	for _, t := range []tally{{l.servers, "server"}, {l.findings, "finding"}} {
		if t.n > 0 {
			what = append(what, units.Several(t.n, t.sort))
		}
	}
	if len(what) == 0 {
		what = []string{"details"}
	}
	return fmt.Sprintf("\n> [!WARNING]\n> **The report is cut here**, since a comment holds %d characters at most. Not shown: %s. Other formats, such as text and json, have all.\n",
		markdownLimit, strings.Join(what, " and "))
}
