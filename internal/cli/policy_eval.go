package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/internal/source"
)

const policyEvalHelp = `Eval evaluates an expression of Rego on what policies see of a server, and prints
its value as JSON. It sees input, data.rackvet.params, and every rule and library:
data.rackvet.rules.ratio["host-memory"].results is what that rule gives.

Of several statements the last one's value is printed. With variables it is a list
of all values that fit, and where the variables have names a list of objects with
bindings and value. With --fleet the input is that of rules which see all servers
at once.

The expression is checked as a rule is, and evaluated in a process of its own,
within the limits for rules of your own. print shows with --debug.

Exit codes: 0 it has a value, 1 it has none, or the spec is at fault, 2 bad usage,
3 it could not be evaluated.`

func newPolicyEval(p Process) *cobra.Command {
	var f chosenFlags
	var policies policyFlags
	var specs []string
	c := &cobra.Command{
		Use:   "eval EXPRESSION --spec PATH",
		Short: "Evaluate an expression of Rego on a server",
		Long:  policyEvalHelp,
		Example: "  rackvet policy eval input.gpu --spec specs/docking.hcl\n" +
			"  rackvet policy eval 'data.rackvet.rules.ratio[\"host-memory\"].results' --spec specs/ --server docking\n" +
			"  rackvet policy eval '[w.name | some w in input.workloads; w.pooled > 1]' --spec specs/chat-70b.hcl",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(specs) == 0 {
				return usage("say with --spec which spec to evaluate it on")
			}
			return runPolicyEval(c, p, &f, &policies, specs, args[0])
		},
	}
	f.register(c.Flags())
	policies.registerProfile(c.Flags())
	policies.registerTime(c.Flags())
	policies.outsideFlags.register(c.Flags())
	c.Flags().StringArrayVar(&specs, "spec", nil, "`file` or folder of specs, or - for standard input; may be repeated")
	return c
}

func runPolicyEval(c *cobra.Command, p Process, f *chosenFlags, which *policyFlags, specs []string, expression string) error {
	cfg, err := f.input.config.settle(c, p)
	if err != nil {
		return err
	}
	now, err := which.time()
	if err != nil {
		return err
	}
	j, err := configured(p, *which, cfg)
	if err != nil {
		return err
	}
	if err := refuse(p, j.faults, source.NewFile(cfg.Path, cfg.Bytes)); err != nil {
		return err
	}
	input, failed, err := f.choose(c, p, cfg, j.setup.Folders, specs)
	if err != nil {
		return err
	}
	j.setup.Time = now
	if err := j.start(c.Context(), p, which.outsideFlags, j.setup); err != nil {
		return err
	}
	defer j.close()
	value, err := j.pool.Evaluate(c.Context(), expression, input, f.fleet)
	var refused *sandbox.Refused
	switch {
	case errors.As(err, &refused):
		return refuseExpression(p, expression, refused)
	case err != nil:
		return broken(err)
	case value == nil:
		return &exit{ExitFail, fmt.Errorf("the expression has no value here")}
	}
	if err := printJSON(p, value); err != nil {
		return err
	}
	if failed {
		return &exit{code: ExitFail}
	}
	return nil
}

// refuseExpression shows what is wrong with an expression, and gives the error to
// end with.
func refuseExpression(p Process, text string, refused *sandbox.Refused) error {
	file := source.NewFile(policy.ExpressionFile, []byte(text))
	var problems []report.Problem
	for _, f := range refused.Faults {
		problems = append(problems, faultProblem(f, file))
	}
	if err := printProblems(p, problems); err != nil {
		return err
	}
	return usage("%s", strings.Join(append([]string{"the expression can't be used"}, refused.Errors...), ": "))
}
