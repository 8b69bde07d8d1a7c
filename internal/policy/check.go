package policy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Check compiles the bundle strictly with types, the input's taken from its
// JSON Schema, and holds every path into the input and into the parameters
// against what is there (see CheckPaths).
func (b *Bundle) Check(inputSchema []byte) error {
	// That the time may be asked for is up to the engine.
	c, err := compileTyped(b.modules, inputSchema)
	if err != nil {
		return err
	}
	return CheckPaths(c, inputSchema, b.Data())
}

// compileTyped is compile with types.
func compileTyped(modules map[string]*ast.Module, inputSchema []byte) (*ast.Compiler, error) {
	c, err := TypedCompiler(inputSchema)
	if err != nil {
		return nil, err
	}
	return compile(modules, c)
}

// TypedCompiler is a compiler in the sandbox that knows the input's type, for
// modules that are annotated with `schemas: [{input: schema.input}]`, or with
// schema.fleet where they judge all servers of a run.
func TypedCompiler(inputSchema []byte) (*ast.Compiler, error) {
	fleet, err := fleetSchema(inputSchema)
	if err != nil {
		return nil, err
	}
	schemas := ast.NewSchemaSet()
	for name, text := range map[string][]byte{"schema.input": inputSchema, "schema.fleet": fleet} {
		s, err := fromJSON(text)
		if err != nil {
			return nil, fmt.Errorf("read schema of the input: %w", err)
		}
		raw, err := ast.JSON(s)
		if err != nil {
			return nil, fmt.Errorf("read schema of the input: %w", err)
		}
		schemas.Put(ast.MustParseRef(name), raw)
	}
	return ast.NewCompiler().
		WithCapabilities(capabilities(time.Unix(0, 0))).
		WithSchemas(schemas).
		WithUseTypeCheckAnnotations(true), nil
}

// CheckPaths refuses what Rego passes over in silence: a path into the input
// that the schema does not have, one into data.rackvet.params that no
// parameter has, and one into data that no rule has. OPA's own checker sees
// neither into every, function bodies and object.get, nor into data. Variables are followed
// through equations, some, every, comprehensions, sets and calls.
func CheckPaths(c *ast.Compiler, inputSchema []byte, data map[string]any) error {
	input, err := schemaNode(inputSchema)
	if err != nil {
		return err
	}
	all, err := fleetSchema(inputSchema)
	if err != nil {
		return err
	}
	fleet, err := schemaNode(all)
	if err != nil {
		return err
	}
	in := &inference{
		compiler: c, input: input, fleet: fleet, data: dataNode(data),
		vars: make(map[variable]*view), results: make(map[*ast.Rule]*node), lists: make(map[ast.Value]*node),
	}
	in.run()
	var faults []fault
	for _, m := range c.Modules {
		for _, r := range m.Rules {
			ast.WalkNodes(r, func(x ast.Node) bool {
				switch x := x.(type) {
				case *ast.Expr:
					faults = append(faults, in.exprFaults(r, x)...)
				case *ast.Term:
					faults = append(faults, in.refFaults(r, x)...)
				}
				return false
			})
		}
	}
	return join(faults)
}

// fault is something wrong at a line of a policy.
type fault struct {
	at  *ast.Location
	err string
}

func (in *inference) refFaults(r *ast.Rule, t *ast.Term) []fault {
	ref, ok := t.Value.(ast.Ref)
	if !ok {
		return nil
	}
	_, steps, err := in.ref(r, ref)
	if err == nil {
		return nil
	}
	at := in.print(own(r, ref[:steps]))
	if miss := lack(""); errors.As(err, &miss) && steps < len(ref) {
		return []fault{{place(r, ref[steps], t, ref[0]), at + " " + err.Error()}}
	}
	return []fault{{place(r, t, ref[0]), fmt.Sprintf("%s: %v", at, err)}}
}

// own is a reference to something of a rule's own package as it stands in the source.
func own(r *ast.Rule, ref ast.Ref) ast.Ref {
	p := r.Module.Package.Path
	if len(ref) <= len(p) || !ref.HasPrefix(p) {
		return ref
	}
	name, ok := ref[len(p)].Value.(ast.String)
	if !ok {
		return ref
	}
	return ast.Ref{ast.VarTerm(string(name))}.Concat(ref[len(p)+1:])
}

func (in *inference) exprFaults(r *ast.Rule, e *ast.Expr) []fault {
	if args := e.Operands(); e.IsCall() && e.Operator().String() == "object.get" && len(args) >= 3 {
		if _, err := in.get(r, args); err != nil {
			return []fault{{e.Location, fmt.Sprintf("what object.get looks in %v", err)}}
		}
	}
	return nil
}

// print writes a reference with the variables' names as they stand in the
// source.
func (in *inference) print(ref ast.Ref) string {
	ref = slices.Clone(ref)
	for i, t := range ref {
		if v, ok := t.Value.(ast.Var); ok {
			if name, ok := in.compiler.RewrittenVars[v]; ok {
				ref[i] = ast.VarTerm(string(name))
			}
		}
	}
	return ref.String()
}

// place is the first location known: the compiler makes terms without one.
func place(r *ast.Rule, ts ...*ast.Term) *ast.Location {
	for _, t := range ts {
		if t.Location != nil && t.Location.Row > 0 {
			return t.Location
		}
	}
	return r.Location
}

// join makes one error of faults, in the order of files and lines, each once.
func join(faults []fault) error {
	slices.SortFunc(faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.at.File, b.at.File), a.at.Row-b.at.Row, cmp.Compare(a.err, b.err))
	})
	var errs []error
	last := ""
	for _, f := range faults {
		x := &Fault{f.at.File, f.at.Row, f.at.Col, f.err}
		if text := x.Error(); text != last {
			errs = append(errs, x)
			last = text
		}
	}
	return errors.Join(errs...)
}
