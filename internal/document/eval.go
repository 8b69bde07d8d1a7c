package document

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// evaluate gives the value of an attribute's expression, or nil where it has
// none; a fault then says why.
func (r *reader) evaluate(expr hcl.Expression, name string) *Value {
	v, ok := r.value(expr, name)
	if !ok {
		return nil
	}
	if v.IsNull() {
		r.fault(finding.RuleSchema, r.rangeOf(expr.Range()), fmt.Sprintf("%q is null", name), "Leave the attribute out instead.")
		return nil
	}
	if !v.IsWhollyKnown() {
		r.fault(finding.RuleSyntax, r.rangeOf(expr.Range()), fmt.Sprintf("the value of %q can't be known", name), "")
		return nil
	}
	out := r.fromCty(v, expr)
	if out == nil {
		r.fault(finding.RuleSchema, r.rangeOf(expr.Range()), fmt.Sprintf("%q is %s, which a spec has no use for", name, v.Type().FriendlyName()), "")
	}
	return out
}

// value evaluates an expression within the bounds that keep a spec from
// exhausting memory. ok is false where a fault was reported, here or before.
func (r *reader) value(expr hcl.Expression, name string) (cty.Value, bool) {
	if json.IsJSONExpression(expr) {
		return r.jsonValue(expr, name)
	}
	native, isNative := expr.(hclsyntax.Expression)
	if !isNative {
		return cty.NilVal, false
	}
	if v, ok := literal(native); ok {
		return v, r.withinBounds(v, expr, name)
	}
	if r.scope.spent != nil {
		r.tellLack(r.scope.spent, r.rangeOf(expr.Range()))
		return cty.NilVal, false
	}
	variables, ok := r.references(native)
	if !ok {
		return cty.NilVal, false
	}
	cost := &cost{variables: variables}
	size := cost.of(native)
	if size > maxCost {
		cost.refuse(native, fmt.Sprintf("the value of %q may grow to %s; %s is allowed", name, units.PrintBytes(size), units.PrintBytes(maxCost)), "")
	}
	if cost.problem != nil {
		r.fault(finding.RuleSyntax, r.rangeOf(*cost.problem.Subject), cost.problem.Summary, cost.problem.Detail)
		return cty.NilVal, false
	}
	if !r.afford(size, expr) {
		return cty.NilVal, false
	}
	v, diags := expr.Value(&hcl.EvalContext{Variables: variables, Functions: r.functions(expr)})
	if diags.HasErrors() {
		r.evalFaults(diags)
		return cty.NilVal, false
	}
	return v, r.withinBounds(v, expr, name)
}

// afford counts what an expression may make. Many expressions, each of them within
// bounds, take hours together.
func (r *reader) afford(size float64, expr hcl.Expression) bool {
	if r.scope.made += size; r.scope.made <= maxMade {
		return true
	}
	at := r.rangeOf(expr.Range())
	r.scope.spent = &lack{
		message: fmt.Sprintf("the values of the file's expressions may grow to more than %s together", units.PrintBytes(maxMade)),
		related: finding.Related{Message: "reached here", Range: at}, servers: map[string]bool{r.server: true},
	}
	r.fault(finding.RuleSyntax, at, r.scope.spent.message, "")
	return false
}

// literal gives the value of the expressions that most attributes are, without
// an evaluation.
func literal(expr hclsyntax.Expression) (cty.Value, bool) {
	switch e := expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		return e.Val, true
	case *hclsyntax.TemplateExpr:
		if len(e.Parts) == 0 {
			return cty.StringVal(""), true
		}
		if len(e.Parts) == 1 {
			if l, ok := e.Parts[0].(*hclsyntax.LiteralValueExpr); ok && l.Val.Type() == cty.String {
				return l.Val, true
			}
		}
	}
	return cty.NilVal, false
}

// references gives the values that an expression uses, as HCL wants them.
func (r *reader) references(expr hclsyntax.Expression) (map[string]cty.Value, bool) {
	used := map[string]map[string]cty.Value{}
	fine := true
	for _, t := range expr.Variables() {
		root, at := t.RootName(), r.rangeOf(t.SourceRange())
		if root != "local" && root != "var" {
			help := "Expressions may use local.<name> and var.<name>."
			if len(t) == 1 {
				help = fmt.Sprintf("If it is text, put it in quotes: %q.", root)
			}
			r.fault(finding.RuleReference, at, fmt.Sprintf("%q is no known name", root), help)
			fine = false
			continue
		}
		if len(t) < 2 {
			r.fault(finding.RuleReference, at, fmt.Sprintf("%q alone is no value", root), fmt.Sprintf("Write %s.<name>.", root))
			fine = false
			continue
		}
		step, ok := t[1].(hcl.TraverseAttr)
		if !ok {
			r.fault(finding.RuleReference, at, fmt.Sprintf("%q takes a name", root), fmt.Sprintf("Write %s.<name>.", root))
			fine = false
			continue
		}
		v, ok := r.lookup(root, step.Name, at)
		if !ok {
			fine = false
			continue
		}
		if used[root] == nil {
			used[root] = map[string]cty.Value{}
		}
		used[root][step.Name] = v
	}
	out := map[string]cty.Value{}
	for root, values := range used {
		out[root] = cty.ObjectVal(values)
	}
	return out, fine
}

// jsonValue evaluates a value in JSON syntax, whose strings are templates.
func (r *reader) jsonValue(expr hcl.Expression, name string) (cty.Value, bool) {
	static, diags := expr.Value(nil)
	if diags.HasErrors() {
		r.evalFaults(diags)
		return cty.NilVal, false
	}
	fine := true
	v, err := cty.Transform(static, func(_ cty.Path, v cty.Value) (cty.Value, error) {
		if v.Type() != cty.String || v.IsNull() || !strings.Contains(v.AsString(), "${") && !strings.Contains(v.AsString(), "%{") {
			return v, nil
		}
		template, diags := hclsyntax.ParseTemplate([]byte(v.AsString()), r.file.Path, expr.Range().Start)
		if diags.HasErrors() {
			for _, d := range diags {
				d.Subject = expr.Range().Ptr() // offsets in an unescaped string are not the file's
			}
			r.evalFaults(diags)
			fine = false
			return cty.StringVal(""), nil
		}
		checkArithmetic(template)
		before := len(r.faults)
		out, ok := r.value(template, name)
		for i := before; i < len(r.faults); i++ {
			r.faults[i].Range = r.rangeOf(expr.Range())
		}
		if !ok {
			fine = false
			return cty.StringVal(""), nil
		}
		return out, nil
	})
	if err != nil || !fine {
		return cty.NilVal, false
	}
	return v, r.withinBounds(v, expr, name)
}

// withinBounds reports a value that is too large to go on with.
func (r *reader) withinBounds(v cty.Value, expr hcl.Expression, name string) bool {
	elements, text := measure(v)
	at := r.rangeOf(expr.Range())
	switch {
	case hugeNumber(v) && v.AsBigFloat().MantExp(nil) < 0:
		r.fault(finding.RuleSyntax, at, fmt.Sprintf("%q is too near to zero", name), "")
	case hugeNumber(v):
		r.fault(finding.RuleSyntax, at, fmt.Sprintf("%q is too large a number", name), "")
	case elements > maxElements:
		r.fault(finding.RuleSyntax, at, fmt.Sprintf("the value of %q has more than %d elements", name, maxElements), "")
	case text > maxText:
		r.fault(finding.RuleSyntax, at, fmt.Sprintf("the value of %q has more than %d bytes of text", name, maxText), "")
	default:
		return true
	}
	return false
}

// evalFaults words what HCL says of an evaluation.
func (r *reader) evalFaults(diags hcl.Diagnostics) {
	for _, d := range diags {
		if d.Severity != hcl.DiagError {
			continue
		}
		at := r.file.Range(0, 0)
		if d.Subject != nil {
			at = r.rangeOf(*d.Subject)
		}
		message, help := words(d)
		if name, ok := strings.CutPrefix(d.Summary, "Call to unknown function"); ok || name == "" {
			message, help = unknownFunction(r.scope.files[at.File].Text(at), message)
		}
		r.fault(finding.RuleSyntax, at, message, help)
	}
}

// unknownFunction words a call of a function that there isn't.
func unknownFunction(text, fallback string) (message, help string) {
	name, _, _ := strings.Cut(text, "(")
	if name = strings.TrimSpace(name); name == "" {
		return fallback, ""
	}
	message = fmt.Sprintf("there is no function %q", name)
	if help = didYouMean(name, functionNames()); help == "" {
		help = "There are " + strings.Join(functionNames(), ", ") + "."
	}
	return message, help
}
