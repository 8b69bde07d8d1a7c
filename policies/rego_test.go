package policies_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/schema"
)

// TestRego runs every Rego test, and from what these see demands more of them:
// each line of the policies is reached, each input fits the schema, each
// result becomes a judgement, and each template of the metadata is filled.
func TestRego(t *testing.T) {
	bundle := load(t)
	c, err := policy.TypedCompiler(schema.InputSchema)
	if err != nil {
		t.Fatal(err)
	}
	watch := &recorder{cover: cover.New(), results: make(map[string]*ast.Term), inputs: make(map[string]*ast.Term)}
	modules := parse(t)
	store := inmem.NewFromObject(bundle.Data())
	ctx := t.Context()
	txn, err := store.NewTransaction(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Abort(ctx, txn)
	results, err := tester.NewRunner().SetCompiler(c.WithStrict(true)).SetStore(store).
		SetCoverageQueryTracer(watch).RaiseBuiltinErrors(true).SetParallel(1).
		SetModules(modules).RunTests(ctx, txn)
	if err != nil {
		t.Fatal(err)
	}
	for r := range results {
		name := strings.TrimPrefix(strings.TrimPrefix(r.Package, "data.rackvet."), "rules.") + "." + r.Name
		t.Run(name, func(t *testing.T) {
			switch {
			case r.Error != nil:
				t.Errorf("%s: %v", r.Location, r.Error)
			case r.Skip:
				t.Errorf("%s: skipped; remove what is not to run", r.Location)
			case r.Fail && r.FailedAt != nil:
				t.Errorf("%s: failed at %s: %s", r.Location, r.FailedAt.Location, r.FailedAt)
			case r.Fail:
				t.Errorf("%s: failed", r.Location)
			}
		})
	}
	t.Run("coverage", func(t *testing.T) { watch.coverage(t, modules) })
	t.Run("inputs", func(t *testing.T) { watch.checkInputs(t) })
	t.Run("results", func(t *testing.T) { watch.checkResults(t, bundle) })
}

// recorder watches evaluation: what is reached, and with which input every rule
// gave which results.
type recorder struct {
	cover   *cover.Cover
	results map[string]*ast.Term // by file and text
	inputs  map[string]*ast.Term // by line of the test and text
}

func (*recorder) Enabled() bool               { return true }
func (*recorder) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

func (w *recorder) TraceEvent(e topdown.Event) {
	w.cover.TraceEvent(e)
	rule, ok := e.Node.(*ast.Rule)
	if !ok || e.Op != topdown.ExitOp || !isRule(rule.Module.Package) || rule.Head.Name != "results" {
		return
	}
	key := e.Plug(rule.Head.Key)
	w.results[rule.Location.File+"\x00"+key.String()] = key
	if e.Input() != nil {
		w.inputs[rule.Location.File+"\x00"+e.Input().String()] = e.Input()
	}
}

// isRule tells the package of a rule from that of its tests.
func isRule(p *ast.Package) bool {
	name := strings.Trim(p.Path[len(p.Path)-1].String(), `"`)
	return strings.HasPrefix(p.Path.String(), "data.rackvet.rules.") && !strings.HasSuffix(name, "_test")
}

func (w *recorder) coverage(t *testing.T, modules map[string]*ast.Module) {
	report := w.cover.Report(modules)
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		// main is run by every engine that the tests in Go make.
		if strings.HasSuffix(name, "_test.rego") || strings.HasPrefix(name, "rackvet/main/") {
			continue
		}
		for _, r := range report.Files[name].NotCovered {
			t.Errorf("%s:%d: no Rego test gets through line %d to %d", name, r.Start.Row, r.Start.Row, r.End.Row)
		}
	}
}

func (w *recorder) checkInputs(t *testing.T) {
	for _, key := range slices.Sorted(maps.Keys(w.inputs)) {
		file, _, _ := strings.Cut(key, "\x00")
		input, err := ast.JSON(w.inputs[key].Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range misfits(t, input) {
			t.Errorf("a test of %s has an input that does not fit the schema: %s", file, fault)
		}
	}
}

func (w *recorder) checkResults(t *testing.T, bundle *policy.Bundle) {
	used := make(map[string]bool)
	for _, key := range slices.Sorted(maps.Keys(w.results)) {
		file, _, _ := strings.Cut(key, "\x00")
		result, err := ast.JSON(w.results[key].Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range bundle.Rules() {
			if r.File != file {
				continue
			}
			js, err := r.Judge([]any{result})
			if err != nil {
				t.Errorf("%s gives %v\n%v", file, w.results[key], err)
				continue
			}
			used[r.ID+" messages."+js[0].MessageKey] = true
			used[r.ID+" helps."+js[0].HelpKey] = true
		}
	}
	for _, r := range bundle.Rules() {
		for key := range r.Messages {
			if id := fmt.Sprintf("%s messages.%s", r.ID, key); !used[id] {
				t.Errorf("%s: no Rego test brings it about", id)
			}
		}
		for key := range r.Helps {
			if id := fmt.Sprintf("%s helps.%s", r.ID, key); !used[id] {
				t.Errorf("%s: no Rego test brings it about", id)
			}
		}
	}
}
