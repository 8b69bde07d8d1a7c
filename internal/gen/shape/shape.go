package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/load"

	"github.com/rackvet/rackvet/internal/document"
)

//go:generate go run .

// generate reads the CUE package in dir and gives shape.json.
func generate(dir string) ([]byte, error) {
	instance := load.Instances([]string{"."}, &load.Config{Dir: dir})[0]
	root := cuecontext.New().BuildInstance(instance)
	if err := root.Err(); err != nil {
		return nil, err
	}
	g := &generator{root: root, shape: document.Shape{Definitions: map[string]*document.Definition{}}}
	for _, name := range []string{document.Root, document.ConfigRoot} {
		if err := g.definition(name); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	err := enc.Encode(g.shape)
	return out.Bytes(), err
}

type generator struct {
	root  cue.Value
	shape document.Shape
}

// definition adds #name and all that it refers to.
func (g *generator) definition(name string) error {
	if g.shape.Definitions[name] != nil {
		return nil
	}
	v := g.root.LookupPath(cue.MakePath(cue.Def("#" + name)))
	if !v.Exists() {
		return fmt.Errorf("the schema has no #%s", name)
	}
	d := &document.Definition{Name: name, Doc: doc(v, "#"+name)}
	if d.Doc == "" {
		return fmt.Errorf("#%s has no comment", name)
	}
	g.shape.Definitions[name] = d
	fields, err := v.Fields(cue.Optional(true))
	if err != nil {
		return err
	}
	for fields.Next() {
		field, label := fields.Value(), fields.Selector().Unquoted()
		text := doc(field, label)
		if text == "" {
			return fmt.Errorf("#%s.%s has no comment", name, label)
		}
		if hasAttribute(field, "block") || hasAttribute(field, "free") {
			b, err := g.block(name, label, field)
			if err != nil {
				return err
			}
			b.Doc = text
			d.Blocks = append(d.Blocks, b)
			continue
		}
		value, err := g.valueType(field)
		if err != nil {
			return fmt.Errorf("#%s.%s: %w", name, label, err)
		}
		d.Attributes = append(d.Attributes, &document.AttributeShape{
			Name: label, Doc: text, Value: value,
			Required: fields.FieldType()&cue.RequiredConstraint != 0,
		})
	}
	return nil
}

// block reads a field with a @block attribute: label=… for each label, and
// unless=… where another attribute makes it optional.
func (g *generator) block(owner, label string, field cue.Value) (*document.BlockShape, error) {
	b := &document.BlockShape{Name: label}
	if hasAttribute(field, "free") {
		b.Definition = strings.ToUpper(label[:1]) + label[1:]
		g.shape.Definitions[b.Definition] = &document.Definition{Name: b.Definition, Free: true, Doc: doc(field, label)}
		return b, nil
	}
	attr := field.Attribute("block")
	for i := 0; i < attr.NumArgs(); i++ {
		switch key, value := attr.Arg(i); key {
		case "label":
			b.Labels = append(b.Labels, value)
		case "unless":
			b.Required, b.Unless = true, value
		case "required":
			b.Required = true
		case "":
		default:
			return nil, fmt.Errorf("#%s.%s: unknown argument %q of @block", owner, label, key)
		}
	}
	var err error
	switch {
	case len(b.Labels) == 2:
		b.Kinds = map[string]string{}
		kinds, ferr := field.Fields(cue.Optional(true))
		if ferr != nil {
			return nil, ferr
		}
		for kinds.Next() {
			def, derr := g.reference(kinds.Value().LookupPath(cue.MakePath(cue.AnyString)))
			if derr != nil {
				return nil, derr
			}
			b.Kinds[kinds.Selector().Unquoted()] = def
		}
	case len(b.Labels) == 1 && field.IncompleteKind() == cue.ListKind:
		b.Repeatable = true
		b.Definition, err = g.reference(field.LookupPath(cue.MakePath(cue.AnyIndex)))
	case len(b.Labels) == 1:
		b.Definition, err = g.reference(field.LookupPath(cue.MakePath(cue.AnyString)))
	case field.IncompleteKind() == cue.ListKind:
		b.Repeatable = true
		b.Definition, err = g.reference(field.LookupPath(cue.MakePath(cue.AnyIndex)))
	default:
		b.Definition, err = g.reference(field)
	}
	if err != nil {
		return nil, fmt.Errorf("#%s.%s: %w", owner, label, err)
	}
	return b, nil
}

// reference adds the definition that v refers to, and gives its name.
func (g *generator) reference(v cue.Value) (string, error) {
	_, path := v.ReferencePath()
	name, ok := strings.CutPrefix(path.String(), "#")
	if !ok {
		return "", fmt.Errorf("a block must refer to a definition, not to %v", v)
	}
	return name, g.definition(name)
}

func hasAttribute(v cue.Value, name string) bool {
	a := v.Attribute(name)
	return a.Err() == nil
}

// doc is the comment of v without the name that it starts with.
func doc(v cue.Value, name string) string {
	var parts []string
	for _, group := range v.Doc() {
		parts = append(parts, group.Text())
	}
	text := strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
	text = strings.TrimPrefix(text, name+" ")
	return text
}
