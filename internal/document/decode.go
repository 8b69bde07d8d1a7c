package document

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/suggest"
)

// schemas holds the HCL schema of each definition.
var schemas sync.Map

// bodySchema is what HCL's decoder needs to know of a definition. Requiredness
// is left to the reader, which words it and knows what a platform fills in.
func bodySchema(d *Definition) *hcl.BodySchema {
	if s, ok := schemas.Load(d.Name); ok {
		return s.(*hcl.BodySchema)
	}
	s := new(hcl.BodySchema)
	for _, a := range d.Attributes {
		s.Attributes = append(s.Attributes, hcl.AttributeSchema{Name: a.Name})
	}
	for _, b := range d.Blocks {
		s.Blocks = append(s.Blocks, hcl.BlockHeaderSchema{Type: b.Name, LabelNames: b.Labels})
	}
	schemas.Store(d.Name, s)
	return s
}

// decode fills b with what body holds, by b's shape.
func (r *reader) decode(b *Block, body hcl.Body) {
	if b.Shape.Free {
		r.decodeFree(b, body)
		return
	}
	content, diags := body.Content(bodySchema(b.Shape))
	var meant []string // by mistyped names: not to be missed as well
	for _, d := range diags {
		meant = append(meant, r.contentFault(b, d))
	}
	for _, shape := range b.Shape.Attributes {
		attr := content.Attributes[shape.Name]
		if attr == nil {
			if shape.Required && !slices.Contains(meant, shape.Name) {
				r.missing(b, "attribute", shape.Name, example(shape))
			}
			continue
		}
		b.Attributes = append(b.Attributes, r.attribute(b, attr))
	}
	slices.SortFunc(b.Attributes, func(x, y *Attribute) int {
		return cmp.Compare(x.Range.Start.Byte, y.Range.Start.Byte)
	})
	for _, block := range content.Blocks {
		r.block(b, block)
	}
	for _, shape := range b.Shape.Blocks {
		if !shape.Required || b.Block(shape.Name) != nil || slices.Contains(meant, shape.Name) || shape.Unless != "" && content.Attributes[shape.Unless] != nil {
			continue
		}
		help := fmt.Sprintf("%s { … }", shape.Name)
		if shape.Unless != "" {
			help += fmt.Sprintf(", or name a %s that has it", shape.Unless)
		}
		r.missing(b, "block", shape.Name, help)
	}
}

// decodeFree checks a body that may hold any attribute: locals, which are
// evaluated where they are used.
func (r *reader) decodeFree(b *Block, body hcl.Body) {
	_, diags := body.JustAttributes()
	for _, d := range diags {
		r.contentFault(b, d)
	}
}

func (r *reader) attribute(b *Block, attr *hcl.Attribute) *Attribute {
	a := &Attribute{
		Name: attr.Name, NameRange: r.rangeOf(attr.NameRange), Range: r.rangeOf(attr.Range),
		Path: b.Path.Child(attr.Name),
	}
	a.Value = r.evaluate(attr.Expr, attr.Name)
	return a
}

// block reads one block inside b.
func (r *reader) block(b *Block, block *hcl.Block) {
	shape := b.Shape.Block(block.Type)
	c := &Block{Name: block.Type, Header: r.header(block), Server: b.Server}
	c.Range = c.Header
	if native, ok := block.Body.(*hclsyntax.Body); ok {
		c.Range = r.rangeOf(hcl.RangeBetween(block.DefRange, native.SrcRange))
	}
	for i, text := range block.Labels {
		c.Labels = append(c.Labels, Label{Text: text, Range: r.rangeOf(block.LabelRanges[i])})
	}
	if r.blankLabel(shape, c) {
		return
	}
	name := shape.Definition
	if shape.Kinds != nil {
		if name = shape.Kinds[c.Label(0)]; name == "" {
			r.unknownKind(shape, c)
			return
		}
	}
	c.Shape = r.shape.Definitions[name]
	c.Path = b.Path.Child(c.Name).Child(anys(labelTexts(c.Labels))...)
	if c.Name == "server" {
		c.Server, c.Path = c.Label(0), nil
		r.server = c.Server
		defer func() { r.server = "" }()
	}
	if r.duplicate(b, shape, c) {
		return
	}
	b.Blocks = append(b.Blocks, c)
	before := len(r.faults)
	r.decode(c, block.Body)
	c.Unsound = r.unsound(c, before)
}

// unsound is the first fault of a block: from the nth on, when it was parsed, or of a
// value that it uses, which was told where that is defined.
func (r *reader) unsound(b *Block, n int) *finding.Related {
	for _, f := range r.faults[n:] {
		return &finding.Related{Message: f.Message, Range: f.Range}
	}
	for _, f := range r.faults[:r.parsed] {
		if b.Range.Contains(f.Range) {
			return &finding.Related{Message: f.Message, Range: f.Range}
		}
	}
	for _, a := range b.Attributes {
		if a.Value == nil {
			return &finding.Related{Message: fmt.Sprintf("%q has no value", a.Name), Range: a.Range}
		}
	}
	for _, c := range b.Blocks {
		if c.Unsound != nil {
			return c.Unsound
		}
	}
	return nil
}

func (r *reader) unknownKind(shape *BlockShape, c *Block) {
	var kinds []string
	for k := range shape.Kinds {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	at := c.Header
	if len(c.Labels) > 0 {
		at = c.Labels[0].Range
	}
	r.fault(finding.RuleSchema, at,
		fmt.Sprintf("%q is no kind of %s: use %s", c.Label(0), shape.Name, oneOf(kinds)),
		didYouMean(c.Label(0), kinds))
}

// missing reports what a block lacks, at its header.
func (r *reader) missing(b *Block, what, name, write string) {
	where := "the file"
	if b.Name != "" {
		where = b.Name
		for _, l := range b.Labels {
			where += fmt.Sprintf(" %q", l.Text)
		}
	}
	r.fault(finding.RuleSchema, b.Header, fmt.Sprintf("%s lacks the %s %q", where, what, name), "Write "+write+".")
}

// example is an attribute in its right form.
func example(a *AttributeShape) string { return a.Name + " = " + a.Value.Example() }

// contentFault words what HCL's decoder found in the body of b. It says where,
// and what stands there says the name. It gives the known name that was meant,
// where a name is mistyped.
func (r *reader) contentFault(b *Block, d *hcl.Diagnostic) (meant string) {
	if d.Severity != hcl.DiagError {
		return ""
	}
	at := b.Header
	if d.Subject != nil {
		at = r.rangeOf(*d.Subject)
	}
	name := r.nameAt(at)
	switch d.Summary {
	case "Unsupported argument", "Unsupported block type", "Extraneous JSON object property":
		return r.unknownName(b, name, at, d.Summary == "Unsupported block type")
	case "Duplicate argument", "Duplicate JSON object property":
		r.fault(finding.RuleSchema, at, fmt.Sprintf("%q is written twice", name), "Keep one of the two.")
	case "Unexpected block":
		r.fault(finding.RuleSchema, at, fmt.Sprintf("%s holds values, not blocks", b.Name), "Write name = value.")
	default:
		if strings.HasPrefix(d.Summary, "Missing ") && strings.Contains(d.Summary, " for ") || strings.HasPrefix(d.Summary, "Extraneous label") {
			return r.labelFault(b, at, d)
		}
		message, help := words(d)
		r.fault(finding.RuleSchema, at, message, help)
	}
	return ""
}

// nameAt is the name that stands at a range, without JSON's quotes.
func (r *reader) nameAt(at source.Range) string {
	text := r.file.Text(at)
	var unquoted string
	if strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &unquoted) == nil {
		return unquoted
	}
	return text
}

// unknownName reports a name that may not stand in b, with what was meant.
func (r *reader) unknownName(b *Block, name string, at source.Range, isBlock bool) (meant string) {
	where := "here"
	if b.Name != "" {
		where = "in " + b.Name
	}
	switch {
	case b.Shape.Block(name) != nil:
		shape := b.Shape.Block(name)
		header := name
		for _, l := range shape.Labels {
			header += fmt.Sprintf(" \"<%s>\"", l)
		}
		r.fault(finding.RuleSchema, at, fmt.Sprintf("%q is a block", name), "Write "+header+" { … } without an equals sign.")
		return name
	case b.Shape.Attribute(name) != nil && isBlock:
		r.fault(finding.RuleSchema, at, fmt.Sprintf("%q is an attribute", name), "Write "+example(b.Shape.Attribute(name))+".")
		return name
	}
	what := "attribute"
	if isBlock {
		what = "block"
	}
	help := didYouMean(name, b.Shape.names())
	if near := suggest.Nearest(name, b.Shape.names(), 1); len(near) > 0 {
		meant = near[0]
	} else {
		help = "Known " + where + ": " + strings.Join(b.Shape.names(), ", ") + "."
	}
	r.fault(finding.RuleSchema, at, fmt.Sprintf("unknown %s %q %s", what, name, where), help)
	return meant
}

// didYouMean asks after the nearest known name; it is empty where none is near.
func didYouMean(name string, known []string) string {
	if near := suggest.Nearest(name, known, 1); len(near) > 0 {
		return fmt.Sprintf("Did you mean %q?", near[0])
	}
	return ""
}

// oneOf lists choices: "a, b or c".
func oneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func anys(texts []string) []any {
	out := make([]any, len(texts))
	for i, t := range texts {
		out[i] = t
	}
	return out
}
