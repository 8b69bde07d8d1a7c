// Package lint is the pipeline: it takes spec files through reading,
// validation, enrichment and policies, several at a time, and hands on what
// was found file by file, in order.
package lint

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/rackvet/rackvet/internal/baseline"
	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/validate"
	"github.com/rackvet/rackvet/internal/waive"
)

// Options are a run's settings.
type Options struct {
	Variables map[string]string // of --var and --var-file
	// FailOn is the level at which a failing result fails its server.
	FailOn finding.Level
	// UndecidedFails makes an undecided error-level result fail its server.
	UndecidedFails bool
	// Levels cap the levels of results, by rule.
	Levels map[string]finding.Level
	// Waivers are the config's; nil where nothing is waived.
	Waivers *waive.Set
	// InlineWaivers says whether comments in specs waive too, RuleKnown whether
	// there is a rule of an id; it is needed where they do.
	InlineWaivers bool
	RuleKnown     func(id string) error
	// Baseline marks the failures that are known; nil for none.
	Baseline *baseline.Set
	// Reported says of which results the run tells, by the files that went into
	// them; the others are judged and left out. Nil tells of all.
	Reported func(paths []string) bool
	// Outside judges by rules that are not built in; nil for none.
	Outside interface {
		Eval(ctx context.Context, input any) ([]policy.Judgement, error)
	}
	// Later says of a rule that its results come after the run; nil is none.
	Later func(rule string) bool
	// Seen gets every result in the order of the files, those that are not reported
	// too; nil for nobody.
	Seen func(*Result)
	// Rel gives a file's path from the top of its repository, for fingerprints that
	// are the same wherever rackvet is started; nil leaves paths as they are.
	Rel func(file string) string
	// Workers is how many files are worked on at once; 0 is one a processor.
	Workers int
}

// Linter holds what all files share: the catalogue and the prepared policies.
type Linter struct {
	options Options
	catalog *catalog.Catalog
	engine  *policy.Engine
}

// New makes a linter of a prepared engine. Without one, servers are enriched
// and not judged.
func New(c *catalog.Catalog, e *policy.Engine, o Options) *Linter {
	if o.FailOn == 0 {
		o.FailOn = finding.Error
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return &Linter{options: o, catalog: c, engine: e}
}

// Run lints the files and calls emit with each one's result, in the order of
// the files. At most a few results wait at a time, so that memory does not
// grow with their number. The summary covers all; the error joins what kept
// rackvet itself from doing its job, after the rest was done all the same. An
// error of emit ends the run at once.
func (l *Linter) Run(ctx context.Context, files []File, emit func(*Result) error) (Summary, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	queue := make(chan job, l.options.Workers)   // for the workers
	order := make(chan job, 4*l.options.Workers) // for emit, in order
	go feed(ctx, files, queue, order)
	for range min(l.options.Workers, len(files)) {
		go l.work(ctx, queue)
	}
	summary := newSummary()
	var broken []error
	for j := range order {
		var r *Result
		select {
		case r = <-j.done:
		case <-ctx.Done():
			return summary.finish(), ctx.Err()
		}
		l.know(r)
		if l.options.Seen != nil {
			l.options.Seen(r)
		}
		if l.options.Reported != nil && !l.options.Reported(r.Paths()) {
			summary.leaveOut(r)
			continue
		}
		summary.add(r, l.options)
		if len(broken) < maxBroken {
			broken = append(broken, r.Errors...)
		}
		if err := emit(r); err != nil {
			return summary.finish(), err
		}
	}
	if err := ctx.Err(); err != nil { // the feed may have stopped between two files
		return summary.finish(), err
	}
	return summary.finish(), errors.Join(broken...)
}

// maxBroken bounds the errors that are kept: 20,000 files may share one.
const maxBroken = 20

// job is a file on its way; done gets its result.
type job struct {
	file File
	done chan *Result
}

func feed(ctx context.Context, files []File, queue, order chan<- job) {
	defer close(queue)
	defer close(order)
	for _, f := range files {
		j := job{f, make(chan *Result, 1)}
		select {
		case order <- j:
		case <-ctx.Done():
			return
		}
		select {
		case queue <- j:
		case <-ctx.Done():
			return
		}
	}
}

func (l *Linter) work(ctx context.Context, queue <-chan job) {
	checker, err := validate.New()
	for j := range queue {
		if err != nil {
			j.done <- &Result{File: j.file.Path, Errors: []error{err}}
			continue
		}
		j.done <- l.file(ctx, checker, j.file)
	}
}

// file lints one file. A panic in a stage costs this file alone, and says so.
func (l *Linter) file(ctx context.Context, c *validate.Checker, f File) (r *Result) {
	defer func() {
		if p := recover(); p != nil {
			r = &Result{File: f.Path, Errors: []error{fmt.Errorf("%s: rackvet stumbled, which is a defect of rackvet: %v", f.Path, p)}}
		}
	}()
	return l.stages(ctx, c, f)
}

func (l *Linter) rel(file string) string {
	if l.options.Rel == nil {
		return file
	}
	return l.options.Rel(file)
}
