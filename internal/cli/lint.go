package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/waive"
)

type lintFlags struct {
	input                    inputFlags
	policy                   policyFlags
	excuse                   excuseFlags
	formats, show            []string
	color, failOn, undecided string
}

func newLint(p Process) *cobra.Command {
	var f lintFlags
	c := &cobra.Command{
		Use:   "lint [PATH…]",
		Short: "Judge build specs: files, folders, or - for standard input",
		Long: `Lint reads build specs, computes the memory that their workloads demand, and
judges each server by the rules. Without a path it takes the working directory.
Of a folder it takes every *.hcl and *.hcl.json below that describes a server.

Flags that are left out come from the environment (RACKVET_FAIL_ON for
--fail-on), then from the config; rackvet config show tells which.

Exit codes: 0 pass, 1 a server fails, 2 bad usage or nothing to check, 3 a
policy or rackvet itself could not finish.`,
		Example: "  rackvet lint specs/\n  rackvet lint --show pass specs/docking.hcl\n  rackvet lint --format json=report.json --format text .",
		RunE:    func(c *cobra.Command, args []string) error { return runLint(c, p, &f, args) },
	}
	f.register(c.Flags())
	return c
}

func (f *lintFlags) register(s *pflag.FlagSet) {
	f.input.register(s)
	f.policy.register(s)
	f.excuse.register(s)
	s.StringArrayVar(&f.formats, "format", []string{"text"}, "`format` of the report ("+strings.Join(report.Formats(), ", ")+"), or format=file; may be repeated")
	s.StringSliceVar(&f.show, "show", nil, "`outcomes` to show besides what fails: pass, skipped")
	s.StringVar(&f.color, "color", "auto", "colour the text: auto, always or never")
	s.StringVar(&f.failOn, "fail-on", "error", "least `level` of a failing result that fails its server: error, warning or note")
	s.StringVar(&f.undecided, "undecided", "report", "what undecided error-level results do: report or fail")
}

func runLint(c *cobra.Command, p Process, f *lintFlags, args []string) error {
	cfg, err := f.input.config.settle(c, p)
	if err != nil {
		return err
	}
	if _, err := finding.ParseLevel(f.failOn); err != nil {
		return usage("--fail-on: %w", err)
	}
	if err := choice("undecided", f.undecided, "report", "fail"); err != nil {
		return err
	}
	show, err := shown(f.show)
	if err != nil {
		return err
	}
	given, err := f.input.variables()
	if err != nil {
		return err
	}
	now, err := f.policy.time()
	if err != nil {
		return err
	}
	// Preparing the policies costs most of a start, and waits for nothing.
	prepared := prepare(c.Context(), p, f.policy, cfg, now)
	files, unread, err := find(p, f.input, args)
	if err != nil {
		return err
	}
	known, err := catalog.Builtin()
	if err != nil {
		return broken(err)
	}
	j, err := prepared()
	defer j.close()
	if err != nil {
		return err
	}
	if known, err = extend(p, known, j.setup.Folders); err != nil {
		return err
	}
	if err := refuse(p, j.faults, source.NewFile(cfg.Path, cfg.Bytes)); err != nil {
		return err
	}
	if failOn := j.bundle.ProfileSetting(f.policy.profile, "fail_on"); failOn != "" && origin(c.Flags().Lookup("fail-on")) == "default" {
		f.failOn = failOn
	}
	options, err := f.excuse.options(c.Context(), j, cfg, f.policy, args, now)
	if err != nil {
		return err
	}
	options.FailOn, _ = finding.ParseLevel(f.failOn)
	options.UndecidedFails = f.undecided == "fail"
	options.Variables, options.Rel = withConfig(cfg, given), inRepository()
	fleet := &fleet{pool: j.pool, levels: options.Levels, waivers: options.Waivers, baseline: options.Baseline, reported: options.Reported, rel: options.Rel}
	if j.pool != nil {
		options.Outside, options.Seen = j.pool, fleet.see
	}
	reporting := report.Options{Show: show, ToolVersion: Version(), Rules: j.rules(), Rel: options.Rel, All: f.excuse.all}
	if f.policy.effectiveTime != "" {
		reporting.Effective = now.UTC().Format(time.RFC3339)
	}
	step, err := stepSummary(p)
	if err != nil {
		return err
	}
	if step != nil {
		defer step.Close()
		reporting.Summary = step
	}
	out, err := openOutputs(p, f.formats, f.color, reporting)
	if err != nil {
		return err
	}
	defer out.close()
	run := lintRun{process: p, linter: lint.New(known, j.engine, options), files: files, out: out, problems: asProblems(unread, nil), given: given, excuse: &f.excuse, fleet: fleet, waivers: options.Waivers, failOn: options.FailOn, config: source.NewFile(cfg.Path, cfg.Bytes), rel: options.Rel}
	return run.write(c.Context(), unread)
}

// withConfig are the variables of a config with those given put over them.
func withConfig(cfg *config.Config, given map[string]string) map[string]string {
	all := maps.Clone(cfg.Variables)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, given)
	return all
}

// lintRun is one run of the linter with where its results go.
type lintRun struct {
	process  Process
	linter   *lint.Linter
	files    []lint.File
	out      *outputs
	problems []report.Problem
	given    map[string]string // variables of flags
	excuse   *excuseFlags
	waivers  *waive.Set
	failOn   finding.Level
	fleet    *fleet
	config   *source.File // for what is said of its waivers
	rel      func(string) string
}

// write runs the linter, hands its results to the formats, and says how it ended.
func (l *lintRun) write(ctx context.Context, unread []finding.Result) error {
	bar := report.NewProgress(l.process.Stderr, l.process.Stdout, len(l.files), plainTerminal(l.process), l.process.Getenv)
	summary, fault := l.linter.Run(ctx, l.files, func(r *lint.Result) error {
		bar.Pause()
		defer bar.Step()
		l.problems = append(l.problems, asProblems(r.Problems, r.Source)...)
		for _, s := range r.Servers {
			l.excuse.record(s.Results)
			view := newView(r, s)
			if err := l.out.each(func(f report.Format) error { return f.Server(view) }); err != nil {
				return err
			}
		}
		return nil
	})
	bar.Clear()
	found, err := l.fleet.judge(ctx)
	fault = errors.Join(fault, err)
	for _, p := range found {
		l.excuse.record([]finding.Result{p.Result})
		summary.Count(p.Result)
		if p.Result.Failed(l.failOn) {
			summary.Verdict = lint.Fail
		}
	}
	l.problems = append(l.problems, found...)
	about := l.waivers.About()
	for i := range about {
		about[i].Sign(l.rel)
	}
	l.problems = append(l.problems, asProblems(about, l.config)...)
	summary.Count(unread...)
	summary.Count(about...)
	if len(unread) > 0 || slices.ContainsFunc(about, func(r finding.Result) bool { return r.Failed(l.failOn) }) {
		summary.Verdict = lint.Fail
	}
	err = l.out.each(func(f report.Format) error {
		if err := f.Problems(l.problems); err != nil {
			return err
		}
		return f.Close(summary.Summary)
	})
	if err == nil {
		err = l.out.close()
	}
	switch {
	case fault != nil:
		return broken(fault)
	case err != nil:
		return err
	case summary.Servers == 0 && len(l.problems) == 0 && summary.LeftOut > 0:
		fmt.Fprintf(l.process.Stderr, "rackvet: nothing changed since %s: %s judged, none to report\n", l.excuse.since, several(summary.LeftOut, "file"))
		return l.excuse.save(l.process)
	case summary.Servers == 0 && len(l.problems) == 0:
		return usage("nothing to check: no server in %d files", summary.Files)
	}
	if err := checkUsed(l.given, summary.Variables); err != nil {
		return err
	}
	if err := l.excuse.save(l.process); err != nil {
		return err
	}
	if summary.Verdict == lint.Fail {
		return &exit{code: ExitFail}
	}
	return nil
}

// find lists the files to lint. Folders that can't be read are results.
func find(p Process, f inputFlags, args []string) ([]lint.File, []finding.Result, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var files []lint.File
	var paths []string
	for _, a := range args {
		if a != "-" {
			paths = append(paths, a)
			continue
		}
		if len(files) > 0 {
			return nil, nil, usage("standard input can be read once")
		}
		name := filepath.ToSlash(f.stdinName)
		files = append(files, lint.File{Path: name, Named: true, Read: func() ([]byte, error) {
			return io.ReadAll(io.LimitReader(p.Stdin, document.MaxSize+1))
		}})
	}
	found, unread, err := source.Walk(paths)
	if err != nil {
		return nil, nil, usage("%w", err)
	}
	excluded, err := config.Excluder(f.exclude)
	if err != nil {
		return nil, nil, usage("--exclude: %w", err)
	}
	for _, w := range found {
		if !w.Named && excluded(filepath.ToSlash(w.Path)) {
			continue
		}
		files = append(files, lint.File{Path: w.Path, Named: w.Named, Read: func() ([]byte, error) {
			return source.ReadLimit(w.Path, document.MaxSize)
		}})
	}
	slices.SortStableFunc(files, func(a, b lint.File) int { return strings.Compare(a.Path, b.Path) })
	var results []finding.Result
	for _, err := range unread {
		path, _, _ := strings.Cut(err.Error(), ": ")
		r := finding.Result{Rule: finding.RuleSyntax, Outcome: finding.Fail, Level: finding.Error, Message: "the folder can't be read: " + err.Error(), File: path}
		r.Range.File = path
		r.Sign(inRepository())
		results = append(results, r)
	}
	return files, results, nil
}
