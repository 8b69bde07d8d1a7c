package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/internal/waive"
)

// builds is the file of builds that rules are tried on besides those of a folder.
const builds = "template/policy/builds.hcl"

// sample is something to try rules on: a server, or all servers of a file. judge
// gives the results of the rules, and joins a policy.RuleError for each that failed.
type sample struct {
	name  string
	judge func(context.Context) ([]finding.Result, error)
}

// samples are the servers of the folders' specs and those that rackvet brings along,
// and the fleets that they make.
func (c *policyCheck) samples(ctx context.Context, pool *sandbox.Pool) (servers, fleets []sample, err error) {
	files, err := c.specs()
	if err != nil {
		return nil, nil, err
	}
	all := newFleetOf(pool)
	_, err = lint.New(c.known, nil, lint.Options{Workers: 1, Seen: all.see}).Run(ctx, files, func(r *lint.Result) error {
		of := " of " + r.File
		if r.File == builds {
			of = ", which rackvet brings along"
		}
		some := newFleetOf(pool)
		some.see(r)
		for _, s := range r.Servers {
			if s.Input != nil {
				servers = append(servers, sample{fmt.Sprintf("server %q%s", s.Name, of), judgeServer(pool, s)})
			}
		}
		if len(some.members) > 0 {
			fleets = append(fleets, sample{"the servers" + of, some.all})
		}
		return nil
	})
	return servers, append(fleets, sample{"all servers that there are", all.all}), asBroken(err)
}

// specs are the files that samples are made of.
func (c *policyCheck) specs() ([]lint.File, error) {
	text, err := templates.ReadFile(builds)
	if err != nil {
		return nil, broken(err)
	}
	var files []lint.File
	for _, folder := range c.folders {
		for name, text := range folder.Files {
			if strings.HasSuffix(name, ".hcl") {
				files = append(files, lint.File{Path: path.Join(folder.Name, name), Read: func() ([]byte, error) { return text, nil }})
			}
		}
	}
	slices.SortFunc(files, func(a, b lint.File) int { return strings.Compare(a.Path, b.Path) })
	return append(files, lint.File{Path: builds, Read: func() ([]byte, error) { return text, nil }}), nil
}

// newFleetOf is a fleet that nobody signs for.
func newFleetOf(pool *sandbox.Pool) *fleet {
	return &fleet{pool: pool, waivers: waive.NewSet(nil, time.Time{}, waive.Rules{})}
}

func judgeServer(pool *sandbox.Pool, s lint.Server) func(context.Context) ([]finding.Result, error) {
	return func(ctx context.Context) ([]finding.Result, error) {
		judgements, err := pool.Eval(ctx, s.Input)
		var results []finding.Result
		for _, j := range judgements {
			r, wrong := s.Place(j)
			if wrong != nil {
				err = errors.Join(err, &policy.RuleError{Rule: j.Rule.ID, Err: wrong})
			}
			r.Rule, r.Outcome = j.Rule.ID, j.Outcome
			results = append(results, r)
		}
		return results, err
	}
}

// try evaluates the rules on samples, and notes those that never apply, say nothing or
// go wrong.
func (c *policyCheck) try(ctx context.Context, j *judge) error {
	if err := c.flags.own.pool(ctx, c.process, j); err != nil {
		return err
	}
	servers, fleets, err := c.samples(ctx, j.pool)
	if err != nil {
		return err
	}
	if err := c.tryOn(ctx, j, servers, j.all.Outside()); err != nil {
		return err
	}
	return c.tryOn(ctx, j, fleets, j.all.Fleet())
}

// tried is what a rule came to on samples.
type tried struct {
	applies bool              // it gave more than skipped
	silent  []string          // the samples that it gave nothing for
	broken  *policy.RuleError // why it could not be evaluated
	on      string            // and on what
}

func (c *policyCheck) tryOn(ctx context.Context, j *judge, samples []sample, rules []*policy.Rule) error {
	outcomes := map[string]*tried{}
	for _, r := range rules {
		outcomes[r.ID] = new(tried)
	}
	for _, s := range samples {
		results, err := s.judge(ctx)
		if ctx.Err() != nil {
			return broken(ctx.Err())
		}
		for _, r := range results {
			x := outcomes[r.Rule]
			x.applies = x.applies || r.Outcome != finding.Skipped
		}
		bad := ruleErrors(err)
		if err != nil && len(bad) == 0 {
			return broken(err)
		}
		for _, bad := range bad {
			x := outcomes[bad.Rule]
			switch said := bad.Err.Error(); {
			case said == policy.ErrSilent.Error():
				x.silent = append(x.silent, s.name)
			case x.broken == nil:
				x.broken, x.on = bad, s.name
			}
		}
	}
	for _, r := range rules {
		c.judge(j, r, outcomes[r.ID], len(samples))
	}
	return nil
}

// ruleErrors are the rules that an error tells of.
func ruleErrors(err error) []*policy.RuleError {
	switch x := err.(type) {
	case *policy.RuleError:
		return []*policy.RuleError{x}
	case interface{ Unwrap() []error }:
		var all []*policy.RuleError
		for _, e := range x.Unwrap() {
			all = append(all, ruleErrors(e)...)
		}
		return all
	case interface{ Unwrap() error }:
		return ruleErrors(x.Unwrap())
	}
	return nil
}

// judge notes what is wrong with a rule after it was tried on n samples.
func (c *policyCheck) judge(j *judge, r *policy.Rule, x *tried, n int) {
	what := "servers"
	if r.Fleet {
		what = "runs"
	}
	switch {
	case x.broken != nil:
		c.problems = append(c.problems, unevaluated(j, x.broken, x.on))
	case len(x.silent) == n:
		c.warn(ruleSilent, r, fmt.Sprintf("gives no result for any of the %d %s that it was tried on", n, what),
			"A rule answers for every server: let it say skipped where it does not apply, and undecided where a fact is missing.")
	case len(x.silent) > 0:
		c.warn(ruleSilent, r, fmt.Sprintf("gives no result for %d of the %d %s that it was tried on, such as %s", len(x.silent), n, what, x.silent[0]),
			"Lint ends with exit code 3 there. Let the rule say skipped where it does not apply, and undecided where a fact is missing.")
	case !x.applies:
		c.warn(ruleSilent, r, fmt.Sprintf("is skipped for each of the %d %s that it was tried on", n, what),
			"Write a pass.hcl and a fail.hcl to which it applies, or find out why it never does.")
	}
}
