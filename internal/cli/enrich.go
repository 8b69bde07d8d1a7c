package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/report"
)

func newEnrich(p Process) *cobra.Command {
	var f inputFlags
	var server string
	c := &cobra.Command{
		Use:   "enrich [PATH…]",
		Short: "Print what policies see of a server, as JSON",
		Long: `Enrich prints the exact input that policies get for a server: its values in base
units, what the catalogue knows of its parts, and the memory that its workloads
demand. Where the specs hold several servers, --server picks one.`,
		Example: "  rackvet enrich specs/docking.hcl\n  rackvet enrich --server docking specs/",
		RunE:    func(c *cobra.Command, args []string) error { return runEnrich(c, p, &f, server, args) },
	}
	f.register(c.Flags())
	c.Flags().StringVar(&server, "server", "", "`name` of the server to print")
	return c
}

func runEnrich(c *cobra.Command, p Process, f *inputFlags, server string, args []string) error {
	var inputs []*enrich.Input
	var names []string
	_, failed, err := enrichAll(c, p, f, args, func(_ string, in *enrich.Input) error {
		if server == "" || in.Server.Name == server {
			inputs, names = append(inputs, in), append(names, in.Server.Name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return printInput(p, server, inputs, names, failed)
}

// printInput prints the one input there is, or says why there isn't one.
func printInput(p Process, server string, inputs []*enrich.Input, names []string, failed bool) error {
	switch {
	case len(inputs) > 1:
		slices.Sort(names)
		return usage("there are %d servers: pick one with --server, or name its file: %s", len(names), strings.Join(slices.Compact(names), ", "))
	case len(inputs) == 0 && failed:
		return &exit{code: ExitFail}
	case len(inputs) == 0 && server != "":
		return usage("there is no server %q", server)
	case len(inputs) == 0:
		return usage("nothing to enrich: there is no server")
	}
	if err := printJSON(p, inputs[0]); err != nil {
		return err
	}
	if failed {
		return &exit{code: ExitFail}
	}
	return nil
}

// printProblems tells on standard error what is wrong with the specs.
func printProblems(p Process, problems []report.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	format, err := report.New("text", p.Stderr, report.Options{ToolVersion: Version()})
	if err == nil {
		err = format.Problems(problems)
	}
	if err != nil {
		return broken(err)
	}
	return nil
}
