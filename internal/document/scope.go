package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// scope is the names that expressions may use: local.x and var.x. A local is
// evaluated when it is first used.
type scope struct {
	locals    map[string]*local
	variables map[string]*variable
	files     map[string]*source.File // by path, for ranges in included files
	missing   map[string]bool         // the paths of files that could not be opened

	openConfig func(path string) (*source.File, error)
	configs    map[string]Config // by id

	made  float64 // bytes that expressions may have made so far: see maxMade
	spent *lack   // what is told of those that come when these are too many
}

type local struct {
	expr    hcl.Expression
	at      source.Range
	value   cty.Value // cty.NilVal where it has none
	why     *lack     // of a value
	done    bool
	pending bool // being evaluated: met again, it is a cycle
}

type variable struct {
	at, via source.Range // via is the include that it came by, in the file that is read
	value   cty.Value    // cty.NilVal where it has none
	why     *lack        // of a value
}

func newScope() *scope {
	return &scope{locals: map[string]*local{}, variables: map[string]*variable{}, files: map[string]*source.File{}, missing: map[string]bool{}, configs: map[string]Config{}}
}

// names lists the locals or variables there are.
func (s *scope) names(root string) []string {
	var names []string
	if root == "local" {
		for n := range s.locals {
			names = append(names, n)
		}
	} else {
		for n := range s.variables {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

// lookup gives the value of local.name or var.name. ok is false where there is
// none, which a fault says: of the local or variable itself, and once for each server
// that uses it.
func (r *reader) lookup(root, name string, at source.Range) (v cty.Value, ok bool) {
	if root == "var" {
		found := r.scope.variables[name]
		switch {
		case found == nil:
			r.unknownReference("variable", root, name, at)
			return cty.NilVal, false
		case found.value == cty.NilVal:
			r.tellLack(found.why, at)
			return cty.NilVal, false
		}
		return found.value, true
	}
	l := r.scope.locals[name]
	switch {
	case l == nil:
		r.unknownReference("local", root, name, at)
		return cty.NilVal, false
	case l.pending:
		r.fault(finding.RuleSyntax, at, fmt.Sprintf("local.%s is made of itself", name), "Break the circle.",
			finding.Related{Message: "defined here", Range: l.at})
		return cty.NilVal, false
	case !l.done:
		r.settleLocal(l, name)
	}
	if l.value == cty.NilVal {
		r.tellLack(l.why, at)
	}
	return l.value, l.value != cty.NilVal
}

// settleLocal evaluates a local. What has no value, or one beyond bounds, has none
// for all that is made of it.
func (r *reader) settleLocal(l *local, name string) {
	before := len(r.faults)
	l.pending = true
	if v, ok := r.value(l.expr, "local."+name); ok {
		l.value = v
	}
	l.pending, l.done = false, true
	if l.value != cty.NilVal {
		return
	}
	l.why = &lack{message: fmt.Sprintf("local.%s has no value", name), told: true, servers: map[string]bool{r.server: true}}
	if len(r.faults) > before {
		first := r.faults[before]
		l.why.related = finding.Related{Message: first.Message, Range: first.Range}
	} else {
		l.why.related = finding.Related{Message: "defined here", Range: l.at}
	}
}

func (r *reader) unknownReference(what, root, name string, at source.Range) {
	known := r.scope.names(root)
	help := didYouMean(name, known)
	if help != "" {
		help = strings.Replace(help, `"`, `"`+root+".", 1)
	} else if len(known) > 0 {
		help = "There are " + strings.Join(known, ", ") + "."
	} else {
		help = fmt.Sprintf("The file has no %ss.", what)
	}
	r.fault(finding.RuleReference, at, fmt.Sprintf("there is no %s %q", what, name), help)
}

// define takes the locals and variables of a file's body into scope.
func (r *reader) define(root *Block, body hcl.Body, given map[string]string) {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "locals"}, {Type: "variable", LabelNames: []string{"name"}},
	}})
	for _, block := range content.Blocks.OfType("locals") {
		attrs, _ := block.Body.JustAttributes() // faults are decode's to report
		for _, a := range attrs {
			at := r.rangeOf(a.NameRange)
			if first := r.scope.locals[a.Name]; first != nil {
				r.fault(finding.RuleSchema, at, fmt.Sprintf("local %q is written twice", a.Name), "Keep one of the two.",
					finding.Related{Message: "first written here", Range: first.at})
				continue
			}
			r.scope.locals[a.Name] = &local{expr: a.Expr, at: at}
		}
	}
	for _, block := range content.Blocks.OfType("variable") {
		r.defineVariable(block, given)
	}
}
