package policy

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// node is what may stand at one place of a document: an object with known
// fields, a list of like elements, or a scalar.
type node struct {
	kind   string
	fields map[string]*node
	items  view
}

// The kinds of nodes. Whatever is none of these is a scalar.
const (
	objectKind = "object"
	listKind   = "list"
)

// view is all that a term may stand for. With any set it may be something
// unknown too, so that nothing can be said against it; an empty view says
// nothing yet.
type view struct {
	any   bool
	nodes []*node
}

// add puts w into v and reports whether that changed v.
func (v *view) add(w view) bool {
	changed := w.any && !v.any
	v.any = v.any || w.any
	for _, n := range w.nodes {
		if !slices.Contains(v.nodes, n) {
			v.nodes = append(v.nodes, n)
			changed = true
		}
	}
	return changed
}

// step is what stands one step further in. It is an error if none of the nodes
// can go there.
func (v view) step(t *ast.Term) (view, error) {
	if v.any || len(v.nodes) == 0 {
		return view{any: v.any}, nil
	}
	var next view
	var first error
	ok := false
	for _, n := range v.nodes {
		w, err := n.step(t)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		ok = true
		next.add(w)
	}
	if !ok {
		return view{any: true}, first
	}
	return next, nil
}

func (n *node) step(t *ast.Term) (view, error) {
	key, isName := t.Value.(ast.String)
	switch {
	case n.kind == listKind && isName:
		return view{}, lack("is a list, and has no " + string(key) + ": its elements may")
	case n.kind == listKind:
		return n.items, nil
	case n.kind != objectKind:
		return view{}, lack("is " + kindWords(n.kind) + ", and has no fields")
	case !isName:
		var all view
		for _, name := range slices.Sorted(maps.Keys(n.fields)) {
			all.add(view{nodes: []*node{n.fields[name]}})
		}
		return all, nil
	}
	if f, ok := n.fields[string(key)]; ok {
		return view{nodes: []*node{f}}, nil
	}
	return view{}, lack(lacksField(string(key), slices.Sorted(maps.Keys(n.fields))))
}

// lack says of a place what it does not have.
type lack string

func (l lack) Error() string { return string(l) }

// kindWords is a kind of scalar as people call it.
func kindWords(kind string) string {
	switch kind {
	case "number", "integer", "float64":
		return "a number"
	case "boolean", "bool":
		return "true or false"
	case "string":
		return "a text"
	}
	return "a " + kind
}

// jsonSchema is as much of JSON Schema as the input's needs.
type jsonSchema struct {
	Type       string                 `json:"type"`
	Properties map[string]*jsonSchema `json:"properties"`
	Items      *jsonSchema            `json:"items"`
}

func schemaNode(text []byte) (*node, error) {
	var s jsonSchema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("read schema of the input: %w", err)
	}
	return s.node(), nil
}

func (s *jsonSchema) node() *node {
	switch {
	case s.Properties != nil:
		n := &node{kind: objectKind, fields: make(map[string]*node, len(s.Properties))}
		for name, p := range s.Properties {
			n.fields[name] = p.node()
		}
		return n
	case s.Items != nil:
		return &node{kind: listKind, items: view{nodes: []*node{s.Items.node()}}}
	}
	return &node{kind: s.Type}
}

// dataNode describes a document that is there.
func dataNode(v any) *node {
	switch v := v.(type) {
	case map[string]any:
		n := &node{kind: objectKind, fields: make(map[string]*node, len(v))}
		for name, x := range v {
			n.fields[name] = dataNode(x)
		}
		return n
	case []any:
		n := &node{kind: listKind}
		for _, x := range v {
			n.items.add(view{nodes: []*node{dataNode(x)}})
		}
		return n
	}
	return &node{kind: fmt.Sprintf("%T", v)}
}
