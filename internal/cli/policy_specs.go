package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

// The specs beside a rule that are its tests.
const (
	passing = "pass.hcl"
	failing = "fail.hcl"
)

// specs lints the specs beside the rules, by the rules of the folders alone.
func (t *policyTests) specs(ctx context.Context) error {
	var tests []specTest
	for _, r := range t.judge.outside() {
		for _, x := range []specTest{{text: r.Passing, c: report.TestCase{Name: passing}}, {text: r.Failing, c: report.TestCase{Name: failing}}} {
			if x.text == "" {
				continue
			}
			x.rule, x.c.Suite, x.c.File, x.c.Line = r, r.ID, path.Join(path.Dir(r.File), x.c.Name), 1
			if t.all++; t.wanted(x.c) {
				tests = append(tests, x)
			}
		}
	}
	if len(tests) == 0 {
		return nil
	}
	if err := t.flags.own.pool(ctx, t.process, t.judge); err != nil {
		return err
	}
	known, err := knownWith(t.process, t.judge.setup.Folders)
	if err != nil {
		return err
	}
	engine, err := policy.NewEngine(t.judge.bundle.Builtin(), policy.Options{Checked: true, EffectiveTime: t.judge.setup.Time, Nothing: true})
	if err != nil {
		return broken(err)
	}
	for i := range tests {
		if err := t.spec(ctx, known, engine, &tests[i]); err != nil {
			return err
		}
		t.result.Cases = append(t.result.Cases, tests[i].c)
	}
	return nil
}

// specTest is a spec that a rule is tried on.
type specTest struct {
	rule *policy.Rule
	c    report.TestCase
	text string

	source  *source.File
	results []finding.Result
	wanted  map[int]string // what stands behind want, by the line that it is about
}

// spec lints one spec and looks whether the rules say what they are to say.
func (t *policyTests) spec(ctx context.Context, known *catalog.Catalog, engine *policy.Engine, x *specTest) error {
	x.source = source.NewFile(x.c.File, []byte(x.text))
	all := newFleetOf(t.judge.pool)
	options := lint.Options{Outside: t.judge.pool, Workers: 1}
	if x.rule.Fleet {
		options.Seen = all.see
	}
	file := lint.File{Path: x.c.File, Named: true, Read: func() ([]byte, error) { return []byte(x.text), nil }}
	_, fault := lint.New(known, engine, options).Run(ctx, []lint.File{file}, func(r *lint.Result) error {
		x.results = append(x.results, r.Problems...)
		for _, s := range r.Servers {
			x.results = append(x.results, s.Results...)
		}
		return nil
	})
	if ctx.Err() != nil {
		return broken(ctx.Err())
	}
	found, err := all.all(ctx)
	x.results = append(x.results, found...)
	fault = errors.Join(fault, err)
	if fault != nil && len(ruleErrors(fault)) == 0 {
		return broken(fault)
	}
	x.judge(fault)
	return nil
}

// judge says how the test came out. fault is of the rules that could not be evaluated;
// of those, others than its own are a matter of their own tests.
func (x *specTest) judge(fault error) {
	for _, bad := range ruleErrors(fault) {
		if bad.Rule == x.rule.ID {
			x.says(source.Range{File: x.c.File}, "%s: the rule can't be evaluated: %s", x.c.Name, oneLine(bad.Err.Error()))
			x.c.Outcome = report.TestError
			return
		}
	}
	for _, r := range x.results {
		if strings.HasPrefix(r.Rule, "spec/") {
			x.add(r, r.Message)
		}
	}
	if len(x.c.Problems) == 0 && x.c.Name == passing {
		x.judgePassing()
	} else if len(x.c.Problems) == 0 {
		x.judgeFailing()
	}
	slices.SortStableFunc(x.c.Problems, func(a, b report.Problem) int {
		return cmp.Compare(a.Result.Range.Start.Byte, b.Result.Range.Start.Byte)
	})
	x.c.Outcome = report.TestPass
	if len(x.c.Problems) > 0 {
		x.c.Outcome = report.TestFail
	}
}

// judgePassing wants the rule to pass, and nothing to fail.
func (x *specTest) judgePassing() {
	passed := false
	var outcomes []string
	for _, r := range x.results {
		if r.Outcome.Open() {
			x.add(r, fmt.Sprintf("%s, where nothing is to: %s", wordOf(r), r.Message))
		}
		if r.Rule == x.rule.ID {
			passed = passed || r.Outcome == finding.Pass
			outcomes = append(outcomes, string(r.Outcome))
		}
	}
	if !passed && len(x.c.Problems) == 0 {
		x.says(x.source.Range(0, 0), "the rule does not pass here: it is %s", or(strings.Join(outcomes, ", "), "silent"))
	}
}

func wordOf(r finding.Result) string {
	if r.Outcome == finding.Undecided {
		return r.Rule + " is undecided"
	}
	return r.Rule + " fails"
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// want is what a result on the next line has to say.
var want = regexp.MustCompile(`^\s*#\s*want\s+"(.*)"\s*$`)

// judgeFailing wants the rule to say what stands behind want, and nothing else. What
// other rules say may be wanted, and need not be.
func (x *specTest) judgeFailing() {
	wants, ok := x.wants()
	if !ok {
		return
	}
	if len(wants) == 0 {
		x.says(x.source.Range(0, 0), `it does not say what the rule has to say: write # want "…" on the line before the one that the result is about`)
		return
	}
	fired, met := false, map[int]bool{}
	for _, r := range x.results {
		line, own := r.Range.Start.Line, r.Rule == x.rule.ID
		re := wants[line]
		switch {
		case !r.Outcome.Open() || re == nil && !own:
		case re == nil:
			x.add(r, fmt.Sprintf("%s where it is not wanted: %s", wordOf(r), r.Message))
		case re.MatchString(r.Message):
			fired, met[line] = fired || own, true
		case own:
			x.add(r, fmt.Sprintf("%s otherwise than wanted: %s", wordOf(r), r.Message), "wanted is "+x.wanted[line])
			met[line] = true
		}
	}
	for _, line := range slices.Sorted(maps.Keys(wants)) {
		if !met[line] {
			x.says(lineRange(x.source, line-1, 1), "nothing says this of the next line")
		}
	}
	if !fired && len(x.c.Problems) == 0 {
		x.says(x.source.Range(0, 0), "the rule does not fail here: what is wanted comes from other rules alone")
	}
}

// wants are what is wanted, by the line that it is about; false where something is no
// regular expression.
func (x *specTest) wants() (wants map[int]*regexp.Regexp, ok bool) {
	wants, x.wanted = map[int]*regexp.Regexp{}, map[int]string{}
	n := 0
	for line := range strings.Lines(string(x.source.Bytes)) {
		n++
		m := want.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		re, err := regexp.Compile(m[1])
		if err != nil {
			x.says(lineRange(x.source, n, 1), "what is wanted is no regular expression: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
			return nil, false
		}
		wants[n+1], x.wanted[n+1] = regexp.MustCompile("^(?:"+re.String()+")$"), m[1]
	}
	return wants, true
}

// add tells of a result in other words.
func (x *specTest) add(r finding.Result, message string, remarks ...string) {
	out := finding.Result{Rule: x.rule.ID, Outcome: finding.Fail, Level: finding.Error, Message: message, File: x.c.File, Range: r.Range}
	for _, remark := range remarks {
		out.Related = append(out.Related, finding.Related{Message: remark})
	}
	x.c.Problems = append(x.c.Problems, report.Problem{Source: x.source, Result: out})
}

// says tells what is wrong at a place.
func (x *specTest) says(at source.Range, format string, args ...any) {
	x.add(finding.Result{Range: at}, fmt.Sprintf(format, args...))
}
