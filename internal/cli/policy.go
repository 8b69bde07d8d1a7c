package cli

import "github.com/spf13/cobra"

func newPolicy(p Process) *cobra.Command {
	c := &cobra.Command{
		Use:   "policy",
		Short: "Write, test, check and try rules of your own",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newPolicyNew(p), newPolicyTest(p), newPolicyCheck(p), newPolicyEval(p), newPolicyBundle(p))
	return c
}
