package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/rackvet/rackvet/internal/baseline"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/waive"
)

// fleet is all servers of a run, for the rules that judge them at once. Nothing is
// kept where there are no such rules.
type fleet struct {
	pool     *sandbox.Pool
	waivers  *waive.Set
	baseline *baseline.Set
	changes  *changes // nil where all is reported
	rel      func(string) string

	members []*member
}

// member is a server of the fleet.
type member struct {
	*lint.Server
	source *source.File
	told   bool // its file is reported
	found  []finding.Result
}

// fleetInput is what the rules see.
type fleetInput struct {
	APIVersion string          `json:"api_version"`
	Servers    []*enrich.Input `json:"servers"`
}

// sees reports whether there are such rules.
func (f *fleet) sees() bool { return f.pool != nil && f.pool.HasFleet() }

// see keeps the servers of a file.
func (f *fleet) see(r *lint.Result) {
	if !f.sees() {
		return
	}
	told := f.changes == nil || f.changes.reported(r.Paths())
	for i := range r.Servers {
		if s := &r.Servers[i]; s.Input != nil {
			f.members = append(f.members, &member{Server: s, source: r.Source, told: told})
		}
	}
}

// judge evaluates the rules, once, and leaves with each member what was found about
// it. What is about the fleet as a whole is what it gives. Any server may have brought
// any of it about: where one changed, all is reported, and else nothing.
func (f *fleet) judge(ctx context.Context) ([]finding.Result, error) {
	if !f.sees() || len(f.members) == 0 || f.changes != nil && !f.changes.all && !f.changes.fleet {
		return nil, nil
	}
	in := fleetInput{APIVersion: enrich.Version}
	for _, m := range f.members {
		in.Servers = append(in.Servers, m.Input)
	}
	judgements, err := f.pool.EvalFleet(ctx, in)
	var whole []finding.Result
	for _, j := range judgements {
		if wrong := f.place(j, &whole); wrong != nil {
			err = errors.Join(err, &policy.RuleError{Rule: j.Rule.ID, Err: wrong})
		}
	}
	sign := func(results []finding.Result) {
		finding.Sort(results)
		for i := range results {
			results[i].Sign(f.rel)
		}
	}
	for _, m := range f.members {
		m.found = f.waivers.Apply(m.Name, m.found, m.Waivers)
		if f.baseline != nil {
			f.baseline.Mark(m.found)
		}
		sign(m.found)
	}
	sign(whole)
	return whole, err
}

// all judges, and gives all that was found.
func (f *fleet) all(ctx context.Context) ([]finding.Result, error) {
	results, err := f.judge(ctx)
	for _, m := range f.members {
		results = append(results, m.found...)
	}
	return results, err
}

// place gives a judgement its place in the file of the server that it is about; one
// about the fleet as a whole has none.
func (f *fleet) place(j policy.Judgement, whole *[]finding.Result) error {
	if j.Server == "" {
		if j.Outcome.Open() {
			return errors.New("a result that fails names the server that it is about")
		}
		*whole = append(*whole, finding.Result{Rule: j.Rule.ID, Outcome: j.Outcome, Level: j.Level, Message: j.Message,
			Help: j.Help, Path: j.Path, Observed: j.Observed, Limit: j.Limit, Unit: j.Unit, Margin: j.Margin, Evidence: j.Evidence})
		return nil
	}
	var found []*member
	for _, m := range f.members {
		if m.Name == j.Server && (j.File == "" || j.File == m.Input.Server.File) {
			found = append(found, m)
		}
	}
	switch {
	case len(found) == 0:
		return fmt.Errorf("it names the server %q, and there is none", j.Server)
	case len(found) > 1:
		return fmt.Errorf("it names the server %q, and there are %d of that name: with file beside it, it would be told which", j.Server, len(found))
	}
	r, err := found[0].Place(j)
	if err != nil {
		return err
	}
	found[0].found = append(found[0].found, r)
	return nil
}
