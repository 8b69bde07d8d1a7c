package policy

import (
	"maps"
	"slices"
)

// Unread are the parameters of a rule that is not built in which neither a policy nor
// a template of the rule's reads.
func (b *Bundle) Unread(r *Rule) []string {
	said := map[string]bool{}
	for file := range b.outside {
		addStrings(b.modules[file], said)
	}
	for _, ts := range []map[string]template{r.messages, r.helps} {
		for t := range maps.Values(ts) {
			for _, name := range t.names() {
				said[name] = true
			}
		}
	}
	for _, d := range r.declared {
		for _, name := range d.formula.names() {
			said[name] = true
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(r.own)), func(name string) bool { return said[name] })
}
