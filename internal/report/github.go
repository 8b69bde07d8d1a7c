package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// maxAnnotations is how many annotations of each level GitHub shows of a step.
// It drops the rest without a word.
const maxAnnotations = 10

// githubFormat writes commands of GitHub's workflow runner, which makes
// annotations of them: of each level the ten that matter most, and after them
// how many more there are. If there is a step summary, it has them all.
type githubFormat struct {
	w       io.Writer
	o       Options
	summary Format // nil without a step summary
	// best are the commands to write, by level and rank.
	best map[finding.Level]*[ranks][]string
	n    map[finding.Level]int // of all there are
}

// The ranks of results of one level: what keeps servers from being judged at
// all comes first, what is no failure last.
const (
	rankProblem = iota
	rankFailure
	rankOther
	ranks
)

// commands are the runner's names of the levels.
var commands = map[finding.Level]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "notice"}

func newGitHub(w io.Writer, o Options) Format {
	f := &githubFormat{w: w, o: o, best: map[finding.Level]*[ranks][]string{}, n: map[finding.Level]int{}}
	for l := range commands {
		f.best[l] = new([ranks][]string)
	}
	if o.Summary != nil {
		f.summary = newGitHubSummary(o.Summary, o)
	}
	return f
}

func (f *githubFormat) Server(s *Server) error {
	for _, r := range withoutWaiting(s.Results) {
		rank := rankFailure
		if r.Outcome != finding.Fail || r.Baselined {
			rank = rankOther
		}
		if err := f.add(r, rank); err != nil {
			return err
		}
	}
	if f.summary == nil {
		return nil
	}
	return f.summary.Server(s)
}

func (f *githubFormat) Problems(ps []Problem) error {
	for _, p := range ps {
		if err := f.add(p.Result, rankProblem); err != nil {
			return err
		}
	}
	if f.summary == nil {
		return nil
	}
	return f.summary.Problems(ps)
}

func (f *githubFormat) add(r finding.Result, rank int) error {
	if !f.o.marks(r) {
		return nil
	}
	if err := checkLevel(r); err != nil {
		return err
	}
	l := severity(r)
	f.n[l]++
	if list := &f.best[l][rank]; len(*list) < maxAnnotations {
		*list = append(*list, f.command(r))
	}
	return nil
}

func (f *githubFormat) Close(s finding.Summary) error {
	var out bytes.Buffer
	var more []string
	for _, l := range []finding.Level{finding.Error, finding.Warning, finding.Note} {
		shown := 0
		for _, list := range f.best[l] {
			for _, c := range list[:min(len(list), maxAnnotations-shown)] {
				out.WriteString(c)
				shown++
			}
		}
		if left := f.n[l] - shown; left > 0 {
			more = append(more, units.Several(left, commands[l]))
		}
	}
	fmt.Fprintf(&out, "rackvet: %s, %s in %s\n", Escape(s.Verdict), units.Several(s.Servers, "server"), units.Several(s.Files, "file"))
	if len(more) > 0 {
		where := "the step summary has them"
		if f.summary == nil {
			where = "the format text or json shows them"
		}
		fmt.Fprintf(&out, "not annotated, since GitHub shows %d of a level: %s; %s\n", maxAnnotations, strings.Join(more, ", "), where)
	}
	if _, err := out.WriteTo(f.w); err != nil {
		return err
	}
	if f.summary == nil {
		return nil
	}
	if err := f.summary.Close(s); err != nil {
		return fmt.Errorf("write step summary: %w", err)
	}
	return nil
}

// command is r as one command of the runner.
func (f *githubFormat) command(r finding.Result) string {
	r = brief(r)
	at := f.o.spot(r.Range, r.File)
	var properties []string
	set := func(name string, value any) {
		properties = append(properties, name+"="+commandProperty.Replace(Escape(fmt.Sprint(value))))
	}
	if at.file != "" {
		set("file", at.file)
	}
	if at.lines {
		set("line", at.start.Line)
		if at.end.Line == at.start.Line {
			// The runner takes columns of a single line only.
			set("col", at.start.Column)
			set("endLine", at.end.Line)
			set("endColumn", at.end.Column)
		} else {
			set("endLine", at.lastLine())
		}
	}
	title := r.Rule
	if r.Server != "" {
		title += " in " + r.Server
	}
	set("title", cut(title, maxTitle))
	message := wording(r)
	if r.Help != "" {
		message += "\n" + Escape(r.Help)
	}
	return "::" + commands[severity(r)] + " " + strings.Join(properties, ",") + "::" + commandData.Replace(message) + "\n"
}

// maxTitle is how many characters GitHub takes of an annotation's title.
const maxTitle = 255

// What ends a command, a property or its name is written otherwise.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
