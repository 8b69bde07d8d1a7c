package cli

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

type lintFlags struct {
	judgeFlags
	formats, show []string
	color         string
}

func newLint(p Process) *cobra.Command {
	var f lintFlags
	c := &cobra.Command{
		Use:   "lint [PATH…]",
		Short: "Judge build specs: files, folders, or - for standard input",
		Long: `Lint reads build specs, computes the memory that their workloads demand, and
judges each server by the rules. Without a path it takes the working directory.
Of a folder it takes every *.hcl and *.hcl.json below that describes a server,
but for the pass.hcl and fail.hcl that stand beside a rule.

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
	f.judgeFlags.register(s)
	s.StringArrayVar(&f.formats, "format", []string{"text"}, "`format` of the report ("+strings.Join(report.Formats(), ", ")+"), or format=file; may be repeated")
	s.StringSliceVar(&f.show, "show", nil, "`outcomes` to show besides what fails: pass, skipped")
	s.StringVar(&f.color, "color", "auto", "colour the text: auto, always or never")
}

func runLint(c *cobra.Command, p Process, f *lintFlags, args []string) error {
	show, err := shown(f.show)
	if err != nil {
		return err
	}
	j, err := f.begin(c, p, args)
	if err != nil {
		return err
	}
	defer j.close()
	reporting := j.reporting()
	reporting.Show = show
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
	e, fault := j.run(c.Context(), func(r *lint.Result) error {
		for _, s := range r.Servers {
			view := newView(r, s)
			if err := out.each(func(f report.Format) error { return f.Server(view) }); err != nil {
				return err
			}
		}
		return nil
	})
	err = out.each(func(f report.Format) error {
		if err := f.Problems(e.problems); err != nil {
			return err
		}
		return f.Close(e.summary.Summary)
	})
	if err == nil {
		err = out.close()
	}
	switch {
	case fault != nil:
		return broken(fault)
	case err != nil:
		return err
	}
	return j.end(e)
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
	excluded, err := f.excluder()
	if err != nil {
		return nil, nil, err
	}
	found, unread, err := source.Walk(paths, func(file string) bool {
		return excluded(file) || !f.examples && isExample(file) && !asksFor(paths, f.rules, file)
	})
	if err != nil {
		return nil, nil, usage("%w", err)
	}
	rel := inRepository()
	for _, w := range found {
		if f.among != nil && !f.among[rel(w.Path)] {
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
		r.Sign(rel)
		results = append(results, r)
	}
	return files, results, nil
}
