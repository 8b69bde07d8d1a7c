package lint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/validate"
	"github.com/rackvet/rackvet/internal/waive"
)

// File is a file to lint. Read gives its bytes.
type File struct {
	Path string
	// Named files are linted whatever is in them; others only if they look like specs.
	Named bool
	Read  func() ([]byte, error)
	// Beside is where the other files are that it reads; nil is the disk.
	Beside Beside
}

// Result is what was found in one file.
type Result struct {
	File string
	// Skipped says that the file is none of rackvet's.
	Skipped bool
	Source  *source.File
	Servers []Server
	// Catalog is that of the run with what the file describes itself.
	Catalog *catalog.Catalog
	// Problems are the faults that belong to no server.
	Problems []finding.Result
	// Reads are the files that went into it, its own among them where it could be read.
	Reads []*source.File
	// Missing are the paths of those that it names and that could not be opened.
	Missing []string
	// Variables are those that the file declares or includes.
	Variables []string
	// Errors are what kept rackvet from judging.
	Errors []error
}

// Paths are those of the files that went into r, its own first. What is missing is
// among them: were it there, r would be another.
func (r *Result) Paths() []string {
	paths := []string{r.File}
	for _, f := range r.Reads {
		if f.Path != r.File {
			paths = append(paths, f.Path)
		}
	}
	return append(paths, r.Missing...)
}

// Server is what was found about one server.
type Server struct {
	Name string
	// Verdict is settled once the file's turn has come.
	Verdict string
	// Input is nil where the server does not fit the schema. Place turns a judgement
	// of the server into a result.
	Input *enrich.Input
	Place func(policy.Judgement) (finding.Result, error) `json:"-"`
	// Waivers are those of its file for rules that are judged after the run.
	Waivers []*waive.Waiver `json:"-"`
	Results []finding.Result

	unfinished bool // a rule could not be evaluated
}

// Add gives s results that came up after it was judged, which count for its verdict
// as the others do.
func (s *Server) Add(results []finding.Result, o Options) {
	s.Results = append(s.Results, results...)
	finding.Sort(s.Results)
	s.Verdict = Worse(s.Verdict, Verdict(results, o))
}

// The verdicts.
const (
	Pass      = "pass"
	Fail      = "fail"
	Undecided = "undecided"
)

// stages takes one file through the pipeline.
func (l *Linter) stages(ctx context.Context, checker *validate.Checker, f File) *Result {
	r := &Result{File: f.Path}
	text, err := f.Read()
	if err != nil {
		at := source.Range{File: f.Path, Start: source.Pos{Line: 1, Column: 1}, End: source.Pos{Line: 1, Column: 1}}
		r.Problems = []finding.Result{fault("the file can't be read: "+err.Error(), at)}
		return r
	}
	file := source.NewFile(f.Path, text)
	if !f.Named && !document.HasRootBlock(file.Bytes) {
		r.Skipped = true
		return r
	}
	r.Source = file
	doc := document.Read(r.Source, document.Options{Variables: l.options.Variables, Open: beside(f).Include, Config: beside(f).Config})
	r.Variables, r.Reads, r.Missing = doc.Variables, doc.Reads, doc.Missing
	faults := append(doc.Faults, checker.Document(doc)...)
	parts, more := enrich.Extend(l.catalog, doc)
	r.Catalog = parts
	faults = append(faults, more...)
	waivers, more := l.inline(doc)
	faults = append(faults, more...)
	for _, b := range doc.Servers() {
		s := l.server(ctx, parts, b, faults, waivers[b.Label(0)], r)
		r.Servers = append(r.Servers, s)
	}
	for _, fault := range faults {
		if !slices.ContainsFunc(r.Servers, func(s Server) bool { return s.Name == fault.Server }) || fault.Server == "" {
			r.Problems = append(r.Problems, fault)
		}
	}
	l.sign(r.Problems)
	return r
}

// server judges one server. One that does not fit the schema is not judged:
// rules would stumble over what it lacks, and say so twice.
func (l *Linter) server(ctx context.Context, c *catalog.Catalog, b *document.Block, faults []finding.Result, waivers []*waive.Waiver, r *Result) Server {
	s, broken := Server{Name: b.Label(0)}, len(r.Errors)
	for _, f := range faults {
		if f.Server == s.Name {
			s.Results = append(s.Results, f)
		}
	}
	if len(s.Results) == 0 {
		in := enrich.Compute(b, c)
		in.Server.File = l.rel(r.File)
		s.Input = in
		s.Place = func(j policy.Judgement) (finding.Result, error) { return l.place(b, j) }
		if l.engine != nil {
			waivers, s.Waivers = l.later(waivers)
			s.Results = l.waive(s.Name, append(s.Results, l.judge(ctx, b, in, r)...), waivers)
		}
	}
	l.sign(s.Results)
	s.unfinished = len(r.Errors) > broken
	return s
}

// ServerError is what kept rules from judging a server.
type ServerError struct {
	File, Server string
	Err          error
}

func (e *ServerError) Error() string {
	return fmt.Sprintf("%s: server %q: %v", e.File, e.Server, e.Err)
}

// Unwrap gives the reason.
func (e *ServerError) Unwrap() error { return e.Err }

// judge evaluates the policies and gives their judgements places.
func (l *Linter) judge(ctx context.Context, b *document.Block, in *enrich.Input, r *Result) []finding.Result {
	judgements, err := l.engine.Eval(ctx, in)
	if l.options.Outside != nil {
		more, outside := l.options.Outside.Eval(ctx, in)
		judgements, err = append(judgements, more...), errors.Join(err, outside)
	}
	var results []finding.Result
	for _, j := range judgements {
		j.Evidence = append(j.Evidence, unconfirmed(j, in)...)
		result, wrong := l.place(b, j)
		if wrong != nil {
			err = errors.Join(err, &policy.RuleError{Rule: j.Rule.ID, Err: wrong})
			continue
		}
		result.Unresolved = unresolved(result, in)
		results = append(results, result)
	}
	if err != nil {
		r.Errors = append(r.Errors, &ServerError{r.File, in.Server.Name, err})
	}
	return results
}

// place turns the paths of a judgement into ranges of the file, and holds its level
// to what is allowed. A path that leads nowhere is the error.
func (l *Linter) place(b *document.Block, j policy.Judgement) (finding.Result, error) {
	if err := known(b, j); err != nil {
		return finding.Result{}, err
	}
	if most := l.options.Levels[j.Rule.ID]; most != 0 {
		j.Level = min(j.Level, most)
	}
	at := b.Locate(j.Path)
	out := finding.Result{
		Rule: j.Rule.ID, Outcome: j.Outcome, Level: j.Level, Message: j.Message, Help: j.Help,
		Server: b.Label(0), File: at.File, Range: at, Path: j.Path, Related: j.Related,
		Observed: j.Observed, Limit: j.Limit, Unit: j.Unit, Margin: j.Margin, Evidence: j.Evidence,
	}
	for i := range out.Evidence {
		if e := &out.Evidence[i]; len(e.Path) > 0 {
			e.Line = b.Locate(e.Path).Start.Line
		}
	}
	out.Fixes = slices.Clone(j.Fixes)
	for i := range out.Fixes {
		f := &out.Fixes[i]
		if at, text, ok := b.Edit(f.Path, f.Value); ok {
			f.Range, f.Text = &at, text
		}
	}
	for i := range out.Related {
		out.Related[i].Range = b.Locate(out.Related[i].Path)
	}
	return out, nil
}

// known says which path of a judgement leads nowhere, and which fix can't be written.
func known(b *document.Block, j policy.Judgement) error {
	err := b.Knows(j.Path)
	for _, r := range j.Related {
		err = errors.Join(err, b.Knows(r.Path))
	}
	for _, e := range j.Evidence {
		err = errors.Join(err, b.Knows(e.Path))
	}
	for _, f := range j.Fixes {
		if wrong := b.Takes(f.Path, f.Value); wrong != nil {
			err = errors.Join(err, fmt.Errorf("fix: %w", wrong))
		}
	}
	return err
}

func fault(message string, at source.Range) finding.Result {
	return finding.Result{Rule: finding.RuleSyntax, Outcome: finding.Fail, Level: finding.Error, Message: message, File: at.File, Range: at}
}

// sign orders results and gives them their fingerprints.
func (l *Linter) sign(results []finding.Result) {
	finding.Sort(results)
	for i := range results {
		results[i].Sign(l.options.Rel)
	}
}
