package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/rackvet/rackvet/internal/diff"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
)

// diffRun judges the sides.
type diffRun struct {
	*judging
	paths    []string
	declared map[string]bool // the variables that specs declare
	fault    error           // what kept a policy or rackvet from finishing
}

// settle judges as a gate did where one side was recorded by one.
func (r *diffRun) settle(base, head *diffSide) {
	for _, s := range []*diffSide{base, head} {
		if s.settings == nil || base.settings != nil && head.settings != nil {
			continue
		}
		r.options.InlineWaivers, r.options.UndecidedFails = s.settings.InlineWaivers, s.settings.Undecided == "fail"
		if level, err := finding.ParseLevel(s.settings.FailOn); err == nil {
			r.options.FailOn = level
		}
		if profile := r.flags.policy.inForce(); s.settings.Profile != profile {
			fmt.Fprintf(r.process.Stderr, "rackvet: warning: %s was judged by profile %s, and this is %s: results may differ for that alone\n",
				report.Escape(s.about.Name), report.Escape(s.settings.Profile), report.Escape(profile))
		}
	}
}

// side gives what is to be compared of a side.
func (r *diffRun) side(ctx context.Context, s *diffSide) (diff.Side, error) {
	if s.recorded != nil {
		return *s.recorded, nil
	}
	run, err := r.fresh(ctx)
	if err != nil {
		return diff.Side{}, err
	}
	run.files, run.unread = s.files, s.unread
	var side diff.Side
	if s.about.Kind == oneFile {
		side.File = filepath.ToSlash(s.about.Name)
	}
	e, fault := run.run(ctx, func(f *lint.Result) error {
		for _, x := range f.Servers {
			side.Servers = append(side.Servers, diff.NewServer(x.Name, s.name(f.File), x.Verdict, x.Input, x.Results))
		}
		return nil
	})
	for _, v := range e.summary.Variables {
		r.declared[v] = true
	}
	for _, p := range e.problems {
		file := p.Result.File
		if file != r.config.Path { // there is one config, wherever the sides are
			file = s.name(file)
		}
		side.Add(file, p.Result, r.options.FailOn)
	}
	if s.unreachable != nil {
		return side, usage("%w", s.unreachable)
	}
	r.fault = errors.Join(r.fault, fault)
	return side, ctx.Err()
}

// fresh is the run with waivers and a fleet of its own: whether a waiver is of use
// is another question for each side.
func (r *diffRun) fresh(ctx context.Context) (*judging, error) {
	run, cfg := *r.judging, *r.config
	cfg.Waivers = nil
	for _, w := range r.config.Waivers {
		own := *w
		cfg.Waivers = append(cfg.Waivers, &own)
	}
	o, err := r.flags.excuse.options(ctx, r.judging.judge, &cfg, r.flags.policy, r.paths, r.now)
	if err != nil {
		return nil, err
	}
	fleet := *r.judging.fleet
	fleet.waivers, run.options.Waivers, run.fleet = o.Waivers, o.Waivers, &fleet
	if run.options.Seen != nil {
		run.options.Seen = fleet.see
	}
	return &run, nil
}
