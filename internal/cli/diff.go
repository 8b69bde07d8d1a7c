package cli

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/diff"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
)

type diffFlags struct {
	judgeFlags
	formats  []string
	color    string
	exitCode bool
}

func newDiff(p Process) *cobra.Command {
	var f diffFlags
	c := &cobra.Command{
		Use:   "diff BASE [HEAD] [-- PATH…]",
		Short: "Say what changed between two revisions, folders or gate artefacts",
		Long: `Diff judges the servers of two sides and says what changed: parts, memory, power
and money, what each workload demands and what is left, and which results are new,
resolved, better or worse. Servers are matched by name, in whichever file they are.

BASE and HEAD are revisions of git, folders, spec files, or artefacts of rackvet
gate. Revisions are read through git; nothing is checked out. HEAD left out is the
working directory; A..B stands for A and B, and A...B for the commit from which
both parted and B.

Both sides are looked at below the working directory or, where one side is a
folder of the repository, below that; PATHs below it say what to compare of them.
Both are judged by the config of the working tree or --config, and by the policies
of today. An artefact is taken as it was recorded; its signature is not checked.

Exit codes: 0 the sides could be compared, 1 with --exit-code if something got
worse, 2 a revision is not known or there is nothing to compare, 3 a policy or
rackvet itself could not finish.`,
		Example: "  rackvet diff main\n  rackvet diff origin/main...HEAD --format markdown=comment.md\n  rackvet diff v1 v2 -- specs/docking.hcl\n  rackvet diff gate.json HEAD --exit-code",
		RunE:    func(c *cobra.Command, args []string) error { return runDiff(c, p, &f, args) },
	}
	f.register(c.Flags())
	return c
}

func (f *diffFlags) register(s *pflag.FlagSet) {
	f.input.config.register(s)
	f.input.registerExclude(s)
	f.input.registerVariables(s)
	f.policy.register(s)
	f.registerVerdict(s)
	s.StringArrayVar(&f.formats, "format", []string{"text"}, "`format` of the report ("+strings.Join(report.DiffFormats(), ", ")+"), or format=file; may be repeated")
	s.StringVar(&f.color, "color", "auto", "colour the text: auto, always or never")
	s.BoolVar(&f.exitCode, "exit-code", false, "exit with 1 if something got worse")
}

func runDiff(c *cobra.Command, p Process, f *diffFlags, args []string) error {
	paths := []string(nil)
	if n := c.ArgsLenAtDash(); n >= 0 {
		args, paths = args[:n], args[n:]
	}
	for _, spec := range f.formats {
		if name, _, _ := strings.Cut(spec, "="); !slices.Contains(report.DiffFormats(), name) {
			return usage("--format %q: use %s, or <format>=<file>", name, strings.Join(report.DiffFormats(), ", "))
		}
	}
	if _, err := report.UseColor(f.color, p.Stdout, p.Getenv); err != nil {
		return usage("--color: %w", err)
	}
	var base, head *diffSide
	j, err := f.beginOn(c, p, paths, func() (files []lint.File, unread []finding.Result, err error) {
		base, head, err = f.sides(c.Context(), p, args, paths)
		return nil, nil, err
	})
	defer base.close()
	defer head.close()
	if err != nil {
		return err
	}
	defer j.close()
	run := diffRun{judging: j, paths: paths, declared: map[string]bool{}}
	run.settle(base, head)
	was, err := run.side(c.Context(), base)
	if err != nil {
		return err
	}
	is, err := run.side(c.Context(), head)
	if err != nil {
		return err
	}
	switch {
	case run.fault != nil: // which beats what is wrong with the command line
	case len(was.Servers)+len(was.Problems)+len(is.Servers)+len(is.Problems) == 0:
		return usage("nothing to compare: there is no server in %s and none in %s", base.about, head.about)
	case base.recorded == nil || head.recorded == nil:
		if err := checkUsed(j.given, slices.Collect(maps.Keys(run.declared))); err != nil {
			return err
		}
	}
	d := diff.Compare(was, is)
	base.about.Servers, head.about.Servers = d.Base.Servers, d.Head.Servers
	d.Base, d.Head, d.JudgedBy, d.Profile = base.about, head.about, j.config.Path, j.flags.policy.inForce()
	if err := f.write(p, d, j.reporting()); err != nil {
		return err
	}
	switch {
	case run.fault != nil:
		return broken(run.fault)
	case f.exitCode && d.Summary.Worse:
		return &exit{code: ExitFail}
	}
	return nil
}

// write writes the formats that are asked for.
func (f *diffFlags) write(p Process, d report.Diff, o report.Options) error {
	for _, spec := range f.formats {
		name, path, toFile := strings.Cut(spec, "=")
		o := o
		if !toFile {
			o.Color, _ = report.UseColor(f.color, p.Stdout, p.Getenv) // the mode is one
		} else if f.color == "always" {
			o.Color = true
		}
		var text bytes.Buffer
		err := report.WriteDiff(name, &text, d, o)
		if err == nil && toFile {
			if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
				return usage("--format %s: can't write to it: %w", spec, err)
			}
			continue
		}
		if err == nil {
			_, err = p.Stdout.Write(text.Bytes())
		}
		if err != nil {
			return broken(fmt.Errorf("writing the report: %w", err))
		}
	}
	return nil
}
