package policy

import (
	"github.com/open-policy-agent/opa/v1/ast"
)

// needed are the modules that are not built in, and those built in ones that they
// read, by whatever way: checking the types of all takes longer than most tests do.
func needed(modules map[string]*ast.Module, b *Bundle) map[string]*ast.Module {
	return reached(modules, func(file string) bool { return b.modules[file] == nil || b.outside[file] })
}

// reached are some of the modules, and those that they read, by whatever way.
func reached(modules map[string]*ast.Module, first func(file string) bool) map[string]*ast.Module {
	kept := make(map[string]*ast.Module)
	var read []ast.Ref
	keep := func(file string, m *ast.Module) {
		kept[file] = m
		read = append(read, placesRead(m)...)
	}
	for file, m := range modules {
		if first(file) {
			keep(file, m)
		}
	}
	for len(read) > 0 {
		ref := read[0]
		read = read[1:]
		for file, m := range modules {
			if p := m.Package.Path; kept[file] == nil && (ref.HasPrefix(p) || p.HasPrefix(ref)) {
				keep(file, m)
			}
		}
	}
	return kept
}

// placesRead are the places among rules and libraries that a module may read.
func placesRead(m *ast.Module) []ast.Ref {
	var all []ast.Ref
	ast.WalkRefs(m, func(r ast.Ref) bool {
		if g := r.GroundPrefix(); g[0].Equal(ast.DefaultRootDocument) && !g.HasPrefix(paramsRef) && !g.HasPrefix(orgRef) && !g.Equal(m.Package.Path) {
			all = append(all, g)
		}
		return false
	})
	return all
}
