package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/policies"
	"github.com/rackvet/rackvet/schema"
)

// judge is the prepared policies of a run.
type judge struct {
	engine *policy.Engine
	pool   *sandbox.Pool  // for rules that are not built in; nil where there are none
	bundle *policy.Bundle // with the parameters in force, without rules that are off
	all    *policy.Bundle // every rule there is
	setup  policy.Setup
	faults []finding.Result // what a config asks and there is none of
}

// close ends the processes of policies that are not built in.
func (j *judge) close() {
	if j != nil && j.pool != nil {
		j.pool.Close()
	}
}

// prepare readies the policies while the caller goes on.
func prepare(ctx context.Context, p Process, f policyFlags, cfg *config.Config, now time.Time) func() (*judge, error) {
	type result struct {
		judge *judge
		err   error
	}
	done := make(chan result, 1)
	go func() {
		j, err := newJudge(ctx, p, f, cfg, now)
		done <- result{j, err}
	}()
	return func() (*judge, error) {
		r := <-done
		return r.judge, r.err
	}
}

func newJudge(ctx context.Context, p Process, f policyFlags, cfg *config.Config, now time.Time) (*judge, error) {
	j, err := configured(p, f, cfg)
	if err != nil || len(j.faults) > 0 {
		return j, err
	}
	j.setup.Time, j.setup.Only = now, f.only
	own, err := j.split(f.only)
	if err != nil {
		return nil, err
	}
	// The process beside compiles what is its own meanwhile.
	started := make(chan error, 1)
	go func() {
		if len(j.setup.Folders) == 0 {
			started <- nil
			return
		}
		started <- j.start(ctx, p, f.outsideFlags, j.setup.Lean(j.all, j.bundle))
	}()
	j.engine, err = policy.NewEngine(j.bundle.Builtin(), policy.Options{Checked: true, Only: own, EffectiveTime: now, Nothing: len(f.only) > 0 && len(own) == 0})
	if err != nil {
		err = usage("--only: %w", err)
	}
	if err = cmp.Or(<-started, err); err != nil {
		j.close()
		return nil, err
	}
	return j, nil
}

// start starts the process that evaluates what is not built in, as s sets it up.
func (j *judge) start(ctx context.Context, p Process, f outsideFlags, s policy.Setup) error {
	command, limits, err := f.worker()
	if err != nil {
		return err
	}
	s.Schema = schema.InputSchema
	j.pool, err = sandbox.NewPool(ctx, command, s, j.bundle, limits, f.printer(p))
	var refused *sandbox.Refused
	if errors.As(err, &refused) {
		return showFaults(p, j.setup.Folders, refused.Faults, refused.Errors)
	}
	return asBroken(err)
}

// split gives those of the rules asked for that are built in.
func (j *judge) split(only []string) (own []string, err error) {
	for _, id := range only {
		r := j.all.Rule(id)
		switch {
		case r == nil:
			return nil, usage("--only: there is no rule %q%s", id, meant(id, idsOf(j.all)))
		case j.bundle.Rule(id) == nil:
			return nil, usage("--only: rule %q is switched off in the config", id)
		case !r.Outside:
			own = append(own, id)
		}
	}
	return own, nil
}

func idsOf(b *policy.Bundle) []string {
	var ids []string
	for _, r := range b.AllRules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// configured is the policies with the profile's parameters and what a config
// changes of them.
func configured(p Process, f policyFlags, cfg *config.Config) (*judge, error) {
	j := new(judge)
	builtin, err := policy.Load(policies.FS)
	if err != nil {
		return nil, broken(err)
	}
	if j.setup.Folders, err = f.folders(); err != nil {
		return nil, err
	}
	if j.all, err = builtin.Join(j.setup.Folders...); err != nil {
		faults, rest := policy.Faults(err)
		var texts []string
		for _, e := range rest {
			texts = append(texts, e.Error())
		}
		return nil, showFaults(p, j.setup.Folders, faults, texts)
	}
	j.bundle, j.setup.Profile = j.all, f.profile
	if cfg == nil {
		cfg = new(config.Config)
	}
	if j.faults = cfg.Check(known(j.all)); len(j.faults) > 0 {
		return j, nil
	}
	if j.bundle, err = j.bundle.WithProfile(f.profile); err != nil {
		return nil, usage("--profile: %w", err)
	}
	j.setup.Params, j.setup.ParamsFrom = map[string]map[string]any{}, cfg.Path
	for _, r := range cfg.Rules {
		if len(r.Params) > 0 {
			j.setup.Params[r.ID] = r.Params
		}
		if !r.Enabled && j.all.Rule(r.ID) != nil { // a bundle may have left it out already
			j.setup.Off = append(j.setup.Off, r.ID)
		}
	}
	with, err := j.bundle.WithParams(j.setup.Params, cfg.Path)
	for _, bad := range policy.ParamErrors(err) {
		j.faults = append(j.faults, cfg.ParamFault(bad.Rule, bad.Name, bad.Err))
	}
	switch {
	case len(j.faults) > 0:
		return j, nil
	case err != nil:
		return nil, usage("%s: %w", cfg.Path, err)
	}
	j.bundle = with
	if j.bundle, err = j.bundle.Without(j.setup.Off...); err != nil {
		return nil, usage("%s: %w", cfg.Path, err)
	}
	return j, nil
}

// known is what a config may name.
func known(b *policy.Bundle) config.Known {
	k := config.Known{Rules: map[string][]string{}, Profiles: b.Profiles()}
	for _, id := range b.Off() {
		k.Rules[id] = nil
	}
	for _, r := range b.AllRules() {
		names := []string{}
		for _, p := range r.Params {
			names = append(names, p.Name)
		}
		k.Rules[r.ID] = names
	}
	return k
}

// capsOf are the levels that a config holds rules to.
func capsOf(cfg *config.Config) map[string]finding.Level {
	levels := map[string]finding.Level{}
	for _, r := range cfg.Rules {
		if r.Level != 0 {
			levels[r.ID] = r.Level
		}
	}
	return levels
}

// caps are the levels that a config holds rules to, and a note for those that are
// not in force yet.
func (j *judge) caps(cfg *config.Config, now time.Time) map[string]finding.Level {
	levels := capsOf(cfg)
	for _, r := range j.bundle.AllRules() {
		if r.EffectiveFrom.After(now) {
			levels[r.ID] = finding.Note
		}
	}
	return levels
}

// ruleKnown is nil for the id of a rule, and else says what was meant.
func (j *judge) ruleKnown(id string) error {
	if j.all.Rule(id) != nil || j.all.LeftOut(id) {
		return nil
	}
	return fmt.Errorf("there is no rule %q%s", id, meant(id, idsOf(j.all)))
}

// waivable says whether failures of a rule may be signed for.
func (j *judge) waivable(id string) bool {
	r := j.all.Rule(id)
	return r != nil && !r.Unwaivable
}

// ofFleet says whether a rule judges all servers of a run at once.
func (j *judge) ofFleet(id string) bool {
	r := j.all.Rule(id)
	return r != nil && r.Fleet
}

// judged says whether the run evaluates a rule.
func (j *judge) judged(id string, only []string) bool {
	return j.bundle.Rule(id) != nil && (len(only) == 0 || slices.Contains(only, id))
}

// rules are what formats say of the rules.
func (j *judge) rules() []report.Rule {
	var rules []report.Rule
	for _, r := range j.bundle.AllRules() {
		rules = append(rules, report.Rule{ID: r.ID, Title: r.Title, Description: r.Description, Help: r.Page, Level: r.Levels[0], Category: r.Category})
	}
	return rules
}
