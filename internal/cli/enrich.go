package cli

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
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
		RunE:    func(c *cobra.Command, args []string) error { return runEnrich(c.Context(), p, f, server, args) },
	}
	f.register(c.Flags())
	c.Flags().StringVar(&server, "server", "", "`name` of the server to print")
	return c
}

func runEnrich(ctx context.Context, p Process, f inputFlags, server string, args []string) error {
	variables, err := f.variables()
	if err != nil {
		return err
	}
	files, unread, err := find(p, f, args)
	if err != nil {
		return err
	}
	known, err := catalog.Builtin()
	if err != nil {
		return broken(err)
	}
	problems := asProblems(unread, nil)
	var inputs []*enrich.Input
	var names []string
	summary, err := lint.New(known, nil, lint.Options{Variables: variables}).Run(ctx, files, func(r *lint.Result) error {
		problems = append(problems, asProblems(r.Problems, r.Source)...)
		for _, s := range r.Servers {
			if server != "" && s.Name != server {
				continue
			}
			names = append(names, s.Name)
			problems = append(problems, asProblems(s.Results, r.Source)...)
			if s.Input != nil {
				inputs = append(inputs, s.Input)
			}
		}
		return nil
	})
	if err != nil {
		return broken(err)
	}
	if err := checkUsed(variables, summary.Variables); err != nil {
		return err
	}
	if err := printProblems(p, problems); err != nil {
		return err
	}
	return printInput(p, server, inputs, names, problems)
}

// printInput prints the one input there is, or says why there isn't one.
func printInput(p Process, server string, inputs []*enrich.Input, names []string, problems []report.Problem) error {
	failed := slices.ContainsFunc(problems, func(r report.Problem) bool { return r.Result.Failed(finding.Error) })
	switch {
	case len(inputs) > 1 || len(names) > 1:
		slices.Sort(names)
		return usage("there are %d servers: pick one with --server, or name its file: %s", len(names), strings.Join(slices.Compact(names), ", "))
	case len(inputs) == 0 && failed:
		return &exit{code: ExitFail}
	case len(inputs) == 0 && server != "":
		return usage("there is no server %q", server)
	case len(inputs) == 0:
		return usage("nothing to enrich: there is no server")
	}
	enc := json.NewEncoder(p.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(inputs[0]); err != nil {
		return broken(err)
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
		return broken(errors.Join(err))
	}
	return nil
}
