// Package validate holds what stands in a spec against the CUE definitions. It
// is the only package that sees CUE, and none of CUE's words leave it.
package validate

import (
	"fmt"
	"io/fs"
	"path"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"

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
}

// New compiles the schema.
func New() (*Checker, error) {
	root, ctx, err := compile()
	if err != nil {
		return nil, fmt.Errorf("compiling the schema: %w", err)
	}
	return &Checker{
		ctx: ctx, root: root,
		definitions: map[string]cue.Value{},
		fields:      map[string]map[string]cue.Value{},
	}, nil
}

// compile builds the spec language's definitions. The policies' input is not
// among them: it is held against its definition in tests.
func compile() (cue.Value, *cue.Context, error) {
	instance := build.NewContext().NewInstance("schema", nil)
	names, err := fs.Glob(schema.Sources, "*.cue")
	if err != nil {
		return cue.Value{}, nil, err
	}
	for _, name := range names {
		if path.Base(name) == "input.cue" {
			continue
		}
		text, err := schema.Sources.ReadFile(name)
		if err != nil {
			return cue.Value{}, nil, err
		}
		if err := instance.AddFile(name, text); err != nil {
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

// Check holds a block, with all that is in it, against its definition. A block
// that fits costs one unification. One that doesn't is taken apart, attribute
// by attribute, since CUE shows only faults of one kind at a time.
func (c *Checker) Check(f *source.File, b *document.Block) []finding.Result {
	if c.fits(f, b) {
		return nil
	}
	faults := c.attributes(b)
	if len(faults) == 0 {
		// No attribute is at fault by itself, so that a constraint between
		// several is. The block is as near as can be told.
		faults = append(faults, fault(b, b.Header, b.Path, b.Name+" does not fit the schema", ""))
	}
	return faults
}

// fits unifies data first and schema second, so that paths are the data's.
func (c *Checker) fits(f *source.File, b *document.Block) bool {
	data := c.ctx.BuildExpr(newSyntax(f).block(b))
	return data.Unify(c.definition(b.Shape.Name)).Validate(cue.Concrete(false)) == nil
}

func (c *Checker) definition(name string) cue.Value {
	v, ok := c.definitions[name]
	if !ok {
		v = c.root.LookupPath(cue.MakePath(cue.Def("#" + name)))
		c.definitions[name] = v
	}
	return v
}

// attributes checks each attribute in b by itself, and those of its blocks.
func (c *Checker) attributes(b *document.Block) []finding.Result {
	var faults []finding.Result
	for _, a := range b.Attributes {
		if a.Value == nil {
			continue // document said why
		}
		want, ok := c.field(b.Shape.Name, a.Name)
		shape := b.Shape.Attribute(a.Name)
		if !ok || shape == nil {
			continue
		}
		data := c.ctx.BuildExpr(newSyntax(nil).value(a.Value))
		if data.Unify(want).Validate(cue.Concrete(true)) == nil {
			continue
		}
		for _, w := range describe(a.Name, shape.Value, a.Value) {
			faults = append(faults, fault(b, w.at, a.Path.Child(w.steps...), w.message, w.help))
		}
	}
	for _, inner := range b.Blocks {
		faults = append(faults, c.attributes(inner)...)
	}
	return faults
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
