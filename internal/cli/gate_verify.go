package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/gate"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// maxArtefact bounds what is read as an artefact.
const maxArtefact = 512 << 20

func newGateVerify(p Process) *cobra.Command {
	var f gateFlags
	var publicKey string
	c := &cobra.Command{
		Use:   "verify ARTEFACT [PATH…]",
		Short: "Check an artefact: its signature, its digests, and whether all would be judged so again",
		Long: `Verify checks the signature of an artefact, judges its specs again as of its time
and with its settings, and says in words what differs: a spec, the policies, the
catalogue, the config, a waiver, a result. Without a path it takes the specs that
the artefact names, from the paths that the gate was given.

Exit codes: 0 all is as it was and the verdict is pass, 1 something differs, the
signature is not good or the verdict is fail, 2 the artefact or the key can't be
used.`,
		Example: "  rackvet gate verify gate.json\n  rackvet gate verify gate.json --public-key key.pub",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return runGateVerify(c, p, &f, publicKey, args[0], args[1:])
		},
	}
	f.register(c)
	c.Flags().StringVar(&publicKey, "public-key", "", "`file` of the public key, in PEM, that the artefact is signed for")
	return c
}

func runGateVerify(c *cobra.Command, p Process, f *gateFlags, publicKey, name string, paths []string) error {
	recorded, err := openArtefact(c, publicKey, name)
	if err != nil {
		return err
	}
	was := recorded.Predicate
	if err := f.asRecorded(c, was); err != nil {
		return err
	}
	differs, err := f.differences(c, p, recorded, paths)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, d := range differs {
		fmt.Fprintf(&b, "differs: %s\n", report.Escape(d))
	}
	fmt.Fprintf(&b, "%s: %s in %s, judged as of %s by rackvet %s", report.Escape(name), units.Several(len(was.Servers), "server"),
		units.Several(len(recorded.Subject), "file"), report.Escape(was.EffectiveTime), report.Escape(was.Tool.Version))
	if publicKey != "" {
		b.WriteString(", signed by this key")
	} else {
		b.WriteString(", not signed")
	}
	fmt.Fprintf(&b, "\nverdict: %s", report.Escape(was.Verdict))
	if len(differs) == 0 {
		b.WriteString(", and all is judged so again\n")
	} else {
		fmt.Fprintf(&b, ", and %s\n", units.Several(len(differs), "difference"))
	}
	if err := printText(p, b.String()); err != nil {
		return err
	}
	if len(differs) > 0 || was.Verdict != lint.Pass {
		return &exit{code: ExitFail}
	}
	return nil
}

// differences judges again, over paths or else over what the gate judged, and says
// what differs.
func (f *gateFlags) differences(c *cobra.Command, p Process, recorded gate.Statement, paths []string) (differs []string, err error) {
	if len(paths) == 0 {
		if paths, err = stillThere(recorded); err != nil {
			return nil, err
		}
		f.input.among = recorded.Names()
	}
	gone := []string{"none of its specs is there"}
	if len(paths) == 0 {
		return gone, nil
	}
	now, err := f.statement(c, p, paths, io.Discard, false)
	switch {
	case f.input.among != nil && errors.Is(err, errNothing):
		return gone, nil
	case err != nil:
		return nil, err
	}
	return gate.Compare(recorded, now), nil
}

// openArtefact reads a statement, its signature checked where there is one.
func openArtefact(c *cobra.Command, publicKey, name string) (gate.Statement, error) {
	var none gate.Statement
	text, err := source.ReadLimit(name, maxArtefact)
	if err != nil {
		return none, usage("%w", err)
	}
	var key []byte
	if publicKey != "" {
		if key, err = readKeyFile("--public-key", publicKey); err != nil {
			return none, err
		}
	}
	body, signed, err := gate.Open(c.Context(), text, key)
	switch {
	case errors.Is(err, gate.ErrUnsigned) || errors.Is(err, gate.ErrSignature):
		return none, &exit{ExitFail, fmt.Errorf("%s: %w", name, err)}
	case err != nil:
		return none, usage("%s: %w", name, err)
	case signed && key == nil:
		return none, usage("%s is signed: give --public-key to check by whom", name)
	}
	s, err := gate.Parse(body)
	if err != nil {
		return none, usage("%s: %w", name, err)
	}
	return s, nil
}

// asRecorded sets the flags that the command line leaves out to what was recorded.
func (f *gateFlags) asRecorded(c *cobra.Command, p gate.Predicate) error {
	f.policy.effectiveTime, f.policy.allowPast = p.EffectiveTime, true
	for name, value := range map[string]string{"profile": p.Settings.Profile, "fail-on": p.Settings.FailOn, "undecided": p.Settings.Undecided,
		"inline-waivers": fmt.Sprint(p.Settings.InlineWaivers), "only": strings.Join(p.Settings.Only, ",")} {
		flag := c.Flags().Lookup(name)
		if flag.Changed || value == "" {
			continue
		}
		if err := set(flag, []string{value}, "the artefact"); err != nil {
			return usage("the artefact's %s can't be used: %w", name, err)
		}
	}
	return nil
}

// stillThere gives those of the paths that the gate was given that are there, as
// seen from here. Names of an artefact are from the top of the repository, and lead
// nowhere else. One that does not say is of an earlier rackvet, and its files do.
func stillThere(s gate.Statement) ([]string, error) {
	top, err := topFolder()
	if err != nil {
		return nil, usage("%w", err)
	}
	names := s.Predicate.Settings.Paths
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(s.Names()))
	}
	var paths []string
	for _, name := range names {
		if name == "-" { // what was read is gone
			continue
		}
		name = filepath.FromSlash(name)
		if !filepath.IsLocal(name) {
			return nil, usage("the artefact names a path outside of the repository, %q: give its path", name)
		}
		path := relative(filepath.Join(top, name))
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, usage("%w", err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}
