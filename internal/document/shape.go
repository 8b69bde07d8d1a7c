package document

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/rackvet/rackvet/schema"
)

// Shape is what a spec may hold, as generated from the CUE definitions into
// schema/shape.json: which names are attributes and which are blocks.
type Shape struct {
	Definitions map[string]*Definition `json:"definitions"`
}

// Definition is one kind of block body.
type Definition struct {
	Name       string            `json:"name"` // without the #
	Doc        string            `json:"doc"`
	Attributes []*AttributeShape `json:"attributes,omitempty"`
	Blocks     []*BlockShape     `json:"blocks,omitempty"`
	// Free says that any attribute may stand here: locals.
	Free bool `json:"free,omitempty"`
}

// AttributeShape is an attribute: its name, and what its value must be.
type AttributeShape struct {
	Name     string    `json:"name"`
	Doc      string    `json:"doc"`
	Required bool      `json:"required,omitempty"`
	Value    ValueType `json:"value"`
}

// ValueType is what a value must be. CUE is the judge of it; this is for words.
type ValueType struct {
	Type     string     `json:"type"`               // string, int, number, bool, list, object, any
	Enum     []string   `json:"enum,omitempty"`     // the only strings allowed
	Quantity string     `json:"quantity,omitempty"` // a units.Kind, slot or redundancy
	Text     string     `json:"text,omitempty"`     // what a string with a pattern is called
	Min      *Bound     `json:"min,omitempty"`
	Max      *Bound     `json:"max,omitempty"`
	Elem     *ValueType `json:"elem,omitempty"` // of a list or an object
}

// What strings with a pattern are called that any text will do for, or nearly any.
const (
	TextWords = "description" // without control characters
	TextName  = "a name"      // not blank
)

// Bound is an end of a range of numbers.
type Bound struct {
	Value     float64 `json:"value"`
	Exclusive bool    `json:"exclusive,omitempty"`
}

// BlockShape is a block: its labels, and the definition of its body. With two
// labels the first is the kind, which picks the definition.
type BlockShape struct {
	Name       string            `json:"name"`
	Doc        string            `json:"doc"`
	Labels     []string          `json:"labels,omitempty"`
	Definition string            `json:"definition,omitempty"`
	Kinds      map[string]string `json:"kinds,omitempty"`
	Repeatable bool              `json:"repeatable,omitempty"` // a list, where labels name no one block
	Required   bool              `json:"required,omitempty"`
	// Unless names an attribute that makes a required block optional.
	Unless string `json:"unless,omitempty"`
}

// The definitions of files.
const (
	Root       = "Spec"
	ConfigRoot = "Config"
)

// LoadShape reads the embedded shape, once.
var LoadShape = sync.OnceValue(func() *Shape {
	s := new(Shape)
	if err := json.Unmarshal(schema.Shape, s); err != nil {
		panic(fmt.Sprintf("schema/shape.json, which is generated, is broken: %v", err))
	}
	return s
})

// Attribute is the named attribute of d, or nil.
func (d *Definition) Attribute(name string) *AttributeShape {
	for _, a := range d.Attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Block is the named block of d, or nil.
func (d *Definition) Block(name string) *BlockShape {
	for _, b := range d.Blocks {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// names lists what may stand in a body, attributes first.
func (d *Definition) names() []string {
	var names []string
	for _, a := range d.Attributes {
		names = append(names, a.Name)
	}
	for _, b := range d.Blocks {
		names = append(names, b.Name)
	}
	return names
}
