package policy

import (
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

// readsTests says where policies read what tests alone have: where specs are judged,
// the files *_test.rego are left out. with are the modules of b with its tests.
func readsTests(b *Bundle, with map[string]*ast.Module, schema []byte) error {
	taken := map[string]bool{} // the packages of policies
	for file := range b.outside {
		taken[b.modules[file].Package.Path.String()] = true
	}
	var faults []fault
	shared := false // a test adds to a package of policies
	for file, test := range with {
		path := test.Package.Path
		if b.modules[file] != nil {
			continue
		}
		if taken[path.String()] {
			shared = true
			continue
		}
		for name := range b.outside {
			ast.WalkRefs(b.modules[name], func(r ast.Ref) bool {
				if r.HasPrefix(path) {
					at := r[0].Location
					if at == nil || at.Row == 0 {
						at = b.modules[name].Package.Location
					}
					faults = append(faults, fault{at, fmt.Sprintf("%s is of the tests in %s, which are left out where specs are judged", path, file)})
				}
				return false
			})
		}
	}
	if len(faults) > 0 || !shared {
		return join(faults)
	}
	own := *b
	own.modules = needed(b.modules, b)
	return own.Check(schema)
}
