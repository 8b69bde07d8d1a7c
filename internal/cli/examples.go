package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isExample reports whether a file is a spec beside a rule, for the rule to be tried
// on: one of them is there to fail.
func isExample(name string) bool {
	if !calledExample(name) {
		return false
	}
	beside, err := os.ReadDir(filepath.Dir(name))
	return err == nil && slices.ContainsFunc(beside, func(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), ".rego") })
}

// calledExample reports whether a file has the name of such a spec.
func calledExample(name string) bool {
	base := filepath.Base(name)
	return base == passing || base == failing
}

// asksFor reports whether the folders that are walked are for an example: they are its
// own, or within one of the folders of rules that it is in.
func asksFor(walked, rules []string, example string) bool {
	within := func(name, folder string) bool {
		rel, err := filepath.Rel(folder, name)
		return err == nil && filepath.IsLocal(rel)
	}
	return slices.ContainsFunc(walked, func(folder string) bool {
		return filepath.Clean(folder) == filepath.Dir(example) || slices.ContainsFunc(rules, func(r string) bool {
			return within(example, r) && within(folder, r)
		})
	})
}
