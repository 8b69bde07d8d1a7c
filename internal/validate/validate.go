// Package validate holds what stands in a spec against the CUE definitions. It
// is the only package that sees CUE, and none of CUE's words leave it.
package validate

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/schema"
)

// Checker holds the compiled schema. A CUE context is not to be shared, so
// that each worker has a Checker of its own.
type Checker struct {
	ctx         *cue.Context
	root        cue.Value
	definitions map[string]cue.Value
	fields      map[string]map[string]cue.Value // by definition and attribute
	known       map[knownKey]bool               // values found good

	file   *source.File // of syntax: the blocks of one file come one after the other
	syntax *syntax
}

// New compiles the definitions of the spec language.
func New() (*Checker, error) {
	return compiled(func(file string) bool { return file != "config.cue" })
}

// NewConfig compiles the definitions of the config file, which stand alone.
func NewConfig() (*Checker, error) {
	return compiled(func(file string) bool { return file == "config.cue" })
}

func compiled(take func(file string) bool) (*Checker, error) {
	root, ctx, err := compile(take)
	if err != nil {
		return nil, fmt.Errorf("compiling the schema: %w", err)
	}
	return &Checker{
		ctx: ctx, root: root,
		definitions: map[string]cue.Value{},
		fields:      map[string]map[string]cue.Value{},
		known:       map[knownKey]bool{},
	}, nil
}

// compile builds the definitions of some files of the schema.
func compile(take func(file string) bool) (cue.Value, *cue.Context, error) {
	instance := build.NewContext().NewInstance("schema", nil)
	names, err := fs.Glob(schema.Sources, "*.cue")
	if err != nil {
		return cue.Value{}, nil, err
	}
	for _, name := range names {
		if !take(path.Base(name)) {
			continue
		}
		text, err := schema.Sources.ReadFile(name)
		if err != nil {
			return cue.Value{}, nil, err
		}
		file, err := parser.ParseFile(name, text)
		if err != nil {
			return cue.Value{}, nil, err
		}
		if err := instance.AddSyntax(file); err != nil {
			return cue.Value{}, nil, err
		}
	}
	if err := instance.Complete(); err != nil {
		return cue.Value{}, nil, err
	}
	ctx := cuecontext.New()
	root := ctx.BuildInstance(instance)
	return root, ctx, root.Err()
}

// Check holds the values of a block, and of all blocks in it, against their
// definitions. Each attribute is unified by itself, data first: CUE shows only
// faults of one kind at a time, so that of a block unified as a whole the first
// fault would hide the others. (No definition ties one field to another; a test
// holds the schema to that. What is missing or unknown is the document's to say.)
func (c *Checker) Check(f *source.File, b *document.Block) []finding.Result {
	if c.file != f {
		c.file, c.syntax = f, newSyntax(f)
	}
	return c.block(c.syntax, b)
}

// Document checks all that a document describes: the blocks of the file, and the models
// and parts that it includes.
func (c *Checker) Document(d *document.Document) []finding.Result {
	var faults []finding.Result
	for _, b := range d.Root.Blocks {
		if b.Name != "locals" { // whose values are checked where they are used
			faults = append(faults, c.Check(d.File, b)...)
		}
	}
	for _, root := range d.Included {
		i := slices.IndexFunc(d.Reads, func(f *source.File) bool { return f.Path == root.Header.File })
		if i < 0 {
			continue // it could not be read, which has been said
		}
		for _, b := range append(root.All("model"), root.All("part")...) {
			faults = append(faults, c.Check(d.Reads[i], b)...)
		}
	}
	return faults
}

func (c *Checker) block(s *syntax, b *document.Block) []finding.Result {
	var faults []finding.Result
	for _, a := range b.Attributes {
		if a.Value == nil {
			continue // document said why
		}
		shape := b.Shape.Attribute(a.Name)
		if shape == nil || c.fits(s, b.Shape.Name, a) {
			continue
		}
		for _, w := range c.describe(a.Name, shape.Value, a.Value) {
			faults = append(faults, fault(b, w.at, a.Path.Child(w.steps...), w.message, w.help))
		}
	}
	for _, inner := range b.Blocks {
		faults = append(faults, c.block(s, inner)...)
	}
	if len(faults) > 0 && b.Unsound == nil {
		b.Unsound = &finding.Related{Message: faults[0].Message, Range: faults[0].Range}
	}
	return faults
}

// maxKnown bounds what a worker remembers.
const maxKnown = 10_000

// fits asks CUE whether an attribute's value is what its definition wants. The
// builds of a fleet are much alike, so that values found good are remembered.
func (c *Checker) fits(s *syntax, definition string, a *document.Attribute) bool {
	key := knownKey{definition, a.Name, a.Value.Key()}
	if c.known[key] {
		return true
	}
	want, ok := c.field(definition, a.Name)
	if !ok {
		return true // the document said that it is unknown
	}
	if c.ctx.BuildExpr(s.value(a.Value)).Unify(want).Validate(cue.Concrete(true)) != nil {
		return false
	}
	if len(c.known) >= maxKnown {
		clear(c.known)
	}
	c.known[key] = true
	return true
}

// knownKey is a value in its place.
type knownKey struct{ definition, attribute, value string }

func (c *Checker) definition(name string) cue.Value {
	v, ok := c.definitions[name]
	if !ok {
		v = c.root.LookupPath(cue.MakePath(cue.Def("#" + name)))
		c.definitions[name] = v
	}
	return v
}

// field is what the definition wants of one attribute.
func (c *Checker) field(definition, name string) (cue.Value, bool) {
	known, ok := c.fields[definition]
	if !ok {
		known = map[string]cue.Value{}
		fields, err := c.definition(definition).Fields(cue.Optional(true))
		for err == nil && fields.Next() {
			known[fields.Selector().Unquoted()] = fields.Value()
		}
		c.fields[definition] = known
	}
	v, ok := known[name]
	return v, ok
}

func fault(b *document.Block, at source.Range, path finding.Path, message, help string) finding.Result {
	return finding.Result{
		Rule: finding.RuleSchema, Outcome: finding.Fail, Level: finding.Error,
		Message: message, Help: help, Server: b.Server, File: at.File, Range: at, Path: path,
	}
}
