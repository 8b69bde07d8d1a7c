package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/internal/source"
)

const policyCheckHelp = `Check looks at rules of your own without judging anything by them:

  - they are laid out as opa fmt does; --fix does so;
  - they and their tests compile strictly, and read nothing of the input or of
    the parameters that is not there;
  - their metadata say what others read of them;
  - the parts and models that they bring along can be read;
  - they have a page, tests, and a spec that passes and one that fails;
  - they answer for the specs in the folder and for builds that rackvet brings
    along: a rule that never applies, or is silent somewhere, gets a warning.

Without a folder it takes those of the config, or policies, or the working
directory.

Exit codes: 0 nothing is wrong, 1 something is, 2 bad usage, 3 rackvet itself could
not finish.`

// The results of a check that are not of a rule.
const (
	ruleBroken     = finding.RuleBroken
	ruleFormat     = "policy/format"
	ruleIncomplete = "policy/incomplete"
	ruleSilent     = "policy/silent"
)

type policyCheckFlags struct {
	own    ownFlags
	fix    bool
	failOn string
}

func newPolicyCheck(p Process) *cobra.Command {
	var f policyCheckFlags
	c := &cobra.Command{
		Use:     "check [DIR…]",
		Short:   "Check rules of your own",
		Long:    policyCheckHelp,
		Example: "  rackvet policy check\n  rackvet policy check --fix policies\n  rackvet policy check --fail-on warning --format github",
		RunE:    func(c *cobra.Command, args []string) error { return runPolicyCheck(c.Context(), p, &f, args) },
	}
	f.own.register(c.Flags(), report.Formats())
	c.Flags().BoolVar(&f.fix, "fix", false, "lay files out as opa fmt does")
	c.Flags().StringVar(&f.failOn, "fail-on", "error", "least `level` of what is wrong that fails: error or warning")
	return c
}

// fails reports whether something wrong fails the check.
func (f *policyCheckFlags) fails(r finding.Result) bool {
	least, _ := finding.ParseLevel(f.failOn) // it is one of the two
	return r.Failed(least)
}

func runPolicyCheck(ctx context.Context, p Process, f *policyCheckFlags, args []string) error {
	if err := choice("fail-on", f.failOn, "error", "warning"); err != nil {
		return err
	}
	if err := checkFormats(p, f.own.formats, report.Formats(), f.own.color); err != nil {
		return err
	}
	folders, err := f.own.read(p, args)
	if err != nil {
		return err
	}
	c := policyCheck{process: p, flags: f, folders: folders, broken: map[string]bool{}}
	if err := c.layout(); err != nil {
		return err
	}
	if err := c.parts(); err != nil {
		return err
	}
	if err := c.compile(ctx); err != nil {
		return err
	}
	return c.finish()
}

// policyCheck is one run of the check, and what it has found so far.
type policyCheck struct {
	process Process
	flags   *policyCheckFlags
	folders []*policy.Folder
	broken  map[string]bool // files that do not parse
	known   *catalog.Catalog

	files, rules int
	problems     []report.Problem
}

// maxFormatted is the largest file that is laid out: parsing takes some hundred times
// as much memory.
const maxFormatted = 512 << 10

// layout looks whether files are laid out as opa fmt does, or does so.
func (c *policyCheck) layout() error {
	for _, folder := range c.folders {
		for _, name := range slices.Sorted(maps.Keys(folder.Files)) {
			if !strings.HasSuffix(name, ".rego") {
				continue
			}
			c.files++
			full := path.Join(folder.Name, name)
			text := folder.Files[name]
			if len(text) > maxFormatted {
				c.add(ruleFormat, finding.Error, full, 0, 0, "the file is larger than 512 KiB, and is not looked at", "")
				continue
			}
			formatted, err := policy.Format(full, text)
			if err != nil {
				c.refused(err)
				c.broken[full] = true
				continue
			}
			if bytes.Equal(formatted, text) {
				continue
			}
			if !c.flags.fix {
				c.add(ruleFormat, finding.Error, full, firstOther(text, formatted), 1,
					"the file is not laid out as opa fmt does: this line is the first to change", "Run rackvet policy check --fix.")
				continue
			}
			if err := c.write(folder, name, formatted); err != nil {
				return err
			}
		}
	}
	return nil
}

// write lays a file out.
func (c *policyCheck) write(folder *policy.Folder, name string, text []byte) error {
	if info, err := os.Stat(filepath.FromSlash(folder.Name)); err != nil || !info.IsDir() {
		return usage("--fix: %s is a bundle, and files in it can't be changed", folder.Name)
	}
	full := path.Join(folder.Name, name)
	if err := source.Replace(filepath.FromSlash(full), text); err != nil {
		return broken(err)
	}
	folder.Files[name] = text
	_, err := fmt.Fprintf(c.process.Stderr, "rackvet: %s is laid out anew\n", report.Escape(full))
	return err
}

// firstOther is the first line of a that b has otherwise.
func firstOther(a, b []byte) int {
	for i, line := range bytes.SplitAfter(a, []byte("\n")) {
		rest, same := bytes.CutPrefix(b, line)
		if !same || len(line) == 0 {
			return i + 1
		}
		b = rest
	}
	return 1
}

// parts looks at the parts and models that the folders describe.
func (c *policyCheck) parts() error {
	builtin, err := catalog.Builtin()
	if err != nil {
		return broken(err)
	}
	var problems []report.Problem
	c.known, problems, err = withParts(builtin, c.folders)
	c.problems = append(c.problems, problems...)
	return err
}

// compile compiles rules and tests, and where that works looks further.
func (c *policyCheck) compile(ctx context.Context) error {
	j, err := joined(c.folders)
	if j == nil {
		return err
	}
	if err != nil {
		c.refused(err)
		return nil
	}
	defer j.close()
	c.rules = len(j.outside())
	tests, err := c.flags.own.testsOf(ctx, j.setup)
	var refused *sandbox.Refused
	if errors.As(err, &refused) {
		c.faults(refused.Faults, refused.Errors)
		return nil
	}
	if err != nil {
		return asBroken(err)
	}
	tested := map[string]bool{}
	for _, t := range tests.List() {
		tested[t.File] = true
	}
	tests.Close()
	for _, r := range j.outside() {
		c.complete(j.all, r, tested)
	}
	return c.try(ctx, j)
}

// refused notes what is wrong with policies.
func (c *policyCheck) refused(err error) {
	faults, rest := policy.Faults(err)
	c.faults(faults, texts(rest))
}

// faults notes what is wrong. What does not parse is told once.
func (c *policyCheck) faults(faults []policy.Fault, rest []string) {
	for _, f := range faults {
		if c.broken[f.File] {
			continue
		}
		c.problems = append(c.problems, faultProblem(f, fileOf(c.folders, f.File)))
	}
	for _, text := range rest {
		c.add(ruleBroken, finding.Error, "", 0, 0, oneLine(text), "")
	}
}

// add notes something at a line of a file.
func (c *policyCheck) add(rule string, level finding.Level, name string, line, column int, message, help string) {
	p := report.Problem{Source: fileOf(c.folders, name), Result: finding.Result{
		Rule: rule, Outcome: finding.Fail, Level: level, Message: message, Help: help, File: name, Range: source.Range{File: name}}}
	if p.Source != nil && line > 0 {
		p.Result.Range = lineRange(p.Source, line, column)
	}
	c.problems = append(c.problems, p)
}

// finish reports.
func (c *policyCheck) finish() error {
	rel := inRepository()
	out, err := openOutputs(c.process, c.flags.own.formats, c.flags.own.color, report.Options{ToolVersion: Version(), Rel: rel, Policies: true, Fails: c.flags.fails})
	if err != nil {
		return err
	}
	defer out.close()
	slices.SortStableFunc(c.problems, func(a, b report.Problem) int { return finding.Compare(a.Result, b.Result) })
	sum := finding.Summary{Files: c.files, Rules: c.rules, Verdict: string(finding.Pass)}
	for i := range c.problems {
		r := &c.problems[i].Result
		r.Sign(rel)
		sum.Count(*r)
		if c.flags.fails(*r) {
			sum.Verdict = string(finding.Fail)
		}
	}
	err = out.each(func(f report.Format) error {
		if err := f.Problems(c.problems); err != nil {
			return err
		}
		return f.Close(sum)
	})
	if err == nil {
		err = out.close()
	}
	if err != nil {
		return err
	}
	if sum.Verdict == string(finding.Fail) {
		return &exit{code: ExitFail}
	}
	return nil
}
