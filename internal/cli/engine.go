package cli

import (
	"fmt"
	"time"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/policies"
)

// judge is the prepared policies of a run.
type judge struct {
	engine *policy.Engine
	bundle *policy.Bundle // with the parameters in force, without rules that are off
	all    *policy.Bundle // every rule there is
	faults []finding.Result
}

// prepare readies the policies while the caller goes on.
func prepare(f policyFlags, cfg *config.Config, now time.Time) func() (*judge, error) {
	type result struct {
		judge *judge
		err   error
	}
	done := make(chan result, 1)
	go func() {
		j, err := newJudge(f, cfg, now)
		done <- result{j, err}
	}()
	return func() (*judge, error) {
		r := <-done
		return r.judge, r.err
	}
}

func newJudge(f policyFlags, cfg *config.Config, now time.Time) (*judge, error) {
	j, err := configured(f.profile, cfg)
	if err != nil || len(j.faults) > 0 {
		return j, err
	}
	if j.engine, err = policy.NewEngine(j.bundle, policy.Options{Only: f.only, EffectiveTime: now}); err != nil {
		return nil, usage("--only: %w", err)
	}
	return j, nil
}

// configured is the policies with the profile's parameters and what a config
// changes of them; its faults are what the config asks and there is none of.
func configured(profile string, cfg *config.Config) (*judge, error) {
	j := new(judge)
	var err error
	if j.all, err = policy.Load(policies.FS); err != nil {
		return nil, broken(err)
	}
	j.bundle = j.all
	if cfg != nil {
		if j.faults = cfg.Check(known(j.all)); len(j.faults) > 0 {
			return j, nil
		}
	}
	if j.bundle, err = j.bundle.WithProfile(profile); err != nil {
		return nil, usage("--profile: %w", err)
	}
	if cfg == nil {
		return j, nil
	}
	params, off := map[string]map[string]any{}, []string{}
	for _, r := range cfg.Rules {
		if len(r.Params) > 0 {
			params[r.ID] = r.Params
		}
		if !r.Enabled {
			off = append(off, r.ID)
		}
	}
	if j.bundle, err = j.bundle.WithParams(params, cfg.Path); err != nil {
		return nil, usage("%s: %w", cfg.Path, err)
	}
	if j.bundle, err = j.bundle.Without(off...); err != nil {
		return nil, usage("%s: %w", cfg.Path, err)
	}
	return j, nil
}

// known is what a config may name.
func known(b *policy.Bundle) config.Known {
	k := config.Known{Rules: map[string][]string{}, Profiles: b.Profiles()}
	for _, r := range b.Rules() {
		names := []string{}
		for _, p := range r.Params {
			names = append(names, p.Name)
		}
		k.Rules[r.ID] = names
	}
	return k
}

// caps are the levels that a config holds rules to.
func caps(cfg *config.Config) map[string]finding.Level {
	levels := map[string]finding.Level{}
	for _, r := range cfg.Rules {
		if r.Level != 0 {
			levels[r.ID] = r.Level
		}
	}
	return levels
}

// ruleKnown is nil for the id of a rule, and else says what was meant.
func (j *judge) ruleKnown(id string) error {
	if j.all.Rule(id) != nil {
		return nil
	}
	return fmt.Errorf("there is no rule %q%s", id, meant(id, ruleIDs()))
}

// waivable says whether failures of a rule may be signed for.
func (j *judge) waivable(id string) bool {
	r := j.all.Rule(id)
	return r != nil && !r.Unwaivable
}

// judged says whether the run evaluates a rule.
func (j *judge) judged(id string, only []string) bool {
	if j.bundle.Rule(id) == nil {
		return false
	}
	if len(only) == 0 {
		return true
	}
	for _, o := range only {
		if o == id {
			return true
		}
	}
	return false
}

// rules are what formats say of the rules.
func (j *judge) rules() []report.Rule {
	var rules []report.Rule
	for _, r := range j.bundle.Rules() {
		rules = append(rules, report.Rule{ID: r.ID, Title: r.Title, Description: r.Description, Help: r.Page, Level: r.Levels[0], Category: r.Category})
	}
	return rules
}
