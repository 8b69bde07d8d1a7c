package cli

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/policies"
)

type lintFlags struct {
	input                    inputFlags
	policy                   policyFlags
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

Exit codes: 0 pass, 1 a server fails, 2 bad usage or nothing to check, 3 a
policy or rackvet itself could not finish.`,
		Example: "  rackvet lint specs/\n  rackvet lint --show pass specs/docking.hcl\n  rackvet lint --format json=report.json --format text .",
		RunE:    func(c *cobra.Command, args []string) error { return runLint(c.Context(), p, f, args) },
	}
	f.input.register(c.Flags())
	f.policy.register(c.Flags())
	c.Flags().StringArrayVar(&f.formats, "format", []string{"text"}, "`format` of the report ("+strings.Join(report.Formats(), ", ")+"), or format=file; may be repeated")
	c.Flags().StringSliceVar(&f.show, "show", nil, "`outcomes` to show besides what fails: pass, skipped")
	c.Flags().StringVar(&f.color, "color", "auto", "colour the text: auto, always or never")
	c.Flags().StringVar(&f.failOn, "fail-on", "error", "least `level` of a failing result that fails its server: error, warning or note")
	c.Flags().StringVar(&f.undecided, "undecided", "report", "what undecided error-level results do: report or fail")
	return c
}

func runLint(ctx context.Context, p Process, f lintFlags, args []string) error {
	failOn, err := finding.ParseLevel(f.failOn)
	if err != nil {
		return usage("--fail-on: %w", err)
	}
	if err := choice("undecided", f.undecided, "report", "fail"); err != nil {
		return err
	}
	show, err := shown(f.show)
	if err != nil {
		return err
	}
	variables, err := f.input.variables()
	if err != nil {
		return err
	}
	now, err := f.policy.time()
	if err != nil {
		return err
	}
	// Preparing the policies costs most of a start, and waits for nothing.
	prepared := prepare(f.policy, now)
	files, unread, err := find(p, f.input, args)
	if err != nil {
		return err
	}
	options := report.Options{Show: show, ToolVersion: Version()}
	if f.policy.effectiveTime != "" {
		options.Effective = now.UTC().Format(time.RFC3339)
	}
	out, err := openOutputs(p, f.formats, f.color, options)
	if err != nil {
		return err
	}
	defer out.close()
	known, err := catalog.Builtin()
	if err != nil {
		return broken(err)
	}
	engine, err := prepared()
	if err != nil {
		return err
	}
	linter := lint.New(known, engine, lint.Options{Variables: variables, FailOn: failOn, UndecidedFails: f.undecided == "fail"})
	return write(ctx, linter, files, unread, out, variables)
}

// write runs the linter, hands its results to the formats, and says how it ended.
func write(ctx context.Context, linter *lint.Linter, files []lint.File, unread []finding.Result, out *outputs, variables map[string]string) error {
	problems := asProblems(unread, nil)
	summary, fault := linter.Run(ctx, files, func(r *lint.Result) error {
		problems = append(problems, asProblems(r.Problems, r.Source)...)
		for _, s := range r.Servers {
			view := newView(r, s)
			if err := out.each(func(f report.Format) error { return f.Server(view) }); err != nil {
				return err
			}
		}
		return nil
	})
	summary.Count(unread...)
	if len(unread) > 0 {
		summary.Verdict = lint.Fail
	}
	err := out.each(func(f report.Format) error {
		if err := f.Problems(problems); err != nil {
			return err
		}
		return f.Close(summary.Summary)
	})
	if err == nil {
		err = out.close()
	}
	switch {
	case fault != nil:
		return broken(fault)
	case err != nil:
		return err
	case summary.Servers == 0 && len(problems) == 0:
		return usage("nothing to check: no server in %d files", summary.Files)
	}
	if err := checkUsed(variables, summary.Variables); err != nil {
		return err
	}
	if summary.Verdict == lint.Fail {
		return &exit{code: ExitFail}
	}
	return nil
}

// prepare readies the policies while the caller goes on.
func prepare(f policyFlags, now time.Time) func() (*policy.Engine, error) {
	type result struct {
		engine *policy.Engine
		err    error
	}
	done := make(chan result, 1)
	go func() {
		engine, err := newEngine(f, now)
		done <- result{engine, err}
	}()
	return func() (*policy.Engine, error) {
		r := <-done
		return r.engine, r.err
	}
}

func newEngine(f policyFlags, now time.Time) (*policy.Engine, error) {
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		return nil, broken(err)
	}
	if bundle, err = bundle.WithProfile(f.profile); err != nil {
		return nil, usage("--profile: %w", err)
	}
	engine, err := policy.NewEngine(bundle, policy.Options{Only: f.only, EffectiveTime: now})
	if err != nil {
		return nil, usage("--only: %w", err)
	}
	return engine, nil
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
	for _, w := range found {
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
		r.Sign()
		results = append(results, r)
	}
	return files, results, nil
}
