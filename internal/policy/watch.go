package policy

import (
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// watch sees what happens in a test: which expressions are reached, and which of
// the test's own was not true.
type watch struct {
	rule     *ast.Rule
	compiler *ast.Compiler
	cover    *cover.Cover // nil where nobody asks

	failed *ast.Expr // the one furthest down, as those before it were true at least once
	values []string
}

func newWatch(rule *ast.Rule, c *ast.Compiler, coverage bool) *watch {
	w := &watch{rule: rule, compiler: c}
	if coverage {
		w.cover = cover.New()
	}
	return w
}

// Enabled and Config make it one of OPA's tracers.
func (*watch) Enabled() bool { return true }

// Config asks for no more than events.
func (*watch) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

// TraceEvent is told of every step.
func (w *watch) TraceEvent(e topdown.Event) {
	if w.cover != nil {
		w.cover.TraceEvent(e)
	}
	x, ok := e.Node.(*ast.Expr)
	if !ok || e.Op != topdown.FailOp || !w.within(x.Location) {
		return
	}
	if w.failed == nil || x.Location.Row > w.failed.Location.Row || x.Location.Row == w.failed.Location.Row && x.Location.Col >= w.failed.Location.Col {
		w.failed, w.values = x, w.operands(x, e)
	}
}

// within says whether a place belongs to the test itself.
func (w *watch) within(at *ast.Location) bool {
	if at == nil || at.File != w.rule.Location.File {
		return false
	}
	last, _ := w.rule.Location.End()
	return at.Row >= w.rule.Location.Row && at.Row <= last
}

// The most of a value that is shown, and the most values.
const (
	shownValue  = 400
	shownValues = 4
)

// operands say what the variables of an expression stand for.
func (w *watch) operands(x *ast.Expr, e topdown.Event) []string {
	var said []string
	terms := x.Operands()
	if t, ok := x.Terms.(*ast.Term); ok {
		terms = []*ast.Term{t}
	}
	for _, t := range terms {
		name, v := w.written(t), e.Plug(t).Value
		if ref, ok := v.(ast.Ref); ok && len(ref) > 1 && ref.IsGround() {
			found, err := ref[0].Value.Find(ref[1:])
			if err != nil {
				continue
			}
			v = found
		}
		if name == "" || !v.IsGround() || len(said) == shownValues {
			continue
		}
		if _, ok := v.(ast.Ref); ok {
			continue
		}
		text := v.String()
		if len(text) > shownValue {
			text = strings.ToValidUTF8(text[:shownValue], "") + "…"
		}
		said = append(said, fmt.Sprintf("%s is %s", name, text))
	}
	return said
}

// written is a variable, or a path from one, as it stands in the source; "" for
// all else, and for what the compiler named.
func (w *watch) written(t *ast.Term) string {
	ref, ok := t.Value.(ast.Ref)
	if v, isVar := t.Value.(ast.Var); isVar {
		ref, ok = ast.Ref{ast.NewTerm(v)}, true
	}
	if !ok {
		return ""
	}
	head, ok := ref[0].Value.(ast.Var)
	if !ok {
		return ""
	}
	if name, ok := w.compiler.RewrittenVars[head]; ok {
		head = name
	}
	if strings.HasPrefix(string(head), ast.LocalVarPrefix) {
		return ""
	}
	return ast.Ref{ast.VarTerm(string(head))}.Concat(ref[1:]).String()
}

// explain puts into words why the test failed.
func (w *watch) explain(r *TestResult) {
	x := w.failed
	if x == nil {
		r.Text = "it is not true"
		return
	}
	text := string(x.Location.Text)
	first, _, several := strings.Cut(text, "\n")
	if several {
		first += " …"
	}
	r.Text, r.Values = fmt.Sprintf("%s is not true", strings.TrimSpace(first)), w.values
	r.File, r.Line, r.Column = x.Location.File, x.Location.Row, x.Location.Col
	if !several {
		r.EndColumn = x.Location.Col + len(text)
	}
}

// covered are the stretches that were reached.
func (w *watch) covered() Stretches {
	s := Stretches{}
	for file, f := range w.cover.Report(nil).Files {
		for _, r := range f.Covered {
			s[file] = append(s[file], newStretch(r))
		}
	}
	return s
}
