package cli

import (
	"bytes"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
	"github.com/rackvet/rackvet/policies"
)

const policyBundleHelp = `Bundle writes the rules as a bundle of OPA: those built in and those of --policy,
without what the config switches off, with the parameters in force under
data.rackvet.params, and what the rules say of themselves under
data.rackvet.metadata. A server of OPA that has it answers
POST /v1/data/rackvet/main/results with what the rules say of one server, whose
input is what rackvet enrich prints, and POST /v1/data/rackvet/main/fleet with
what rules of a fleet say, whose input is that of rackvet enrich --fleet.

Levels are those that the config allows, and notes for rules that are not in force
yet. Waivers and baselines are rackvet's own and not in it.

With --only-own it has the rules of --policy alone, and the pages, specs and parts
beside them. That is what rackvet takes as --policy b.tar.gz in place of the
folders; profile and config are then the reader's.

The same rules, parameters and release make the same bytes. The manifest's
revision is a hash of them.`

func newPolicyBundle(p Process) *cobra.Command {
	var settings configFlags
	var which policyFlags
	var out string
	var own bool
	c := &cobra.Command{
		Use:     "bundle",
		Short:   "Write the rules as a bundle of OPA",
		Long:    policyBundleHelp,
		Example: "  rackvet policy bundle -o rackvet.tar.gz\n  rackvet policy bundle --policy policies/ --only-own -o ours.tar.gz",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := settings.settle(c, p)
			if err != nil {
				return err
			}
			j, err := configured(p, which, cfg)
			if err != nil {
				return err
			}
			if err := refuse(p, j.faults, source.NewFile(cfg.Path, cfg.Bytes)); err != nil {
				return err
			}
			if own && len(j.setup.Folders) == 0 {
				return usage("--only-own: there are no rules of your own without --policy")
			}
			if len(j.setup.Folders) > 0 {
				// What would not run here is not to be handed on.
				if _, err := knownWith(p, j.setup.Folders); err != nil {
					return err
				}
				j.setup.Time = time.Now()
				if err := j.start(c.Context(), p, which.outsideFlags, j.setup); err != nil {
					return err
				}
				j.close()
			}
			return writeBundle(p, out, j, policy.Archive{Version: Version(), Profile: which.profile, Caps: capsOf(cfg), Own: own})
		},
	}
	settings.register(c.Flags())
	which.registerProfile(c.Flags())
	which.outsideFlags.register(c.Flags())
	c.Flags().StringVarP(&out, "output", "o", "bundle.tar.gz", "`file` to write, - for standard output")
	c.Flags().BoolVar(&own, "only-own", false, "leave out the rules that are built in")
	return c
}

func writeBundle(p Process, out string, j *judge, a policy.Archive) error {
	var b bytes.Buffer
	if err := j.bundle.Archive(&b, policies.FS, j.setup.Folders, a); err != nil {
		return broken(err)
	}
	if err := writeOut(p, out, b.Bytes()); err != nil || out == "-" {
		return err
	}
	n := len(j.bundle.Outside()) + len(j.bundle.Fleet())
	if !a.Own {
		n = len(j.bundle.Rules()) + len(j.bundle.Fleet())
	}
	fmt.Fprintf(p.Stderr, "rackvet: %s in %s\n", units.Several(n, "rule"), report.Escape(out))
	return nil
}
