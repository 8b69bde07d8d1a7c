package policy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// testSuffix is how the files end that hold Rego tests.
const testSuffix = "_test.rego"

// Test is a Rego test of policies that are not built in: a rule test_… of a file
// *_test.rego, or todo_test_… for one that is not to run yet.
type Test struct {
	// ID is its reference, data.….test_…, Name its last part.
	ID   string `json:"id"`
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// The outcomes of a Test.
const (
	TestPass    = "pass"
	TestFail    = "fail"
	TestSkipped = "skipped"
	TestBroken  = "error" // it could not be evaluated
)

// TestResult is what a Test came to.
type TestResult struct {
	Outcome string `json:"outcome"`
	// Text says why it did not pass. File to EndColumn is the expression that was not
	// true or went wrong, with columns in bytes from 1; 0 where it is not known. Values
	// are what stood in it: "found is {…}".
	Text      string   `json:"text,omitempty"`
	File      string   `json:"file,omitempty"`
	Line      int      `json:"line,omitempty"`
	Column    int      `json:"column,omitempty"`
	EndColumn int      `json:"end_column,omitempty"`
	Values    []string `json:"values,omitempty"`
	// Printed is what it printed.
	Printed string `json:"printed,omitempty"`
	// Covered are the stretches of policies that it got through.
	Covered Stretches `json:"covered,omitempty"`
}

// Tester runs the Rego tests of policies that are not built in, one by one,
// through OPA's own runner. As with an Outsider, it is to run where it may be
// killed.
type Tester struct {
	compiler *ast.Compiler
	store    storage.Store
	setup    Setup
	tests    []Test
	rules    map[string]*ast.Rule // by the test's id
	policies map[string]*ast.Module
}

// NewTester compiles a bundle with the tests of its folders, strictly and with
// types, and holds every path against what is there. An error may hold Faults.
func NewTester(b *Bundle, s Setup) (*Tester, error) {
	t := &Tester{setup: s, rules: map[string]*ast.Rule{}, policies: map[string]*ast.Module{}}
	modules, err := withTests(b, s.Folders)
	if err != nil {
		return nil, err
	}
	if err := readsTests(b, modules, s.Schema); err != nil {
		return nil, err
	}
	modules = needed(modules, b)
	for file := range b.outside {
		t.policies[file] = b.modules[file]
	}
	if t.compiler, err = TypedCompiler(s.Schema); err != nil {
		return nil, err
	}
	allowed := capabilities(time.Unix(0, 0))
	// What the runner puts into tests of several cases, and the compiler in place of print.
	allowed.Builtins = append(allowed.Builtins, ast.InternalTestCase, ast.BuiltinMap["internal.print"])
	t.compiler.SetErrorLimit(maxFaults)
	t.compiler.WithCapabilities(allowed).WithStrict(true).WithDefaultRegoVersion(ast.RegoV1).WithEnablePrintStatements(true)
	t.store = inmem.NewFromObject(b.Data())
	// It compiles in its own way, and then runs what the filter lets through.
	none, err := tester.NewRunner().SetCompiler(t.compiler).SetStore(t.store).SetModules(modules).Filter(`$.^`).RunTests(context.Background(), nil)
	if err != nil {
		return nil, fmt.Errorf("compile policies: %w", err)
	}
	for range none {
	}
	if err := CheckPaths(t.compiler, s.Schema, b.Data()); err != nil {
		return nil, err
	}
	t.find(b)
	return t, nil
}

// maxFaults is how many faults of policies are told at once.
const maxFaults = 100

// withTests are the modules of a bundle, and the tests of folders.
func withTests(b *Bundle, folders []*Folder) (map[string]*ast.Module, error) {
	modules := maps.Clone(b.modules)
	var errs []error
	for _, f := range folders {
		for _, file := range slices.Sorted(maps.Keys(f.Files)) {
			if !strings.HasSuffix(file, testSuffix) {
				continue
			}
			name := path.Join(f.Name, file)
			m, err := parseFile(name, f.Files[file])
			switch {
			case err != nil:
				errs = append(errs, err)
			case m == nil:
				errs = append(errs, &Fault{name, 1, 1, "the file is empty"})
			default:
				modules[name] = m
			}
		}
	}
	return modules, errors.Join(errs...)
}

// find lists the tests in the order in which they stand. The runner has given a
// second test of one name a name of its own.
func (t *Tester) find(b *Bundle) {
	for file, m := range t.compiler.Modules {
		if b.modules[file] != nil {
			continue // a policy; none of the tests that are built in is here
		}
		for _, r := range m.Rules {
			ref := m.Package.Path.Extend(r.Head.Ref().GroundPrefix())
			name := nameOf(ref[len(m.Package.Path):])
			if name == "" || t.rules[ref.String()] != nil {
				continue
			}
			t.rules[ref.String()] = r
			t.tests = append(t.tests, Test{ID: ref.String(), Name: name, File: file, Line: r.Location.Row})
		}
	}
	slices.SortFunc(t.tests, func(a, b Test) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line, cmp.Compare(a.ID, b.ID))
	})
}

// nameOf is the name of a test, "" for a rule that is none.
func nameOf(ref ast.Ref) string {
	for _, t := range ref {
		name := strings.Trim(t.Value.String(), `"`)
		if strings.HasPrefix(name, tester.TestPrefix) || strings.HasPrefix(name, tester.SkipTestPrefix) {
			return name
		}
	}
	return ""
}

// Tests are those that there are, in order.
func (t *Tester) Tests() []Test { return t.tests }

// Run runs one test. Its time is the clock's, unless it says `with time.now_ns as …`.
func (t *Tester) Run(ctx context.Context, id string, coverage bool) TestResult {
	rule := t.rules[id]
	if rule == nil {
		return TestResult{Outcome: TestBroken, Text: fmt.Sprintf("there is no test %s", id)}
	}
	watch := newWatch(rule, t.compiler, coverage)
	ref, err := ast.ParseRef(id)
	if err != nil {
		return TestResult{Outcome: TestBroken, Text: err.Error()}
	}
	results, err := tester.NewRunner().SetCompiler(t.compiler).SetStore(t.store).
		SetPrefixMatchers(ref).SetParallel(1).SetTimeout(cmp.Or(t.setup.Timeout, DefaultTimeout)).
		RaiseBuiltinErrors(true).SetCoverageQueryTracer(watch).
		RunTests(ctx, nil)
	if err != nil {
		return TestResult{Outcome: TestBroken, Text: err.Error()}
	}
	out := TestResult{Outcome: TestBroken, Text: "it was not found"}
	for r := range results {
		out = t.result(r, watch)
	}
	if coverage {
		out.Covered = watch.covered()
	}
	return out
}

func (t *Tester) result(r *tester.Result, watch *watch) TestResult {
	out := TestResult{Outcome: TestPass, Printed: strings.TrimRight(string(bytes.ToValidUTF8(r.Output, []byte("\uFFFD"))), "\n")}
	switch {
	case r.Skip:
		out.Outcome = TestSkipped
	case topdown.IsCancel(r.Error):
		out.Outcome, out.Text = TestBroken, fmt.Sprintf("%v within %s", errTimeout, cmp.Or(t.setup.Timeout, DefaultTimeout))
	case r.Error != nil:
		out.Outcome, out.Text = TestBroken, r.Error.Error()
		var located *topdown.Error
		if errors.As(r.Error, &located) {
			out.Text = located.Message
			if at := located.Location; at != nil && at.Row > 0 {
				out.File, out.Line, out.Column = at.File, at.Row, at.Col
			}
		}
	case r.Fail:
		out.Outcome = TestFail
		watch.explain(&out)
		if cases := failedCases(r.SubResults); len(cases) > 0 {
			out.Text = fmt.Sprintf("%s, in the case %s", cmp.Or(out.Text, "it is not true"), strings.Join(cases, ", "))
		}
	}
	return out
}

// failedCases are the cases of a test of several that failed.
func failedCases(all tester.SubResultMap) []string {
	var names []string
	for name, r := range all.Iter {
		if r.Fail && len(r.SubResults) == 0 {
			names = append(names, fmt.Sprintf("%q", strings.Join(name, " / ")))
		}
	}
	return names
}
