package cli

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/source"
)

// inputFlags are those of every command that reads specs.
type inputFlags struct {
	config         configFlags
	vars, varFiles []string
	exclude        []string
	stdinName      string

	rules    []string // folders of rules: who walks one wants the specs beside them
	examples bool     // as does who sees to every spec

	among map[string]bool // the files that are taken, by their paths in the repository; nil for all
}

func (f *inputFlags) register(s *pflag.FlagSet) {
	f.config.register(s)
	f.registerWalk(s)
	f.registerVariables(s)
}

// registerVariables is for flags that give specs values.
func (f *inputFlags) registerVariables(s *pflag.FlagSet) {
	s.StringArrayVar(&f.vars, "var", nil, "value of a variable, `name=value`; may be repeated")
	s.StringArrayVar(&f.varFiles, "var-file", nil, "`file` of lines name = value; may be repeated, later ones win")
}

// registerWalk is for flags that say which files there are.
func (f *inputFlags) registerWalk(s *pflag.FlagSet) {
	f.registerExclude(s)
	s.StringVar(&f.stdinName, "stdin-filename", "stdin.hcl", "`name` that standard input is reported and included under")
}

func (f *inputFlags) registerExclude(s *pflag.FlagSet) {
	s.StringArrayVar(&f.exclude, "exclude", nil, "`glob` of files that folders are walked without, such as legacy/**; may be repeated")
}

// excluder says which files walks leave out.
func (f *inputFlags) excluder() (func(file string) bool, error) {
	excluded, err := config.Excluder(f.exclude, f.config.excludeFrom)
	if err != nil {
		return nil, usage("--exclude: %w", err)
	}
	return excluded, nil
}

// variables joins what files and flags give; flags win.
func (f *inputFlags) variables() (map[string]string, error) {
	given := map[string]string{}
	return given, f.eachVariable(func(name, value, _ string) { given[name] = value })
}

// eachVariable goes through what files and flags give, later ones winning, with the
// file, "" for a flag.
func (f *inputFlags) eachVariable(give func(name, value, file string)) error {
	for _, path := range f.varFiles {
		text, err := source.ReadLimit(path, document.MaxSize)
		if err != nil {
			return usage("--var-file: %w", err)
		}
		values, faults := document.ReadVariables(source.NewFile(path, text))
		for _, r := range faults {
			return usage("--var-file: %s:%d:%d: %s", r.File, r.Range.Start.Line, r.Range.Start.Column, r.Message)
		}
		for name, value := range values {
			give(name, value, path)
		}
	}
	for _, v := range f.vars {
		name, value, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return usage("--var %s: write name=value", v)
		}
		give(name, value, "")
	}
	return nil
}

// checkUsed refuses variables that no file declares: a mistyped name would go
// unseen otherwise.
func checkUsed(given map[string]string, declared []string) error {
	var unused []string
	for name := range given {
		if !slices.Contains(declared, name) {
			unused = append(unused, name)
		}
	}
	if len(unused) == 0 {
		return nil
	}
	slices.Sort(unused)
	return usage("no file declares the variable %s", strings.Join(unused, ", "))
}

// policyFlags are those of every command that evaluates policies.
type policyFlags struct {
	outsideFlags
	profile       string
	only          []string
	effectiveTime string
	allowPast     bool
}

func (f *policyFlags) register(s *pflag.FlagSet) {
	f.registerTimeless(s)
	f.registerTime(s)
}

// registerTimeless is for a command that is told the time by something else.
func (f *policyFlags) registerTimeless(s *pflag.FlagSet) {
	f.outsideFlags.register(s)
	f.registerProfile(s)
	s.StringSliceVar(&f.only, "only", nil, "`rules` to evaluate, comma separated; the others are left out")
}

func (f *policyFlags) registerTime(s *pflag.FlagSet) {
	s.StringVar(&f.effectiveTime, "effective-time", "", "`time` that policies take for now, as 2027-03-31 or 2027-03-31T12:00:00Z")
	s.BoolVar(&f.allowPast, "allow-past-effective-time", false, "let --effective-time lie in the past, which revives waivers that are over")
}

func (f *policyFlags) registerProfile(s *pflag.FlagSet) {
	s.StringVar(&f.profile, "profile", "", "set of thresholds to judge by: article, practice, nvidia-certified or strict (default article)")
}

// inForce is the name of the profile that is judged by.
func (f *policyFlags) inForce() string {
	return cmp.Or(f.profile, policy.ArticleProfile)
}

// registerRules registers what says which rules there are, for commands that
// evaluate none.
func (f *policyFlags) registerRules(s *pflag.FlagSet) {
	f.registerProfile(s)
	f.outsideFlags.registerFolders(s)
}

// time gives the effective time: that of the flag, else the clock's.
func (f *policyFlags) time() (time.Time, error) {
	if f.effectiveTime == "" {
		return time.Now().UTC().Truncate(time.Second), nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		t, err := time.Parse(layout, f.effectiveTime)
		switch {
		case err != nil:
		case !f.allowPast && t.Before(time.Now().UTC().Truncate(24*time.Hour)):
			return t, usage("--effective-time %s lies in the past, and would revive waivers that are over: add --allow-past-effective-time to have it so", f.effectiveTime)
		default:
			return t.UTC(), nil
		}
	}
	return time.Time{}, usage("--effective-time %s: write a date as 2027-03-31, or a time as 2027-03-31T12:00:00Z", f.effectiveTime)
}

// choice reads a flag that has a few values.
func choice(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return usage("--%s %q: use %s", flag, value, strings.Join(allowed, ", "))
}

// shown reads --show: pass, skipped, or both.
func shown(names []string) (map[finding.Outcome]bool, error) {
	show := map[finding.Outcome]bool{}
	for _, n := range names {
		if err := choice("show", n, "pass", "skipped"); err != nil {
			return nil, err
		}
		show[finding.Outcome(n)] = true
	}
	return show, nil
}

// stepSummary opens the page that GitHub shows for a step of a workflow; nil
// outside of one.
func stepSummary(p Process) (*os.File, error) {
	path := p.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return nil, nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, usage("GITHUB_STEP_SUMMARY: %w", err)
	}
	return f, nil
}
