package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// What GitHub's code scanning takes of a run. Of the results it keeps 5,000, by its
// documentation the worst, and those stand first.
const (
	maxSarifResults = 25_000
	maxSarifRules   = 25_000
)

// sarifFormat writes SARIF 2.1.0: one run, with all rules and the results that
// need attention, worst first. They can only be written once all are known.
type sarifFormat struct {
	w         io.Writer
	o         Options
	most      int // results that may be written
	mostRules int // rules that may be written
	kept      map[finding.Level][]*sarifResult
	n         int // results kept
	left      int // results left out since there are too many
	hashed    *source.File
	hashes    []string // of hashed, by line
	notes     []sarifNote
	failed    bool // a rule could not be evaluated
	// baseline says that a result is in the baseline: SARIF then wants all the
	// others called new.
	baseline bool
}

func newSarif(w io.Writer, o Options) Format {
	return &sarifFormat{w: w, o: o, most: maxSarifResults, mostRules: maxSarifRules, kept: map[finding.Level][]*sarifResult{}}
}

func (f *sarifFormat) Server(s *Server) error {
	for _, r := range s.Results {
		if err := f.add(r, s.Source); err != nil {
			return err
		}
	}
	return nil
}

func (f *sarifFormat) Problems(ps []Problem) error {
	for _, p := range ps {
		if p.Result.Rule == finding.RuleBroken && !f.o.Policies {
			f.failed = true // a run that is about specs did not get through
			if p.Result.File != "" {
				f.notes = append(f.notes, sarifNote{Level: severity(p.Result), Message: sarifText(sentence(brief(p.Result)))})
			}
		}
		if err := f.add(p.Result, p.Source); err != nil {
			return err
		}
	}
	return nil
}

// add keeps r if it is to be written. If that makes too many, the last of the
// mildest goes.
func (f *sarifFormat) add(r finding.Result, src *source.File) error {
	if !f.o.marks(r) {
		return nil
	}
	if err := checkLevel(r); err != nil {
		return err
	}
	if r.File == "" && r.Range.File == "" {
		// A result must have a place, or GitHub refuses the whole file.
		f.notes = append(f.notes, sarifNote{Level: severity(r), Message: sarifText(sentence(brief(r)))})
		return nil
	}
	s := f.result(r, src)
	f.kept[s.Level] = append(f.kept[s.Level], s)
	f.baseline = f.baseline || s.BaselineState != ""
	if f.n++; f.n <= f.most {
		return nil
	}
	for _, l := range []finding.Level{finding.Note, finding.Warning, finding.Error} {
		if last := len(f.kept[l]) - 1; last >= 0 {
			f.kept[l] = f.kept[l][:last]
			break
		}
	}
	f.n--
	f.left++
	return nil
}

func (f *sarifFormat) Close(s finding.Summary) error {
	rules, index := f.rules()
	if f.left > 0 {
		f.note("%s left out: a run holds %d at most, and these are the mildest and last", units.Several(f.left, "result"), f.most)
	}
	if over := len(rules) - f.mostRules; over > 0 {
		f.note("%s left out: a run holds %d at most", units.Several(over, "rule"), f.mostRules)
		rules = rules[:f.mostRules]
	}
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "rackvet", Version: f.o.ToolVersion, InformationURI: "https://github.com/rackvet/rackvet", Rules: rules}},
		ColumnKind: "unicodeCodePoints",
		Properties: sarifRunProperties{Summary: s, EffectiveTime: f.o.Effective},
	}
	if len(f.notes) > 0 {
		run.Invocations = []sarifInvocation{{ExecutionSuccessful: !f.failed, Notes: f.notes}}
	}
	head, err := marshal(run)
	if err != nil {
		return fmt.Errorf("write rules: %w", err)
	}
	w := bufio.NewWriter(f.w)
	w.WriteString(`{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[`)
	w.Write(EscapeJSON(bytes.TrimSuffix(head, []byte("}"))))
	w.WriteString(`,"results":[`)
	comma := ""
	for _, l := range []finding.Level{finding.Error, finding.Warning, finding.Note} {
		for _, r := range f.kept[l] {
			if i, ok := index[r.RuleID]; ok && i < len(rules) {
				r.RuleIndex = &i
			}
			if f.baseline && r.BaselineState == "" {
				r.BaselineState = "new"
			}
			b, err := marshal(r)
			if err != nil {
				return fmt.Errorf("write result of %s: %w", r.RuleID, err)
			}
			w.WriteString(comma + "\n")
			w.Write(EscapeJSON(b))
			comma = ","
		}
	}
	w.WriteString("]}]}\n")
	return w.Flush() // which gives the first error there was
}

// note tells the reader of the log something about the run.
func (f *sarifFormat) note(format string, args ...any) {
	f.notes = append(f.notes, sarifNote{Level: finding.Warning, Message: sarifMessage{Text: fmt.Sprintf(format, args...)}})
}

// hash is what code scanning knows a line of src by, or "".
func (f *sarifFormat) hash(src *source.File, line int) string {
	if src == nil {
		return ""
	}
	if f.hashed != src { // results come file by file
		f.hashed, f.hashes = src, lineHashes(src)
	}
	if line > len(f.hashes) {
		return ""
	}
	return f.hashes[line-1]
}
