package document

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Bounds on values. Without them a few dozen locals that double, or ranges
// inside one another, exhaust the machine.
const (
	maxElements = 10_000    // of one value, nested ones counted
	maxText     = 64 << 10  // bytes of text in one value
	maxCost     = 1 << 20   // bytes that an expression may make on its way
	maxMade     = 32 << 20  // bytes that all expressions of a file may make together
	maxRange    = 1024 * 16 // bytes of what range() makes at most
	maxProducts = 100       // multiplications in one expression: each may double a number's digits
)

// hugeNumber reports a number that float64 does not hold: as text it could take
// the whole memory, and no quantity is of that size.
func hugeNumber(v cty.Value) bool {
	if v.Type() != cty.Number || v.IsNull() || !v.IsKnown() {
		return false
	}
	exponent := v.AsBigFloat().MantExp(nil)
	return v.AsBigFloat().IsInf() || exponent > 1024 || exponent < -1074
}

// measure counts elements and bytes of text, and stops where either is over
// its bound: a value may be a web of shared parts whose walk never ends. A number
// beyond all use counts as beyond its bound.
func measure(v cty.Value) (elements, text int) {
	var walk func(v cty.Value)
	walk = func(v cty.Value) {
		if elements > maxElements || text > maxText || v.IsNull() || !v.IsKnown() {
			return
		}
		switch t := v.Type(); {
		case t == cty.String:
			text += len(v.AsString())
		case t == cty.Number:
			text += 8
			if hugeNumber(v) {
				text = maxText + 1
			}
		case t.IsCollectionType() || t.IsTupleType() || t.IsObjectType():
			for it := v.ElementIterator(); it.Next() && elements <= maxElements && text <= maxText; {
				k, e := it.Element()
				elements++
				if k.Type() == cty.String {
					text += len(k.AsString())
				}
				walk(e)
			}
		}
	}
	walk(v)
	return elements, text
}

// cost estimates, before an evaluation, how many bytes it may make.
type cost struct {
	variables map[string]cty.Value
	inFor     bool
	products  int
	problem   *hcl.Diagnostic
}

// of gives an upper estimate for the value of expr and all that it takes to
// make it. Names bound by an enclosing for count as nothing here: the for
// counts its collection once for each mention of them.
func (c *cost) of(expr hclsyntax.Expression) float64 {
	switch e := expr.(type) {
	case nil:
		return 0
	case *hclsyntax.ScopeTraversalExpr:
		return c.ofReference(e.Traversal)
	case *hclsyntax.ForExpr:
		return c.ofFor(e)
	case *hclsyntax.FunctionCallExpr:
		return c.ofCall(e)
	case *hclsyntax.SplatExpr:
		source := c.of(e.Source)
		return source + source/16*c.of(e.Each)
	}
	total := 16.0
	switch e := expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		if e.Val.Type() == cty.String && !e.Val.IsNull() {
			total += float64(len(e.Val.AsString()))
		}
		if hugeNumber(e.Val) {
			c.refuse(e, "a number beyond all measure", "")
		}
	case *hclsyntax.BinaryOpExpr:
		if e.Op == opMultiply || e.Op == opDivide || e.Op == opModulo {
			total += 64
			if c.products++; c.products > maxProducts {
				c.refuse(e, fmt.Sprintf("more than %d multiplications in one expression", maxProducts), "Take it apart into locals.")
			}
		}
	}
	for _, child := range children(expr) {
		total += c.of(child)
	}
	return total
}

// refuse keeps the first reason not to evaluate.
func (c *cost) refuse(expr hclsyntax.Expression, problem, help string) {
	if c.problem == nil {
		c.problem = &hcl.Diagnostic{Summary: problem, Detail: help, Subject: expr.Range().Ptr()}
	}
}

func (c *cost) ofReference(t hcl.Traversal) float64 {
	root, ok := c.variables[t.RootName()]
	if !ok || len(t) < 2 {
		return 16
	}
	name, ok := t[1].(hcl.TraverseAttr)
	if !ok || !root.Type().HasAttribute(name.Name) {
		return 16
	}
	elements, text := measure(root.GetAttr(name.Name))
	return float64(16*(elements+1) + text)
}

func (c *cost) ofFor(e *hclsyntax.ForExpr) float64 {
	if c.inFor {
		c.refuse(e, "a for stands inside a for", "Take the inner one out into a local.")
		return 0
	}
	collection := c.of(e.CollExpr)
	c.inFor = true
	defer func() { c.inFor = false }()
	body := c.of(e.KeyExpr) + c.of(e.ValExpr) + c.of(e.CondExpr)
	mentions := 0
	for _, part := range []hclsyntax.Expression{e.KeyExpr, e.ValExpr, e.CondExpr} {
		if part == nil {
			continue
		}
		_ = hclsyntax.VisitAll(part, func(n hclsyntax.Node) hcl.Diagnostics {
			if t, ok := n.(*hclsyntax.ScopeTraversalExpr); ok && (t.Traversal.RootName() == e.KeyVar || t.Traversal.RootName() == e.ValVar) {
				mentions++
			}
			return nil
		})
	}
	elements := collection / 16 // the least that one takes
	return collection*float64(1+mentions) + elements*body
}

// ofCall knows the functions that make more than they are given.
func (c *cost) ofCall(e *hclsyntax.FunctionCallExpr) float64 {
	total, product, first := 16.0, 1.0, 0.0
	for i, arg := range e.Args {
		size := c.of(arg)
		if i == 0 {
			first = size
		}
		total += size
		product *= max(1, size)
	}
	switch e.Name {
	case "range":
		return total + maxRange
	case "join", "replace", "formatlist":
		return total + product/16
	case "format":
		// Each "%[1]s" prints the whole of an argument.
		return total + first/4*total + float64(len(e.Args))*maxWidth
	case "distinct": // compares each with each
		return total + total*total/256
	}
	return 2 * total
}

// children lists the expressions directly inside expr.
func children(expr hclsyntax.Expression) []hclsyntax.Expression {
	w := &childWalker{root: expr}
	_ = hclsyntax.Walk(expr, w)
	return w.children
}

type childWalker struct {
	root     hclsyntax.Expression
	depth    int
	children []hclsyntax.Expression
}

func (w *childWalker) Enter(n hclsyntax.Node) hcl.Diagnostics {
	if e, ok := n.(hclsyntax.Expression); ok && w.depth == 1 {
		w.children = append(w.children, e)
	}
	if _, ok := n.(hclsyntax.Expression); ok {
		w.depth++
	}
	return nil
}

func (w *childWalker) Exit(n hclsyntax.Node) hcl.Diagnostics {
	if _, ok := n.(hclsyntax.Expression); ok {
		w.depth--
	}
	return nil
}

// checkFormat refuses widths and precisions that make a long text of nothing.
func checkFormat(format string) error {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		digits := 0
		for i++; i < len(format) && (format[i] < 'A' || format[i] == '[' || format[i] == ']'); i++ {
			if format[i] == '*' {
				return fmt.Errorf("a width may not be taken from an argument")
			}
			if format[i] < '0' || format[i] > '9' {
				digits = 0
			} else if digits++; digits > 3 {
				return fmt.Errorf("a width or precision may have 3 digits, so at most %d", maxWidth-1)
			}
		}
	}
	return nil
}

const maxWidth = 1000
