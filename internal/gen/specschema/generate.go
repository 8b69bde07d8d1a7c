package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/load"

	"github.com/rackvet/rackvet/internal/document"
)

//go:generate go run .

// schema is a part of a JSON Schema of draft 7, which editors know best.
type schema = map[string]any

// generate gives the JSON Schema of a spec file.
func generate(dir string) ([]byte, error) {
	instance := load.Instances([]string{"."}, &load.Config{Dir: dir})[0]
	root := cuecontext.New().BuildInstance(instance)
	if err := root.Err(); err != nil {
		return nil, err
	}
	g := &generator{root: root, shape: document.LoadShape(), definitions: schema{"template": template}}
	file, err := g.body(document.Root)
	if err != nil {
		return nil, err
	}
	file["$schema"] = "http://json-schema.org/draft-07/schema#"
	file["title"] = "A build spec of rackvet, in HCL's JSON syntax"
	file["description"] = "For files *.hcl.json. Generated from the CUE definitions by `go generate ./...`."
	file["definitions"] = g.definitions
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err = enc.Encode(file)
	return out.Bytes(), err
}

// template is text that is evaluated: it may stand for a value of any type.
var template = schema{
	"description": "an expression such as \"${local.count}\"",
	"type":        "string",
	"pattern":     `[$%]\{`,
}

type generator struct {
	root        cue.Value
	shape       *document.Shape
	definitions schema
}

// definition adds the body of a block, and gives a reference to it.
func (g *generator) definition(name string) (schema, error) {
	if _, ok := g.definitions[name]; !ok {
		g.definitions[name] = schema{} // one that holds itself finds it
		body, err := g.body(name)
		if err != nil {
			return nil, err
		}
		g.definitions[name] = body
	}
	return reference(name), nil
}

func reference(name string) schema { return schema{"$ref": "#/definitions/" + name} }

// body is the object that a block's body is.
func (g *generator) body(name string) (schema, error) {
	d := g.shape.Definitions[name]
	if d == nil {
		return nil, fmt.Errorf("shape.json has no %s", name)
	}
	if d.Free {
		return schema{"type": "object", "description": name + " " + d.Doc}, nil
	}
	comment := schema{"description": "a comment"}
	properties := schema{"//": comment}
	body := schema{"type": "object", "description": name + " " + d.Doc, "properties": properties, "additionalProperties": false}
	fields, err := g.fields(name)
	if err != nil {
		return nil, err
	}
	required := []string{}
	for _, a := range d.Attributes {
		s, err := value(a.Value, fields[a.Name])
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", name, a.Name, err)
		}
		s["description"] = a.Name + " " + a.Doc
		properties[a.Name] = s
		if a.Required {
			required = append(required, a.Name)
		}
	}
	unless := map[string][]string{}
	for _, b := range d.Blocks {
		s, err := g.block(b)
		if err != nil {
			return nil, err
		}
		s["description"] = b.Name + " " + b.Doc
		properties[b.Name] = s
		switch {
		case b.Required && b.Unless != "":
			unless[b.Unless] = append(unless[b.Unless], b.Name)
		case b.Required:
			required = append(required, b.Name)
		}
	}
	if len(required) > 0 {
		body["required"] = required
	}
	for attribute, blocks := range unless {
		if body["anyOf"] != nil {
			return nil, fmt.Errorf("%s has blocks that hang on several attributes", name)
		}
		body["anyOf"] = []schema{{"required": []string{attribute}}, {"required": blocks}}
	}
	return body, nil
}

// fields are the CUE values of a definition by name.
func (g *generator) fields(name string) (map[string]cue.Value, error) {
	all, err := g.root.LookupPath(cue.MakePath(cue.Def("#" + name))).Fields(cue.Optional(true))
	if err != nil {
		return nil, err
	}
	fields := map[string]cue.Value{}
	for all.Next() {
		fields[all.Selector().Unquoted()] = all.Value()
	}
	return fields, nil
}

// block is what a block's name leads to: its body, below its labels. At each step
// HCL takes a list of several as well.
func (g *generator) block(b *document.BlockShape) (schema, error) {
	if b.Kinds != nil {
		kinds := schema{}
		for kind, name := range b.Kinds {
			s, err := g.labelled(name)
			if err != nil {
				return nil, err
			}
			kinds[kind] = s
		}
		return several(schema{"type": "object", "properties": kinds, "additionalProperties": false}), nil
	}
	if len(b.Labels) == 1 {
		return g.labelled(b.Definition)
	}
	s, err := g.definition(b.Definition)
	if err != nil {
		return nil, err
	}
	if b.Repeatable || g.shape.Definitions[b.Definition].Free {
		return several(s), nil
	}
	return once(s), nil
}

// labelled is blocks by their label. Two of one label are a fault.
func (g *generator) labelled(name string) (schema, error) {
	s, err := g.definition(name)
	if err != nil {
		return nil, err
	}
	return several(schema{"type": "object", "additionalProperties": once(s)}), nil
}

// several is s, or a list of it. What is said of faults is of the one that is there,
// as it would not be with anyOf.
func several(s schema) schema {
	return schema{"if": schema{"type": "array"}, "then": schema{"items": s}, "else": s}
}

// once is s, or a list of one.
func once(s schema) schema {
	return schema{"if": schema{"type": "array"}, "then": schema{"items": s, "maxItems": 1}, "else": s}
}
