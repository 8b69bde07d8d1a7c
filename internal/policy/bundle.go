// Package policy evaluates the Rego policies: it loads a bundle, knows what
// its rules say of themselves, and turns their answers for a server into
// judgements. It is the only importer of OPA.
package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/open-policy-agent/opa/v1/ast"
)

// The places of a bundle.
const (
	root         = "rackvet"
	rulesFolder  = root + "/rules"
	libFolder    = root + "/lib"
	paramsFile   = root + "/params/data.json"
	profilesFile = root + "/profiles/data.json"
)

// Bundle is a set of policies with their parameters. It is read only: engines
// made of it share it.
type Bundle struct {
	modules  map[string]*ast.Module
	rules    []*Rule
	fleet    []*Rule // those that judge all servers of a run at once
	params   params
	profiles map[string]params
	off      []string        // the rules that are left out
	ownOff   []string        // those of them that are not built in
	outside  map[string]bool // the modules that are not built in
	org      map[string]any  // what policies from outside find at data.org
}

// Load reads the policies under the folder rackvet of fsys, tests left out, and
// checks what every rule says of itself. The error joins all that is wrong.
func Load(fsys fs.FS) (*Bundle, error) { return loadFiles(fsys, nil) }

// loadFiles reads but the files that are named, unless that is nil.
func loadFiles(fsys fs.FS, only []string) (*Bundle, error) {
	files, err := regoFiles(fsys)
	if err != nil {
		return nil, fmt.Errorf("read policies: %w", err)
	}
	if only != nil {
		files = slices.DeleteFunc(files, func(f string) bool { return !slices.Contains(only, f) })
	}
	parsed := make([]parsedFile, len(files))
	parallel(len(files), func(i int) { parsed[i] = parse(fsys, files[i]) })

	b := &Bundle{modules: make(map[string]*ast.Module, len(files))}
	var errs []error
	for i, p := range parsed {
		if p.err != nil {
			errs = append(errs, p.err)
			continue
		}
		b.modules[files[i]] = p.module
		if p.rule != nil {
			b.rules = append(b.rules, p.rule)
		}
	}
	sortRules(b.rules)
	errs = append(errs, b.loadParams(fsys, only == nil))
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(b.rules) == 0 && only == nil {
		return nil, fmt.Errorf("no rule under %s: a bundle without rules would pass every server", rulesFolder)
	}
	if err := b.Validate(); err != nil {
		return nil, err
	}
	return b, nil
}

// Rules are the bundle's rules by id, with the parameters of its profile.
func (b *Bundle) Rules() []*Rule { return slices.Clone(b.rules) }

// AllRules are those of servers, then those of fleets.
func (b *Bundle) AllRules() []*Rule { return slices.Concat(b.rules, b.fleet) }

// Rule is the rule of that id, or nil.
func (b *Bundle) Rule(id string) *Rule {
	for _, rules := range [][]*Rule{b.rules, b.fleet} {
		for _, r := range rules {
			if r.ID == id {
				return r
			}
		}
	}
	return nil
}

func (b *Bundle) ids() []string {
	var ids []string
	for _, r := range b.AllRules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// regoFiles lists the policies of fsys in order, without tests and without
// hidden folders.
func regoFiles(fsys fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(fsys, root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ".rego") && !strings.HasSuffix(name, testSuffix):
			files = append(files, name)
		}
		return nil
	})
	return files, err
}

type parsedFile struct {
	module *ast.Module
	rule   *Rule // nil if the file is not a rule's
	err    error
}

// parse reads one policy. Annotations are read from rules only: reading their
// YAML is dearer than parsing the Rego.
func parse(fsys fs.FS, file string) parsedFile {
	src, err := fs.ReadFile(fsys, file)
	if err != nil {
		return parsedFile{err: fmt.Errorf("read policy: %w", err)}
	}
	isRule := strings.HasPrefix(file, rulesFolder+"/")
	m, err := ast.ParseModuleWithOpts(file, string(src), parserOptions(isRule))
	if err != nil {
		return parsedFile{err: fmt.Errorf("parse policy: %w", err)}
	}
	if m == nil {
		return parsedFile{err: fmt.Errorf("%s: empty policy", file)}
	}
	if err := checkPackage(m, file); err != nil {
		return parsedFile{err: err}
	}
	if !isRule {
		return parsedFile{module: m}
	}
	rule, err := readRule(fsys, file, m)
	return parsedFile{module: m, rule: rule, err: err}
}

// parseFile parses a file of a folder. A byte order mark would hide the METADATA behind
// it from OPA, which takes the first line for no comment then.
func parseFile(name string, text []byte) (*ast.Module, error) {
	return ast.ParseModuleWithOpts(name, string(bytes.TrimPrefix(text, byteOrderMark)), parserOptions(true))
}

var byteOrderMark = []byte("\uFEFF")

// checkPackage demands that a package's path is its folder, so that a name
// found in a message leads to the file. Under lib the file's name may follow.
func checkPackage(m *ast.Module, file string) error {
	parts, err := packageNames(m)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	got, want := strings.Join(parts, "/"), path.Dir(file)
	if got == want || strings.HasPrefix(file, libFolder+"/") && got == strings.TrimSuffix(file, ".rego") {
		return nil
	}
	return fmt.Errorf("%s:%d: package is %q, but the folder is %q", file, m.Package.Location.Row, got, want)
}

// packageNames are the steps of a package's path.
func packageNames(m *ast.Module) ([]string, error) {
	var names []string
	for _, t := range m.Package.Path[1:] {
		s, ok := t.Value.(ast.String)
		if !ok {
			return nil, fmt.Errorf("package %s is not a path of names", m.Package.Path)
		}
		names = append(names, string(s))
	}
	return names, nil
}

// parallel calls f for 0 to n-1 on all processors.
func parallel(n int, f func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}
