package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

type fmtFlags struct {
	input       inputFlags // of which config, exclude and stdin-filename are flags here
	check, diff bool
}

func newFmt(p Process) *cobra.Command {
	f := fmtFlags{input: inputFlags{examples: true}}
	c := &cobra.Command{
		Use:   "fmt [PATH…]",
		Short: "Lay specs and configs out alike",
		Long: `Fmt indents specs, puts their equals signs in columns and lists the files that it
changed. Nothing but spaces changes. Without a path it takes the working
directory. Of a folder it takes the specs that lint takes; other files, such as
.rackvet.hcl and what specs include, are formatted where they are named. With -
it formats standard input to standard output.

A file that does not parse is left alone, and so is JSON.

Exit codes: 0 all is formatted, 1 --check found what is not or a file does not
parse, 2 bad usage or nothing to format, 3 a file could not be written.`,
		Example: "  rackvet fmt\n  rackvet fmt --check specs/\n  rackvet fmt - < draft.hcl",
		RunE:    func(c *cobra.Command, args []string) error { return runFmt(c, p, &f, args) },
	}
	s := c.Flags()
	f.input.config.register(s)
	f.input.registerWalk(s)
	s.BoolVar(&f.check, "check", false, "list what is not formatted and write nothing; exit 1 where there is any")
	s.BoolVar(&f.diff, "diff", false, "show what would change, as a unified diff, and write nothing")
	return c
}

func runFmt(c *cobra.Command, p Process, f *fmtFlags, args []string) error {
	if slices.Contains(args, "-") {
		return formatInput(p, f, args)
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	if slices.ContainsFunc(args, isFolder) { // a config says what folders are walked without
		if _, err := f.input.config.settle(c, p); err != nil {
			return err
		}
	}
	files, unread, err := find(p, f.input, args)
	if err != nil {
		return err
	}
	run := formatRun{process: p, flags: f, problems: asProblems(unread, nil)}
	for _, file := range files {
		if err := run.file(c.Context(), file); err != nil {
			return broken(err)
		}
	}
	return run.finish(len(files))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// formatRun is one run of fmt, and what it has met so far.
type formatRun struct {
	process  Process
	flags    *fmtFlags
	problems []report.Problem
	specs    int      // files that are rackvet's
	changed  int      // files that were not formatted
	json     []string // files left alone
	unsaved  []error
}

// file formats one file. Its error is one of the output.
func (r *formatRun) file(ctx context.Context, f lint.File) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	text, err := f.Read()
	if err != nil {
		at := source.NewFile(f.Path, nil).Range(0, 0)
		result := finding.Result{Rule: finding.RuleSyntax, Outcome: finding.Fail, Level: finding.Error,
			Message: "the file can't be read: " + err.Error(), File: f.Path, Range: at}
		r.problems = append(r.problems, report.Problem{Result: result})
		return nil
	}
	src := source.NewFile(f.Path, text)
	switch {
	case !f.Named && !document.HasRootBlock(src.Bytes):
		return nil
	case document.IsJSON(f.Path):
		r.specs++
		r.json = append(r.json, f.Path)
		return nil
	}
	r.specs++
	formatted, faults := document.Format(src)
	r.problems = append(r.problems, asProblems(faults, src)...)
	if len(faults) > 0 || bytes.Equal(text, formatted) {
		return nil
	}
	r.changed++
	if !r.flags.check && !r.flags.diff {
		if err := source.Replace(f.Path, formatted); err != nil {
			r.unsaved = append(r.unsaved, err)
			return nil
		}
	}
	return r.tell(f.Path, text, formatted)
}

// tell names a file that was not formatted, or shows what that is about.
func (r *formatRun) tell(path string, old, fresh []byte) error {
	text := report.Escape(path) + "\n"
	if r.flags.diff {
		text = harmlessDiff(diff.Diff("a/"+strings.TrimPrefix(path, "/"), old, "b/"+strings.TrimPrefix(path, "/"), fresh))
	}
	_, err := io.WriteString(r.process.Stdout, text)
	return err
}

// harmlessDiff escapes what a terminal or a CI system would obey. Tabs and
// carriage returns stay, so that the diff of a file without mischief applies.
func harmlessDiff(text []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		line, end := strings.CutSuffix(line, "\n")
		line, carriage := strings.CutSuffix(line, "\r")
		if line != "" { // the first letter is the diff's own
			b.WriteByte(line[0])
			cells := strings.Split(line[1:], "\t")
			for i := range cells {
				cells[i] = report.Escape(cells[i])
			}
			b.WriteString(strings.Join(cells, "\t"))
		}
		if carriage {
			b.WriteByte('\r')
		}
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// finish says what is left to say, and how the run ended.
func (r *formatRun) finish(files int) error {
	if err := printProblems(r.process, r.problems); err != nil {
		return err
	}
	switch n := len(r.json); {
	case n == 1:
		fmt.Fprintf(r.process.Stderr, "rackvet: %s is JSON, which is left as it is\n", report.Escape(r.json[0]))
	case n > 1:
		fmt.Fprintf(r.process.Stderr, "rackvet: %d files are JSON, which is left as it is\n", n)
	}
	switch {
	case len(r.unsaved) > 0:
		return broken(errors.Join(r.unsaved...))
	case len(r.problems) > 0 || r.flags.check && r.changed > 0:
		return &exit{code: ExitFail}
	case r.specs == 0:
		return usage("nothing to format: no spec in %s", units.Several(files, "file"))
	}
	return nil
}

// formatInput formats standard input to standard output.
func formatInput(p Process, f *fmtFlags, args []string) error {
	if len(args) > 1 {
		return usage("- is standard input, and goes with no other path")
	}
	name := f.input.stdinName
	if document.IsJSON(name) {
		if _, err := io.Copy(p.Stdout, p.Stdin); err != nil {
			return broken(err)
		}
		fmt.Fprintf(p.Stderr, "rackvet: %s is JSON, which is left as it is\n", report.Escape(name))
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(p.Stdin, document.MaxSize+1))
	if err != nil {
		return broken(fmt.Errorf("read standard input: %w", err))
	}
	src := source.NewFile(name, text)
	formatted, faults := document.Format(src)
	if len(faults) > 0 {
		if err := printProblems(p, asProblems(faults, src)); err != nil {
			return err
		}
		return &exit{code: ExitFail}
	}
	run := formatRun{process: p, flags: f}
	switch {
	case !f.check && !f.diff:
		_, err = p.Stdout.Write(formatted)
	case !bytes.Equal(text, formatted):
		run.changed, err = 1, run.tell(name, text, formatted)
	}
	if err != nil {
		return broken(err)
	}
	if f.check && run.changed > 0 {
		return &exit{code: ExitFail}
	}
	return nil
}
