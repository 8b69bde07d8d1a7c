package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/gate"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
	"github.com/rackvet/rackvet/policies"
	catalogdata "github.com/rackvet/rackvet/schema/catalog"
)

type gateFlags struct {
	judgeFlags
	out, key, color string
	allowInline     bool
}

func newGate(p Process) *cobra.Command {
	var f gateFlags
	c := &cobra.Command{
		Use:   "gate [PATH…]",
		Short: "Judge builds before they are bought, and write what was judged, signed if asked",
		Long: `Gate judges as lint does, and stricter: what can't be decided fails, and waivers
in specs have no effect. It writes an artefact, an in-toto statement: every spec
with its digest, the digests of policies, catalogue, config and variables, every
result, and the verdict. With --key it is signed. rackvet gate verify checks it
again later.

The same inputs and --effective-time give the same bytes on any machine.`,
		Example: "  rackvet gate specs/ -o gate.json\n  rackvet gate --key key.pem --effective-time 2027-01-01 specs/ -o gate.json\n  rackvet gate verify gate.json --public-key key.pub",
		RunE:    func(c *cobra.Command, args []string) error { return runGate(c, p, &f, args) },
	}
	f.register(c)
	f.policy.registerTime(c.Flags())
	c.Flags().StringVarP(&f.out, "output", "o", "gate.json", "`file` to write, - for standard output")
	c.Flags().StringVar(&f.key, "key", "", "`file` of the private key, Ed25519 or ECDSA in PEM, to sign with")
	c.Flags().StringVar(&f.color, "color", "auto", "colour the text: auto, always or never")
	c.AddCommand(newGateVerify(p))
	return c
}

// register registers the flags of lint with a gate's own defaults, but for the time,
// which an artefact tells.
func (f *gateFlags) register(c *cobra.Command) {
	f.registerTimeless(c.Flags())
	c.Flags().BoolVar(&f.allowInline, "inline-waivers", false, "let waivers in specs have effect")
	for name, value := range map[string]string{"undecided": "fail", "no-inline-waivers": "true"} {
		flag := c.Flags().Lookup(name)
		flag.DefValue = value
		_ = flag.Value.Set(value) // a value that the flag has
	}
	// What a gate says is for all, and of all.
	for _, name := range []string{"changed-since", "write-baseline", "all-results", "no-inline-waivers"} {
		c.Flags().Lookup(name).Hidden = true
	}
}

func runGate(c *cobra.Command, p Process, f *gateFlags, args []string) error {
	if f.excuse.since != "" || f.excuse.writeTo != "" {
		return usage("a gate judges all there is: --changed-since and --write-baseline are not for it")
	}
	signer, err := f.signer(p) // what is wrong with a key shows before anything is judged
	if err != nil {
		return err
	}
	w := p.Stdout
	if f.out == "-" {
		w = p.Stderr
	}
	colored, err := report.UseColor(f.color, w, p.Getenv)
	if err != nil {
		return usage("--color: %w", err)
	}
	statement, err := f.statement(c, p, args, w, colored)
	if err != nil {
		return err
	}
	text, err := statement.Bytes()
	if err != nil {
		return broken(err)
	}
	signed := "not signed"
	if signer != nil {
		signed = "signed"
		if text, err = signer.Sign(c.Context(), text); err != nil {
			return broken(err)
		}
	}
	if err := writeOut(p, f.out, append(text, '\n')); err != nil {
		return err
	}
	if f.out != "-" {
		fmt.Fprintf(p.Stderr, "rackvet: the artefact is in %s, %s\n", report.Escape(f.out), signed)
	}
	if statement.Predicate.Verdict == lint.Fail {
		return &exit{code: ExitFail}
	}
	return nil
}

// errNothing says that there was nothing to judge.
var errNothing = errors.New("nothing to judge")

// statement judges, shows the findings on w, and says what was judged.
func (f *gateFlags) statement(c *cobra.Command, p Process, args []string, w io.Writer, colored bool) (gate.Statement, error) {
	var none gate.Statement
	f.excuse.noInline = !f.allowInline
	run, err := f.begin(c, p, args)
	if err != nil {
		return none, err
	}
	defer run.close()
	reporting := run.reporting()
	reporting.Color, reporting.Effective = colored, run.now.Format(time.RFC3339)
	text, err := report.New("text", w, reporting)
	if err != nil {
		return none, broken(err)
	}
	said := gate.Predicate{Tool: gate.Tool{Name: "rackvet", Version: Version()}, EffectiveTime: reporting.Effective,
		Problems: []finding.Result{}, Servers: []gate.Server{}}
	var subjects []gate.Subject
	e, fault := run.run(c.Context(), func(r *lint.Result) error {
		subjects = subjectsOf(subjects, run.options.Rel, r)
		for _, s := range r.Servers {
			said.Servers = append(said.Servers, serverOf(reporting, r, s))
			if err := text.Server(newView(r, s)); err != nil {
				return err
			}
		}
		return nil
	})
	if err = text.Problems(e.problems); err == nil {
		err = text.Close(e.summary.Summary)
	}
	switch {
	case fault != nil:
		return none, broken(fault)
	case err != nil:
		return none, broken(fmt.Errorf("writing the report: %w", err))
	case e.nothing():
		return none, usage("%w: no server in %s", errNothing, units.Several(e.summary.Files, "file"))
	}
	if err := checkUsed(run.given, e.summary.Variables); err != nil {
		return none, err
	}
	for _, x := range e.problems {
		said.Problems = append(said.Problems, reporting.Portable(x.Result))
	}
	said.Summary, said.Verdict = e.summary.Summary, e.summary.Verdict
	if err := run.pin(&said); err != nil {
		return none, err
	}
	said.Settings.Paths = judgedPaths(args, run.options.Rel)
	return gate.New(subjects, said), nil
}

// judgedPaths are the paths that a run was over, by their names in the repository.
func judgedPaths(args []string, rel func(string) string) []string {
	if len(args) == 0 {
		args = []string{"."}
	}
	var paths []string
	for _, a := range args {
		if a != "-" {
			a = rel(filepath.Clean(a))
		}
		paths = append(paths, a)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

func serverOf(o report.Options, r *lint.Result, s lint.Server) gate.Server {
	x := gate.Server{Name: s.Name, File: o.Rel(r.File), Verdict: s.Verdict, Results: []finding.Result{}}
	if s.Input != nil {
		x.Input, _ = json.Marshal(s.Input) // it has been input of the policies
	}
	for _, result := range s.Results {
		x.Results = append(x.Results, o.Portable(result))
	}
	return x
}

// pin records by what was judged.
func (j *judging) pin(p *gate.Predicate) error {
	builtin := map[string][]byte{}
	err := fs.WalkDir(policies.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		builtin[name], err = fs.ReadFile(policies.FS, name)
		return err
	})
	if err != nil {
		return broken(err)
	}
	p.Policies = []gate.Named{{Name: "built-in", Digest: gate.SumFiles(builtin)}}
	for _, folder := range j.judge.setup.Folders {
		p.Policies = append(p.Policies, gate.Named{Name: j.named(folder.Name), Digest: gate.SumFiles(folder.Files)})
	}
	p.Catalogue = gate.Sum(catalogdata.JSON)
	if j.config.Path != "" {
		p.Config = &gate.Named{Name: path.Base(j.config.Path), Digest: gate.Sum(j.config.Bytes)}
	}
	if name := j.flags.excuse.baseline; name != "" {
		text, err := source.ReadLimit(name, maxBaseline)
		if err != nil {
			return usage("--baseline: %w", err)
		}
		p.Baseline = &gate.Named{Name: path.Base(filepath.ToSlash(name)), Digest: gate.Sum(text)}
	}
	if len(j.options.Variables) > 0 {
		text, err := json.Marshal(j.options.Variables) // keys sorted
		if err != nil {
			return broken(err)
		}
		sum := gate.Sum(text)
		p.Variables = &sum
	}
	p.Settings = gate.Settings{Profile: j.flags.policy.inForce(), FailOn: j.options.FailOn.String(), Undecided: j.flags.undecided,
		InlineWaivers: j.options.InlineWaivers, Only: j.flags.policy.only}
	return nil
}

// named is a path as it is on any machine: from the config's folder, or the name
// alone where it lies elsewhere.
func (j *judging) named(name string) string {
	dir := j.config.Dir
	if dir == "" {
		dir = "."
	}
	rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(name))
	if err != nil || strings.HasPrefix(rel, "..") || filepath.IsAbs(rel) {
		return path.Base(name)
	}
	return filepath.ToSlash(rel)
}

// subjectsOf adds the files that went into a result, those of included files too.
func subjectsOf(subjects []gate.Subject, rel func(string) string, r *lint.Result) []gate.Subject {
	if r.Skipped {
		return subjects
	}
	for _, f := range r.Reads {
		subjects = append(subjects, gate.Subject{Name: rel(f.Path), Digest: gate.Sum(f.WithBOM(f.Bytes))})
	}
	return subjects
}

// signer reads the private key, and warns where others may read it too; nil where
// none is given.
func (f *gateFlags) signer(p Process) (*gate.Signer, error) {
	if f.key == "" {
		return nil, nil
	}
	info, err := os.Stat(f.key)
	if err != nil {
		return nil, usage("--key: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		fmt.Fprintf(p.Stderr, "rackvet: warning: the key %s may be read by others than its owner (mode %#o)\n", report.Escape(f.key), info.Mode().Perm())
	}
	key, err := readKeyFile("--key", f.key)
	if err != nil {
		return nil, err
	}
	signer, err := gate.NewSigner(key)
	if err != nil {
		return nil, usage("--key %s: %w", f.key, err)
	}
	return signer, nil
}

// maxKey bounds a key's file.
const maxKey = 64 << 10

func readKeyFile(flag, name string) ([]byte, error) {
	text, err := source.ReadLimit(name, maxKey)
	if err != nil {
		return nil, usage("%s: %w", flag, err)
	}
	return text, nil
}
