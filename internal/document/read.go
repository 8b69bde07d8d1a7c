package document

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// Options is what a file cannot say of itself.
type Options struct {
	// Root is the definition of the file; left out, it is a spec's.
	Root string
	// Variables are the values given with --var, as text.
	Variables map[string]string
	// Open reads an included file by its path, and refuses what lies outside
	// the tree. Without it nothing can be included.
	Open func(path string) (*source.File, error)
	// Config reads a file for hf_config, and refuses what does not lie below the
	// spec's own folder. Without it there are none.
	Config func(path string) (*source.File, error)
}

// Read reads a file. It never fails: what is wrong is in Faults, and what
// could be read is in the document.
func Read(f *source.File, o Options) *Document {
	r := &reader{file: f, shape: LoadShape(), scope: newScope()}
	r.scope.files[f.Path], r.scope.openConfig = f, o.Config
	root := r.shape.Definitions[cmp.Or(o.Root, Root)]
	d := &Document{File: f, Root: &Block{Shape: root, Header: f.Range(0, 0), Range: f.Range(0, len(f.Bytes))}}
	if body := r.parse(); body != nil {
		chain := []string{path.Clean(f.Path)}
		d.Included = r.include(body, o, chain)
		r.define(d.Root, body, o.Variables)
		r.decode(d.Root, body)
		r.settleLocals()
		r.settleVariables()
		if root.Name == Root && len(d.Root.Blocks)+len(d.Root.Attributes)+len(r.scope.locals)+len(r.faults) == 0 {
			r.fault(finding.RuleSchema, f.Range(0, 0), "the file is empty", `A spec has a server "<name>" { … } block.`)
		}
	}
	d.Variables = slices.Sorted(maps.Keys(r.scope.variables))
	for _, id := range slices.Sorted(maps.Keys(r.scope.configs)) {
		d.Configs = append(d.Configs, r.scope.configs[id])
	}
	d.Reads = slices.Collect(maps.Values(r.scope.files))
	for _, c := range d.Configs {
		d.Reads = append(d.Reads, c.File)
	}
	slices.SortFunc(d.Reads, func(a, b *source.File) int { return cmp.Compare(a.Path, b.Path) })
	d.Missing = slices.Sorted(maps.Keys(r.scope.missing))
	d.Faults = r.faults
	finding.Sort(d.Faults)
	d.Faults = slices.CompactFunc(d.Faults, func(a, b finding.Result) bool {
		return a.Rule == b.Rule && a.Range == b.Range && a.Message == b.Message
	})
	return d
}

// settleLocals evaluates the locals that nothing used, so that their faults
// show too.
func (r *reader) settleLocals() {
	for _, name := range slices.Sorted(maps.Keys(r.scope.locals)) {
		if l := r.scope.locals[name]; !l.done && l.at.File == r.file.Path {
			r.lookup("local", name, l.at)
		}
	}
}

// include takes locals, variables, models and parts out of the files that a
// body names. chain is the files that led here, to find circles.
func (r *reader) include(body hcl.Body, o Options, chain []string) []*Block {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: "include"}}})
	attr := content.Attributes["include"]
	if attr == nil {
		return nil
	}
	exprs, diags := hcl.ExprList(attr.Expr)
	if diags.HasErrors() {
		r.fault(finding.RuleSchema, r.rangeOf(attr.Expr.Range()), "include takes a list of paths in quotes, without expressions", `Write include = ["../parts.hcl"].`)
		return nil
	}
	var blocks []*Block
	for _, expr := range exprs {
		at := r.rangeOf(expr.Range())
		v, diags := expr.Value(nil)
		if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type() != cty.String {
			r.fault(finding.RuleSchema, at, "include takes paths in quotes, without expressions", `Write include = ["../parts.hcl"].`)
			continue
		}
		blocks = append(blocks, r.includeFile(v.AsString(), at, o, chain)...)
	}
	return blocks
}

func (r *reader) includeFile(name string, at source.Range, o Options, chain []string) []*Block {
	refuse := func(format string, args ...any) []*Block {
		r.fault(finding.RuleReference, at, fmt.Sprintf(format, args...), "")
		return nil
	}
	if path.IsAbs(name) || strings.Contains(name, `\`) {
		return refuse("%q is no path relative to this file with forward slashes", name)
	}
	full := path.Join(path.Dir(chain[len(chain)-1]), name)
	if i := slices.Index(chain, full); i >= 0 {
		return refuse("the include goes round in a circle: %s", strings.Join(append(slices.Clone(chain[i:]), full), " → "))
	}
	if r.scope.files[full] != nil {
		return nil // taken in by another way already
	}
	if o.Open == nil {
		return refuse("%q can't be included here", name)
	}
	f, err := o.Open(full)
	if err != nil {
		r.scope.missing[full] = true
		return refuse("%q can't be included: %v", name, err)
	}
	r.scope.files[full] = f
	inner := &reader{file: f, shape: r.shape, scope: r.scope, via: r.via}
	if r.via.IsZero() {
		inner.via = at
	}
	root := &Block{Shape: r.shape.Definitions[Root], Header: f.Range(0, 0)}
	var blocks []*Block
	if body := inner.parse(); body != nil {
		blocks = inner.include(body, o, append(slices.Clone(chain), full))
		inner.define(root, body, o.Variables)
		inner.decode(root, body)
	}
	if n := len(inner.faults); n > 0 {
		first := inner.faults[0]
		count := "1 fault"
		if n > 1 {
			count = fmt.Sprintf("%d faults", n)
		}
		r.fault(finding.RuleReference, at, fmt.Sprintf("%q has %s", name, count), "Lint it by itself to see all.",
			finding.Related{Message: first.Message, Range: first.Range})
	}
	return append(blocks, root)
}

// rootBlock finds a block that only a spec has, in either syntax. Locals,
// variables and includes don't tell: Terragrunt and Packer have them too.
var rootBlock = regexp.MustCompile(`(?m)^[ \t]*(server|model|part)[ \t]+["a-zA-Z_]|"(server|model|part)"\s*:\s*[{\[]`)

// HasRootBlock reports whether a file looks like a spec. Terragrunt, Packer
// and Nomad use .hcl too, so a walk leaves out what doesn't; a file that is
// broken looks like a spec all the same.
func HasRootBlock(text []byte) bool { return rootBlock.Match(text) }
