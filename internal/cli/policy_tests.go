package cli

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

const policyTestHelp = `Test runs the tests of rules of your own: the Rego tests, which are rules test_… in
files *_test.rego, and two specs beside each rule. On pass.hcl the rule passes and
nothing in the folder fails. On fail.hcl it says what is wanted, and no more: a
comment

    # want "what the rule says, as a regular expression"

stands on the line before.

Without a folder it takes those of the config, or policies, or the working
directory. Everything runs in processes of its own, within the limits for rules of
your own: a test that takes too long or too much fails, and the others go on.

Exit codes: 0 all pass, 1 a test fails, 2 bad usage or no test at all, 3 the
policies can't be used.`

type policyTestFlags struct {
	own      ownFlags
	run      string
	coverage bool
}

func newPolicyTest(p Process) *cobra.Command {
	var f policyTestFlags
	c := &cobra.Command{
		Use:     "test [DIR…]",
		Short:   "Run the tests of rules of your own",
		Long:    policyTestHelp,
		Example: "  rackvet policy test\n  rackvet policy test --run power/ --coverage policies\n  rackvet policy test --format junit=tests.xml --format text",
		RunE:    func(c *cobra.Command, args []string) error { return runPolicyTest(c.Context(), p, f, args) },
	}
	f.own.register(c.Flags(), report.TestFormats())
	c.Flags().StringVar(&f.run, "run", "", "`expression` that the names of tests to run match, such as power/ or fail.hcl")
	c.Flags().BoolVar(&f.coverage, "coverage", false, "tell which lines of the rules no Rego test gets through")
	return c
}

func runPolicyTest(ctx context.Context, p Process, f policyTestFlags, args []string) error {
	run, err := regexp.Compile(f.run)
	if err != nil {
		return usage("--run: %w", err)
	}
	if err := checkFormats(p, f.own.formats, report.TestFormats(), f.own.color); err != nil {
		return err
	}
	folders, err := f.own.read(p, args)
	if err != nil {
		return err
	}
	t := policyTests{process: p, flags: f, wanted: func(c report.TestCase) bool { return run.MatchString(c.Suite + " " + c.Name) }}
	if err := t.prepare(ctx, folders); err != nil {
		return err
	}
	defer t.close()
	if err := t.rego(ctx); err != nil {
		return err
	}
	if err := t.specs(ctx); err != nil {
		return err
	}
	switch {
	case len(t.result.Cases) == 0 && f.run != "" && t.all > 0:
		return usage("--run %s: none of %s matches", f.run, units.Several(t.all, "test"))
	case len(t.result.Cases) == 0:
		return usage("there is no test in %s: write rules test_… in a file *_test.rego, and pass.hcl and fail.hcl beside a rule", words(folders))
	}
	slices.SortStableFunc(t.result.Cases, func(a, b report.TestCase) int { return strings.Compare(a.Suite, b.Suite) })
	out, err := f.outputs(p)
	if err != nil {
		return err
	}
	defer out.close()
	if err := out.write(t.result); err != nil {
		return err
	}
	if t.result.Failed() {
		return &exit{code: ExitFail}
	}
	return nil
}

// policyTests is one run of tests.
type policyTests struct {
	process Process
	flags   policyTestFlags
	wanted  func(report.TestCase) bool
	judge   *judge
	runner  *sandbox.Tests
	all     int // how many tests there are, wanted or not
	result  report.Tests
}

// prepare compiles the policies with their tests.
func (t *policyTests) prepare(ctx context.Context, folders []*policy.Folder) (err error) {
	if t.judge, err = joined(folders); err != nil {
		faults, rest := policy.Faults(err)
		return showFaults(t.process, folders, faults, texts(rest))
	}
	t.runner, err = t.flags.own.testsOf(ctx, t.judge.setup)
	var refused *sandbox.Refused
	if errors.As(err, &refused) {
		return showFaults(t.process, folders, refused.Faults, refused.Errors)
	}
	return asBroken(err)
}

// asBroken is a fault of rackvet itself, unless it says what it is.
func asBroken(err error) error {
	var said *exit
	if err == nil || errors.As(err, &said) {
		return err
	}
	return broken(err)
}

func texts(errs []error) []string {
	var out []string
	for _, err := range errs {
		out = append(out, err.Error())
	}
	return out
}

func (t *policyTests) close() {
	t.runner.Close()
	t.judge.close()
}

// rego runs the Rego tests.
func (t *policyTests) rego(ctx context.Context) error {
	suites := map[string]string{}
	for _, r := range t.judge.outside() {
		suites[strings.TrimSuffix(r.File, ".rego")+"_test.rego"] = r.ID
	}
	coverage := policy.NewCoverage(t.runner.Coverable())
	for _, test := range t.runner.List() {
		c := report.TestCase{Suite: suites[test.File], Name: test.Name, File: test.File, Line: test.Line}
		if c.Suite == "" {
			c.Suite = test.File
		}
		t.all++
		if !t.wanted(c) {
			continue
		}
		r, err := t.runner.Run(ctx, test.ID, t.flags.coverage)
		if err != nil {
			return broken(err)
		}
		coverage.Add(r.Covered)
		c.Outcome = r.Outcome
		if bad := r.Outcome != policy.TestPass && r.Outcome != policy.TestSkipped; bad || t.flags.own.outside.debug {
			c.Printed = r.Printed
			if bad {
				c.Problems = []report.Problem{t.problem(test, c.Suite, r)}
			}
		}
		t.result.Cases = append(t.result.Cases, c)
	}
	if t.flags.coverage {
		t.result.Coverage = []report.Coverage{}
		for _, f := range coverage.Files() {
			t.result.Coverage = append(t.result.Coverage, report.Coverage(f))
		}
	}
	return nil
}

// problem shows why a Rego test did not pass, where it is known at its expression.
func (t *policyTests) problem(test policy.Test, suite string, r policy.TestResult) report.Problem {
	name, line, column := r.File, r.Line, r.Column
	file := fileOf(t.judge.setup.Folders, name)
	if file == nil { // not known, or in a rule that is built in
		name, line, column = test.File, test.Line, 1
		file = fileOf(t.judge.setup.Folders, name)
	}
	out := report.Problem{Source: file, Result: finding.Result{
		Rule: suite, Outcome: finding.Fail, Level: finding.Error, Message: test.Name + ": " + oneLine(r.Text), File: name, Range: source.Range{File: name}}}
	if file != nil {
		out.Result.Range = lineRange(file, line, column)
		if r.EndColumn > column {
			out.Result.Range = columnRange(file, line, column, r.EndColumn)
		}
	}
	for _, v := range r.Values {
		out.Result.Related = append(out.Result.Related, finding.Related{Message: v})
	}
	return out
}
