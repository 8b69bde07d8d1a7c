package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
)

// chosenFlags say which servers a command is about.
type chosenFlags struct {
	input  inputFlags
	server string
	fleet  bool
}

func (f *chosenFlags) register(s *pflag.FlagSet) {
	f.input.register(s)
	s.StringVar(&f.server, "server", "", "`name` of the server to take")
	s.BoolVar(&f.fleet, "fleet", false, "take all servers at once, as rules of a fleet see them")
}

func newEnrich(p Process) *cobra.Command {
	var f chosenFlags
	var outside outsideFlags
	c := &cobra.Command{
		Use:   "enrich [PATH…]",
		Short: "Print what policies see of a server, as JSON",
		Long: `Enrich prints the exact input that policies get for a server: its values in base
units, what the catalogue knows of its parts, and the memory that its workloads
demand. Where the specs hold several servers, --server picks one, and --fleet
prints what rules of a fleet get, which see all servers at once.`,
		Example: "  rackvet enrich specs/docking.hcl\n  rackvet enrich --server docking specs/\n  rackvet enrich --fleet specs/",
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := f.input.config.settle(c, p)
			if err != nil {
				return err
			}
			folders, err := outside.folders()
			if err != nil {
				return err
			}
			input, failed, err := f.choose(c, p, cfg, folders, args)
			if err != nil {
				return err
			}
			if err := printJSON(p, input); err != nil || !failed {
				return err
			}
			return &exit{code: ExitFail}
		},
	}
	f.register(c.Flags())
	outside.registerFolders(c.Flags())
	return c
}

// choose gives the one input that is asked for, that of a server or of all of them,
// or says why there isn't one. failed says that something is wrong with the specs,
// which has been told.
func (f *chosenFlags) choose(c *cobra.Command, p Process, cfg *config.Config, folders []*policy.Folder, args []string) (input any, failed bool, err error) {
	if f.fleet && f.server != "" {
		return nil, false, usage("--fleet and --server say opposite things")
	}
	known, err := knownWith(p, folders)
	if err != nil {
		return nil, false, err
	}
	var inputs []*enrich.Input
	_, failed, err = enrichBy(c.Context(), p, &f.input, cfg, known, args, func(_ string, in *enrich.Input) error {
		if f.server == "" || in.Server.Name == f.server {
			inputs = append(inputs, in)
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, false, err
	case len(inputs) == 0 && failed:
		return nil, false, &exit{code: ExitFail}
	case len(inputs) == 0 && f.server != "":
		return nil, false, usage("there is no server %q", f.server)
	case len(inputs) == 0:
		return nil, false, usage("nothing to enrich: there is no server")
	case f.fleet:
		return fleetInput{APIVersion: enrich.Version, Servers: inputs}, failed, nil
	case len(inputs) > 1:
		return nil, false, whichServer(inputs)
	}
	return inputs[0], failed, nil
}

// whichServer asks which of several servers is meant.
func whichServer(inputs []*enrich.Input) error {
	names := make([]string, len(inputs))
	for i, in := range inputs {
		names[i] = in.Server.Name
	}
	slices.Sort(names)
	return usage("there are %d servers: pick one with --server, or name its file: %s", len(names), strings.Join(slices.Compact(names), ", "))
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
