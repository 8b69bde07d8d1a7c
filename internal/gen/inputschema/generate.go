package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"
)

//go:generate go run .

// root is the definition that the schema describes.
const root = "#Input"

// jsonSchema is a JSON Schema of the few words that OPA's type checker takes: it
// follows no reference and merges no allOf, which is why CUE's own export
// does not do.
type jsonSchema struct {
	Description          string      `json:"description,omitempty"`
	Type                 string      `json:"type,omitempty"`
	Enum                 []string    `json:"enum,omitempty"`
	Items                *jsonSchema `json:"items,omitempty"`
	Required             []string    `json:"required,omitempty"`
	Properties           properties  `json:"properties,omitempty"`
	AdditionalProperties *bool       `json:"additionalProperties,omitempty"`
}

// properties keep the order of the definitions.
type properties []property

type property struct {
	name   string
	schema *jsonSchema
}

func (ps properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, p := range ps {
		b.WriteByte("{,"[min(i, 1)])
		name, err := encode(p.name)
		if err != nil {
			return nil, err
		}
		value, err := encode(p.schema)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s:%s", name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// generate gives the JSON Schema of #Input in CUE files. Definitions are put
// in where they are used. Anything but scalars, lists, strings to choose from
// and definitions of the same files is an error: the input is plain data.
func generate(files []*ast.File) ([]byte, error) {
	g := generator{definitions: make(map[string]*ast.StructLit)}
	for _, f := range files {
		if err := g.read(f); err != nil {
			return nil, err
		}
	}
	s, err := g.definition(files[0], root)
	if err != nil {
		return nil, err
	}
	s.Description = "What policies see of one server. Generated from schema/input by `go generate ./...`."
	flat, err := encode(s)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, flat, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

type generator struct {
	definitions map[string]*ast.StructLit
	open        []string
}

// read takes up the definitions of a file.
func (g *generator) read(f *ast.File) error {
	for _, d := range f.Decls {
		field, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		label, _, err := ast.LabelName(field.Label)
		if err != nil {
			return g.fault(field, "unexpected label")
		}
		body, ok := field.Value.(*ast.StructLit)
		if !ok {
			return g.fault(field, "expected a struct")
		}
		g.definitions[label] = body
	}
	return nil
}

func (g *generator) fault(n ast.Node, format string, args ...any) error {
	p := n.Pos()
	return fmt.Errorf("%s:%d: %s", p.Filename(), p.Line(), fmt.Sprintf(format, args...))
}

func (g *generator) definition(at ast.Node, name string) (*jsonSchema, error) {
	body, ok := g.definitions[name]
	if !ok {
		return nil, g.fault(at, "no definition %s", name)
	}
	for _, open := range g.open {
		if open == name {
			return nil, g.fault(at, "%s holds itself", name)
		}
	}
	g.open = append(g.open, name)
	defer func() { g.open = g.open[:len(g.open)-1] }()

	closed := false
	s := &jsonSchema{Type: "object", AdditionalProperties: &closed}
	for _, d := range body.Elts {
		field, ok := d.(*ast.Field)
		if !ok {
			return nil, g.fault(d, "expected a field")
		}
		label, _, err := ast.LabelName(field.Label)
		if err != nil {
			return nil, g.fault(field, "unexpected label")
		}
		p, err := g.value(field.Value)
		if err != nil {
			return nil, err
		}
		if p.Description = doc(field); p.Description == "" {
			return nil, g.fault(field, "%s of %s has no comment", label, name)
		}
		switch field.Constraint {
		case token.NOT:
			s.Required = append(s.Required, label)
		case token.OPTION:
		default:
			return nil, g.fault(field, "%s of %s is neither required (!) nor optional (?)", label, name)
		}
		s.Properties = append(s.Properties, property{label, p})
	}
	return s, nil
}

// types are CUE's names of JSON's scalars.
var types = map[string]string{"string": "string", "bool": "boolean", "number": "number", "int": "integer"}

func (g *generator) value(e ast.Expr) (*jsonSchema, error) {
	switch e := e.(type) {
	case *ast.Ident:
		if t, ok := types[e.Name]; ok {
			return &jsonSchema{Type: t}, nil
		}
		return g.definition(e, e.Name)
	case *ast.ListLit:
		if len(e.Elts) == 1 {
			if rest, ok := e.Elts[0].(*ast.Ellipsis); ok && rest.Type != nil {
				items, err := g.value(rest.Type)
				return &jsonSchema{Type: "array", Items: items}, err
			}
		}
	case *ast.BasicLit, *ast.BinaryExpr:
		enum, err := choices(e)
		if err == nil {
			return &jsonSchema{Type: "string", Enum: enum}, nil
		}
	}
	return nil, g.fault(e, "a value of the input is a scalar, a list, strings to choose from, or a definition")
}

// choices lists the strings of "a" | "b".
func choices(e ast.Expr) ([]string, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		var s string
		err := json.Unmarshal([]byte(e.Value), &s)
		return []string{s}, err
	case *ast.BinaryExpr:
		left, err := choices(e.X)
		if err != nil || e.Op != token.OR {
			return nil, errors.New("not a choice")
		}
		right, err := choices(e.Y)
		return append(left, right...), err
	}
	return nil, errors.New("not a string")
}

// doc is the comment above a field as one line.
func doc(f *ast.Field) string {
	var words []string
	for _, c := range ast.Comments(f) {
		if c.Doc {
			words = append(words, strings.Fields(c.Text())...)
		}
	}
	return strings.Join(words, " ")
}
