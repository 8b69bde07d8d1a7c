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
}

type local struct {
	expr    hcl.Expression
	at      source.Range
	value   cty.Value
	done    bool
	pending bool // being evaluated: met again, it is a cycle
}

type variable struct {
	at    source.Range
	value cty.Value // cty.NilVal where a fault was reported
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

// lookup gives the value of local.name or var.name. ok is false where a fault
// was or has been reported.
func (r *reader) lookup(root, name string, at source.Range) (v cty.Value, ok bool) {
	if root == "var" {
		if found := r.scope.variables[name]; found != nil {
			return found.value, found.value != cty.NilVal
		}
		r.unknownReference("variable", root, name, at)
		return cty.NilVal, false
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
		l.pending = true
		l.value, _ = r.value(l.expr, "local."+name)
		l.pending, l.done = false, true
	}
	return l.value, l.value != cty.NilVal
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

// defineVariable settles a variable's value: what was given, else its default.
func (r *reader) defineVariable(block *hcl.Block, given map[string]string) {
	name, at := block.Labels[0], r.rangeOf(block.DefRange)
	if first := r.scope.variables[name]; first != nil {
		if first.at != at {
			r.fault(finding.RuleSchema, at, fmt.Sprintf("variable %q is written twice", name), "Keep one of the two.",
				finding.Related{Message: "first written here", Range: first.at})
		}
		return
	}
	v := &variable{at: at}
	r.scope.variables[name] = v
	content, _, _ := block.Body.PartialContent(bodySchema(r.shape.Definitions["Variable"]))
	kind := ""
	if a := content.Attributes["type"]; a != nil {
		if t, diags := a.Expr.Value(nil); !diags.HasErrors() && !t.IsNull() && t.Type() == cty.String {
			kind = t.AsString()
		}
	}
	if a := content.Attributes["default"]; a != nil {
		if d, ok := r.value(a.Expr, "default"); ok && d.Type().IsPrimitiveType() {
			v.value = d
			if kind == "" {
				kind = d.Type().FriendlyName()
			}
		}
	}
	text, ok := given[name]
	switch {
	case ok:
		value, err := parseGiven(text, kind)
		if err != nil {
			r.fault(finding.RuleReference, at, fmt.Sprintf("the value given for variable %q is %v", name, err), "")
			v.value = cty.NilVal
			return
		}
		v.value = value
	case content.Attributes["default"] == nil:
		r.fault(finding.RuleReference, at, fmt.Sprintf("variable %q has no value", name),
			fmt.Sprintf("Give it one with --var %s=…, or a default.", name))
	}
}

// parseGiven reads the text of --var as the variable's type.
func parseGiven(text, kind string) (cty.Value, error) {
	switch kind {
	case "number":
		v, err := cty.ParseNumberVal(text)
		if err != nil || len(text) > 64 {
			return cty.NilVal, fmt.Errorf("%q and must be a number", text)
		}
		return v, nil
	case "bool":
		if text != "true" && text != "false" {
			return cty.NilVal, fmt.Errorf("%q and must be true or false", text)
		}
		return cty.BoolVal(text == "true"), nil
	}
	if len(text) > maxText {
		return cty.NilVal, fmt.Errorf("%d bytes long and may be %d", len(text), maxText)
	}
	return cty.StringVal(text), nil
}

// ReadVariables reads a file of lines name = value, for --var-file. The first
// fault says why there is none.
func ReadVariables(f *source.File) (map[string]string, []finding.Result) {
	r := &reader{file: f, shape: LoadShape(), scope: newScope()}
	r.scope.files[f.Path] = f
	body := r.parse()
	if body == nil {
		return nil, r.faults
	}
	attrs, diags := body.JustAttributes()
	for _, d := range diags {
		r.syntaxFault(d)
	}
	values := map[string]string{}
	for name, a := range attrs {
		v := r.evaluate(a.Expr, name)
		if v == nil {
			continue
		}
		switch v.Kind {
		case String:
			values[name] = v.Text
		case Number:
			values[name] = v.Number.Text('f', -1)
		case Bool:
			values[name] = fmt.Sprint(v.Bool)
		default:
			r.fault(finding.RuleSchema, v.Range, fmt.Sprintf("%q must be text, a number, true or false", name), "")
		}
	}
	finding.Sort(r.faults)
	return values, r.faults
}
