package document

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// lack is why a local or a variable has no value. A server that uses it can't be
// judged, so that each is told of it, once.
type lack struct {
	message, help string
	related       finding.Related
	told          bool            // whether a fault says so already
	servers       map[string]bool // that were told
}

// tellLack tells the server that is being read, if it is one, what it lacks.
func (r *reader) tellLack(l *lack, at source.Range) {
	if r.server == "" || l.servers[r.server] {
		return
	}
	l.servers[r.server], l.told = true, true
	r.fault(finding.RuleReference, at, l.message, l.help, l.related)
}

// settleVariables tells of the variables without a value that no server has been
// told of: where they are declared, or where the file that declares them is included.
func (r *reader) settleVariables() {
	for _, name := range slices.Sorted(maps.Keys(r.scope.variables)) {
		v := r.scope.variables[name]
		switch {
		case v.why == nil || v.why.told:
		case v.via.IsZero():
			r.fault(finding.RuleReference, v.at, v.why.message, v.why.help)
		default:
			r.fault(finding.RuleReference, v.via, v.why.message, v.why.help, v.why.related)
		}
	}
}

// defineVariable settles a variable's value: what was given, else its default.
func (r *reader) defineVariable(block *hcl.Block, given map[string]string) {
	name, at := block.Labels[0], r.rangeOf(block.DefRange)
	if strings.TrimSpace(name) == "" {
		return // decode says so
	}
	if first := r.scope.variables[name]; first != nil {
		if first.at != at {
			r.fault(finding.RuleSchema, at, fmt.Sprintf("variable %q is written twice", name), "Keep one of the two.",
				finding.Related{Message: "first written here", Range: first.at})
		}
		return
	}
	v := &variable{at: at, via: r.via}
	r.scope.variables[name] = v
	content, _, _ := block.Body.PartialContent(bodySchema(r.shape.Definitions["Variable"]))
	kind := ""
	if a := content.Attributes["type"]; a != nil {
		if t, diags := a.Expr.Value(nil); !diags.HasErrors() && !t.IsNull() && t.Type() == cty.String {
			kind = t.AsString()
		}
	}
	if a := content.Attributes["default"]; a != nil {
		kind = r.defaultOf(v, a, kind)
	}
	if v.value == cty.NilVal && content.Attributes["default"] != nil {
		v.lacks(fmt.Sprintf("variable %q has no value, since its default is wrong", name), "")
		v.why.told = true // at the default
	}
	text, ok := given[name]
	switch {
	case ok:
		value, err := parseGiven(text, kind)
		if err != nil {
			v.value = cty.NilVal
			v.lacks(fmt.Sprintf("the value given for variable %q is %v", name, err), "")
			return
		}
		v.value, v.why = value, nil
	case content.Attributes["default"] == nil:
		v.lacks(fmt.Sprintf("variable %q has no value", name), fmt.Sprintf("Give it one with --var %s=…, or a default.", name))
	}
}

func (v *variable) lacks(message, help string) {
	v.why = &lack{message: message, help: help, servers: map[string]bool{}, related: finding.Related{Message: "declared here", Range: v.at}}
}

// defaultOf takes a variable's default, where it is of the type that is asked for,
// and gives the type that holds. What is no text, number or truth at all is the
// schema's to say.
func (r *reader) defaultOf(v *variable, a *hcl.Attribute, kind string) string {
	d, ok := r.value(a.Expr, "default")
	if !ok || d.IsNull() || !d.Type().IsPrimitiveType() {
		return kind
	}
	want, known := map[string]cty.Type{"string": cty.String, "number": cty.Number, "bool": cty.Bool}[kind]
	if known && d.Type() != want {
		nouns := map[cty.Type]string{cty.String: "text in quotes", cty.Number: "a number", cty.Bool: "true or false"}
		r.fault(finding.RuleSchema, r.rangeOf(a.Expr.Range()),
			fmt.Sprintf("default is %s and must be %s, as its type says", nouns[d.Type()], nouns[want]), "")
		return kind
	}
	v.value = d
	return d.Type().FriendlyName()
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
