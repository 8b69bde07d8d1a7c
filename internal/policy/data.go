package policy

import (
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

var (
	paramsRef = ast.MustParseRef("data.rackvet.params")
	orgRef    = ast.MustParseRef("data.org")
)

// document is what a reference into data leads to, as far as the parameters,
// or a rule and the elements of the set that it is, and how many steps that
// takes.
func (in *inference) document(ref ast.Ref) (view, int, error) {
	ground := ref.GroundPrefix()
	if ground.HasPrefix(paramsRef) || ground.HasPrefix(orgRef) {
		return view{nodes: []*node{in.data}}, 1, nil
	}
	for n := 2; n <= len(ground); n++ {
		if rules := in.compiler.GetRulesExact(ground[:n]); len(rules) > 0 {
			return in.rules(rules), n, nil
		}
	}
	if paramsRef.HasPrefix(ground) || len(in.compiler.GetRulesWithPrefix(ground)) > 0 {
		return view{any: true}, len(ref), nil
	}
	for n := len(ground) - 1; n > 1; n-- {
		if len(in.compiler.GetRulesWithPrefix(ground[:n])) > 0 {
			return view{}, n, fmt.Errorf("no rule and no package %s", ground[n])
		}
	}
	return view{}, 1, errors.New("no such data")
}

// rules is what the rules of one name give between them.
func (in *inference) rules(rules []*ast.Rule) view {
	var all view
	for _, r := range rules {
		for g := r; g != nil; g = g.Else {
			switch {
			case g.Head.RuleKind() == ast.MultiValue:
				all.add(in.set(rules[0], r, g.Head.Key))
			case len(g.Head.Args) > 0 || !g.Head.Reference.IsGround():
				all.any = true
			case g.Head.Value != nil:
				all.add(in.term(r, g.Head.Value))
			}
		}
	}
	return all
}

// set is the set that rules of one name make; key adds an element.
func (in *inference) set(first, r *ast.Rule, key *ast.Term) view {
	if in.results[first] == nil {
		in.results[first] = &node{kind: listKind}
	}
	n := in.results[first]
	w := in.term(r, key)
	if len(w.nodes) == 0 {
		w.any = true
	}
	in.learn(&n.items, w)
	return view{nodes: []*node{n}}
}
