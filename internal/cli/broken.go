package cli

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/units"
)

// brokenRules are the rules that could not be evaluated, each told once, however many
// servers that was at.
type brokenRules struct {
	judge *judge
	list  []*brokenRule
}

type brokenRule struct {
	first *policy.RuleError
	at    string // the server; "" for all of them
	more  int    // the other servers
}

// note takes the rules that an error tells of.
func (b *brokenRules) note(err error) {
	at := ""
	if s := new(lint.ServerError); errors.As(err, &s) {
		at = fmt.Sprintf("server %q of %s", s.Server, s.File)
	}
next:
	for _, bad := range ruleErrors(err) {
		for _, known := range b.list {
			if known.first.Rule == bad.Rule {
				known.more++
				continue next
			}
		}
		b.list = append(b.list, &brokenRule{first: bad, at: at})
	}
}

// problems are the rules as results.
func (b *brokenRules) problems(rel func(string) string) []report.Problem {
	var problems []report.Problem
	for _, x := range b.list {
		at := cmp.Or(x.at, "all servers")
		if x.more > 0 {
			at += " and " + units.Several(x.more, "other")
		}
		p := unevaluated(b.judge, x.first, at)
		p.Result.Sign(rel)
		problems = append(problems, p)
	}
	return problems
}

// unevaluated is a rule that could not be evaluated on something, where it went wrong or
// else where the rule stands. One that is built in has no place: it is in no file of the
// user's.
func unevaluated(j *judge, bad *policy.RuleError, on string) report.Problem {
	folders := j.setup.Folders
	f := policy.Fault{Text: bad.Err.Error()}
	if at := new(policy.Fault); errors.As(bad, &at) && fileOf(folders, at.File) != nil {
		f = *at
	} else if r := j.all.Rule(bad.Rule); r != nil && fileOf(folders, r.File) != nil {
		f.File, f.Line, f.Column = r.File, r.Line, 1
	}
	f.Text = fmt.Sprintf("rule %s can't be evaluated on %s: %s", bad.Rule, on, f.Text)
	return faultProblem(f, fileOf(folders, f.File))
}
