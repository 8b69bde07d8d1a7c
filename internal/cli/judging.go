package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// judgeFlags are those of every command that judges servers.
type judgeFlags struct {
	input             inputFlags
	policy            policyFlags
	excuse            excuseFlags
	failOn, undecided string
}

func (f *judgeFlags) register(s *pflag.FlagSet) {
	f.registerTimeless(s)
	f.policy.registerTime(s)
}

// registerTimeless is for a command that is told the time by something else.
func (f *judgeFlags) registerTimeless(s *pflag.FlagSet) {
	f.input.register(s)
	f.policy.registerTimeless(s)
	f.excuse.register(s)
	f.registerVerdict(s)
}

// registerVerdict is for flags that say what a verdict is.
func (f *judgeFlags) registerVerdict(s *pflag.FlagSet) {
	s.StringVar(&f.failOn, "fail-on", "error", "least `level` of a failing result that fails its server: error, warning or note")
	s.StringVar(&f.undecided, "undecided", "report", "what undecided error-level results do: report or fail")
}

// judging is a run that judges, settled from flags, environment and config, before
// it starts.
type judging struct {
	process Process
	flags   *judgeFlags
	config  *config.Config
	judge   *judge
	catalog *catalog.Catalog
	options lint.Options
	files   []lint.File
	unread  []finding.Result // folders that can't be read
	given   map[string]string
	now     time.Time
	fleet   *fleet
	changes *changes // nil where all is reported
}

// begin settles what a run over paths goes by. The caller closes it.
func (f *judgeFlags) begin(c *cobra.Command, p Process, args []string) (*judging, error) {
	return f.beginOn(c, p, args, func() ([]lint.File, []finding.Result, error) {
		f.input.rules = f.policy.policies
		return find(p, f.input, args)
	})
}

// beginOn settles what a run over files from anywhere goes by.
func (f *judgeFlags) beginOn(c *cobra.Command, p Process, args []string, find func() ([]lint.File, []finding.Result, error)) (*judging, error) {
	cfg, err := f.input.config.settle(c, p)
	if err != nil {
		return nil, err
	}
	run := &judging{process: p, flags: f, config: cfg}
	if run.given, run.now, err = f.values(); err != nil {
		return nil, err
	}
	// Preparing the policies costs most of a start, and waits for nothing.
	prepared := prepare(c.Context(), p, f.policy, cfg, run.now)
	if run.files, run.unread, err = find(); err != nil {
		return nil, err
	}
	if run.catalog, err = catalog.Builtin(); err != nil {
		return nil, broken(err)
	}
	if run.judge, err = prepared(); err != nil {
		return nil, err
	}
	if err := run.settle(c, args); err != nil {
		run.close()
		return nil, err
	}
	return run, nil
}

// values reads the flags that have values of their own kind.
func (f *judgeFlags) values() (given map[string]string, now time.Time, err error) {
	if _, err := finding.ParseLevel(f.failOn); err != nil {
		return nil, now, usage("--fail-on: %w", err)
	}
	if err := choice("undecided", f.undecided, "report", "fail"); err != nil {
		return nil, now, err
	}
	if given, err = f.input.variables(); err != nil {
		return nil, now, err
	}
	now, err = f.policy.time()
	return given, now, err
}

// settle makes the linter's options of what the flags and the config say.
func (j *judging) settle(c *cobra.Command, args []string) (err error) {
	if j.catalog, err = extend(j.process, j.catalog, j.judge.setup.Folders); err != nil {
		return err
	}
	if err := refuse(j.process, j.judge.faults, source.NewFile(j.config.Path, j.config.Bytes)); err != nil {
		return err
	}
	f := j.flags
	if failOn := j.judge.bundle.ProfileSetting(f.policy.profile, "fail_on"); failOn != "" && origin(c.Flags().Lookup("fail-on")) == "default" {
		f.failOn = failOn
	}
	if j.options, err = f.excuse.options(c.Context(), j.judge, j.config, f.policy, args, j.now); err != nil {
		return err
	}
	o := &j.options
	o.FailOn, _ = finding.ParseLevel(f.failOn)
	o.UndecidedFails = f.undecided == "fail"
	if j.changes, err = j.changedSince(c.Context(), args); err != nil {
		return err
	}
	if j.changes != nil {
		o.Reported = j.changes.reported
	}
	o.Variables, o.Rel = withConfig(j.config, j.given), inRepository()
	j.fleet = &fleet{pool: j.judge.pool, waivers: o.Waivers, baseline: o.Baseline, changes: j.changes, rel: o.Rel}
	if j.judge.pool != nil {
		o.Outside, o.Seen, o.Later = j.judge.pool, j.fleet.see, j.judge.ofFleet
	}
	return nil
}

// close ends what runs beside.
func (j *judging) close() { j.judge.close() }

// reporting is what formats are told of the run.
func (j *judging) reporting() report.Options {
	o := report.Options{ToolVersion: Version(), Rules: j.judge.rules(), Rel: j.options.Rel, All: j.flags.excuse.all, Fails: j.options.Fails}
	if j.flags.policy.effectiveTime != "" {
		o.Effective = j.now.UTC().Format(time.RFC3339)
	}
	return o
}

// ended is how a run came out: its problems are the results that belong to no
// server, those of waivers among them.
type ended struct {
	summary  lint.Summary
	problems []report.Problem
}

// run judges all servers and hands on file by file what was found, in order; where
// rules judge the fleet, once they have, since a server's verdict waits for them. The
// error joins what kept rackvet or a policy from finishing.
func (j *judging) run(ctx context.Context, emit func(*lint.Result) error) (ended, error) {
	e := ended{problems: asProblems(j.unread, nil)}
	broken := brokenRules{judge: j.judge}
	bar := report.NewProgress(j.process.Stderr, j.process.Stdout, len(j.files), plainTerminal(j.process), j.process.Getenv)
	var held []*lint.Result
	tell := func(r *lint.Result) error {
		for _, s := range r.Servers {
			j.flags.excuse.record(s.Results)
		}
		for _, err := range r.Errors {
			broken.note(err)
		}
		return emit(r)
	}
	summary, fault := lint.New(j.catalog, j.judge.engine, j.options).Run(ctx, j.files, func(r *lint.Result) error {
		bar.Pause()
		defer bar.Step()
		e.problems = append(e.problems, asProblems(r.Problems, r.Source)...)
		if j.fleet.sees() {
			held = append(held, r)
			return nil
		}
		return tell(r)
	})
	bar.Clear()
	e.summary = summary
	err := j.judgeFleet(ctx, &e)
	broken.note(err)
	fault = errors.Join(fault, err)
	for _, r := range held {
		if err := tell(r); err != nil {
			return e, errors.Join(fault, err)
		}
	}
	var about []finding.Result
	if j.changes == nil || j.changes.all { // what is said of the config is no news else
		about = j.options.Waivers.About()
		for i := range about {
			about[i].Sign(j.options.Rel)
		}
	}
	if j.changes != nil {
		j.changes.say(j.process)
	}
	e.problems = append(e.problems, asProblems(about, source.NewFile(j.config.Path, j.config.Bytes))...)
	e.count(append(about, j.unread...), j.options)
	for _, p := range broken.problems(j.options.Rel) { // which leave the verdict open, as what they say nothing of
		e.summary.Count(p.Result)
		e.problems = append(e.problems, p)
	}
	if (fault != nil || e.nothing()) && e.summary.Verdict == lint.Pass {
		e.summary.Verdict = lint.Undecided // what was not judged might have failed
	}
	return e, fault
}

// judgeFleet judges all servers at once, and adds what is found to the servers that
// it is about.
func (j *judging) judgeFleet(ctx context.Context, e *ended) error {
	whole, err := j.fleet.judge(ctx)
	e.count(whole, j.options)
	e.problems = append(e.problems, asProblems(whole, nil)...)
	for _, m := range j.fleet.members {
		e.count(m.found, j.options)
		if !m.told {
			j.flags.excuse.record(m.found)
			e.problems = append(e.problems, asProblems(m.found, m.source)...)
			continue
		}
		m.Add(m.found, j.options)
		if err != nil {
			m.Verdict = lint.Worse(m.Verdict, lint.Undecided) // what could not finish might have failed it
		}
	}
	return err
}

// count counts results that came up after the files were judged.
func (e *ended) count(results []finding.Result, o lint.Options) {
	e.summary.Count(results...)
	e.summary.Verdict = lint.Worse(e.summary.Verdict, lint.Verdict(results, o))
}

// nothing reports whether there was nothing to judge, not even what is left out.
func (e ended) nothing() bool {
	return e.summary.Servers == 0 && len(e.problems) == 0 && e.summary.LeftOut == 0
}

// end says how a run that could finish ends the process.
func (j *judging) end(e ended) error {
	excuse := &j.flags.excuse
	switch {
	case e.nothing():
		return usage("nothing to check: no server in %s", units.Several(e.summary.Files, "file"))
	case e.summary.Servers == 0 && len(e.problems) == 0:
		fmt.Fprintf(j.process.Stderr, "rackvet: nothing changed since %s: %s judged, none to report\n", excuse.since, units.Several(e.summary.LeftOut, "file"))
		return excuse.save(j.process)
	}
	if err := checkUsed(j.given, e.summary.Variables); err != nil {
		return err
	}
	if err := excuse.save(j.process); err != nil {
		return err
	}
	if e.summary.Verdict == lint.Fail {
		return &exit{code: ExitFail}
	}
	return nil
}

// withConfig are the variables of a config with those given put over them.
func withConfig(cfg *config.Config, given map[string]string) map[string]string {
	all := maps.Clone(cfg.Variables)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, given)
	return all
}
