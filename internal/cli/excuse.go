package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/baseline"
	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
	"github.com/rackvet/rackvet/internal/waive"
)

// excuseFlags are about failures that do not count.
type excuseFlags struct {
	noInline          bool
	baseline, writeTo string
	all               bool
	since             string

	recorder *baseline.Recorder
}

func (f *excuseFlags) register(s *pflag.FlagSet) {
	s.BoolVar(&f.noInline, "no-inline-waivers", false, "leave waivers in specs without effect, as gates do")
	s.StringVar(&f.baseline, "baseline", "", "`file` of known failures, which are shown and fail nothing")
	s.StringVar(&f.writeTo, "write-baseline", "", "`file` to record today's failures in")
	s.StringVar(&f.since, "changed-since", "", "`revision` of git: judge all, and report only what changed since HEAD parted from it")
	s.BoolVar(&f.all, "all-results", false, "give waived and known failures to formats that leave them out, such as sarif")
}

// maxBaseline bounds the size of a baseline: some 100,000 entries.
const maxBaseline = 32 << 20

// options are those of the linter that say what does not count.
func (f *excuseFlags) options(ctx context.Context, j *judge, cfg *config.Config, p policyFlags, args []string, now time.Time) (lint.Options, error) {
	o := lint.Options{Levels: j.caps(cfg, now), InlineWaivers: !f.noInline, RuleKnown: j.ruleKnown}
	o.Waivers = waive.NewSet(cfg.Waivers, now, waive.Rules{
		Waivable: j.waivable, Whole: whole(args, cfg.Dir),
		Judged: func(rule string) bool { return j.judged(rule, p.only) },
	})
	if f.baseline != "" {
		text, err := source.ReadLimit(f.baseline, maxBaseline)
		if err == nil {
			o.Baseline, err = baseline.Read(text, newSpecFiles())
		}
		if err != nil {
			return o, usage("--baseline: %w", err)
		}
	}
	if f.writeTo != "" && f.baseline != "" {
		return o, usage("--baseline and --write-baseline say opposite things")
	}
	if f.writeTo != "" {
		f.recorder, o.Baseline = baseline.NewRecorder(newSpecFiles()), baseline.Everything()
	}
	return o, nil
}

// changedSince asks git what changed, where that alone is reported; nil else.
func (j *judging) changedSince(ctx context.Context, args []string) (*changes, error) {
	f := j.flags
	if f.excuse.since == "" {
		return nil, nil
	}
	decide := slices.Concat(f.policy.policies, f.input.varFiles)
	for _, path := range []string{j.config.Path, f.excuse.baseline} {
		if path != "" {
			decide = append(decide, path)
		}
	}
	if c := f.input.config; c.path == "" && !c.none { // a nearer one that is gone decided
		wd, err := os.Getwd()
		if err != nil {
			return nil, broken(err)
		}
		for _, place := range config.Places(wd) {
			if decide = append(decide, place); relative(place) == filepath.FromSlash(j.config.Path) {
				break
			}
		}
	}
	c, err := changedSince(ctx, f.excuse.since, decide, args, f.input.stdinName)
	if err != nil {
		return nil, usage("--changed-since: %w", err)
	}
	return c, nil
}

// whole reports whether a run over args sees everything below a config's folder.
func whole(args []string, dir string) bool {
	if len(args) == 0 {
		args = []string{"."}
	}
	dir = source.RealPath(dir)
	return slices.ContainsFunc(args, func(a string) bool {
		rel, err := filepath.Rel(source.RealPath(a), dir)
		return err == nil && filepath.IsLocal(rel)
	})
}

// record keeps failures for a new baseline.
func (f *excuseFlags) record(results []finding.Result) {
	if f.recorder != nil {
		f.recorder.Add(results)
	}
}

// save writes the new baseline, and says so.
func (f *excuseFlags) save(p Process) error {
	if f.recorder == nil {
		return nil
	}
	text, err := f.recorder.Bytes()
	if err != nil {
		return broken(err)
	}
	if err := os.WriteFile(f.writeTo, text, 0o644); err != nil {
		return broken(fmt.Errorf("--write-baseline: %w", err))
	}
	fmt.Fprintf(p.Stderr, "rackvet: %s recorded in %s\n", units.Several(f.recorder.Len(), "failure"), f.writeTo)
	return nil
}
