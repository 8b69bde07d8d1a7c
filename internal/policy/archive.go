package policy

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // for served
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"

	"github.com/rackvet/rackvet/internal/finding"
)

// served is what a bundle has in place of main: it also does what otherwise Go does
// behind the rules.
//
//go:embed served/main.rego
var served []byte

const mainFile = root + "/main/main.rego"

// Archive is what goes into a bundle of OPA besides the policies.
type Archive struct {
	// Version is the release that writes it, Profile names the parameters.
	Version, Profile string
	// Caps are the levels that a config holds rules to.
	Caps map[string]finding.Level
	// Own leaves out what is built in: such a bundle is read as a folder is.
	Own bool
}

// What the manifest of a bundle says that it holds.
const (
	holdsAll = "all"
	holdsOwn = "own"
)

// manifestKey is where the manifest's metadata and the data say what is rackvet's.
const manifestKey = root

// Archive writes b as a bundle of OPA: the policies as they stand in builtin and
// folders, without tests, the parameters in force, and what the rules say of
// themselves. The same policies make the same bytes.
func (b *Bundle) Archive(w io.Writer, builtin fs.FS, folders []*Folder, a Archive) error {
	modules, err := b.sources(builtin, folders, a.Own)
	if err != nil {
		return err
	}
	if len(modules) == 0 {
		return errors.New("there are no rules but those built in")
	}
	out := bundle.Bundle{Data: b.archived(folders, a), Modules: modules}
	roots := map[string]bool{root: true, "org": out.Data["org"] != nil}
	for _, m := range modules {
		roots[string(m.Parsed.Package.Path[1].Value.(ast.String))] = true
	}
	maps.DeleteFunc(roots, func(_ string, there bool) bool { return !there })
	names := slices.Sorted(maps.Keys(roots))
	holds := holdsAll
	if a.Own {
		holds = holdsOwn
	}
	out.Manifest = bundle.Manifest{Roots: &names, Metadata: map[string]any{
		manifestKey: map[string]any{"version": a.Version, "profile": cmp.Or(a.Profile, ArticleProfile), "holds": holds},
	}}
	out.Manifest.SetRegoVersion(ast.RegoV1)
	if out.Manifest.Revision, err = revision(out); err != nil {
		return err
	}
	if err := bundle.NewWriter(w).UseModulePath(true).DisableFormat(true).Write(out); err != nil {
		return fmt.Errorf("write bundle: %w", err)
	}
	return nil
}

// revision is a hash of what a bundle holds.
func revision(b bundle.Bundle) (string, error) {
	h := sha256.New()
	text, err := json.Marshal([]any{b.Data, b.Manifest})
	if err != nil {
		return "", fmt.Errorf("write data of the policies: %w", err)
	}
	h.Write(text)
	for _, m := range b.Modules {
		fmt.Fprintf(h, "\n%s %d\n", m.Path, len(m.Raw))
		h.Write(m.Raw)
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil)), nil
}

// sources are the modules with their text, by path. What is not built in stands
// where its package says, so that the names of folders don't matter.
func (b *Bundle) sources(builtin fs.FS, folders []*Folder, own bool) ([]bundle.ModuleFile, error) {
	texts := map[string][]byte{}
	for _, f := range folders {
		for file, text := range f.Files {
			texts[path.Join(f.Name, file)] = text
		}
	}
	var modules []bundle.ModuleFile
	for file, m := range b.modules {
		text, at := texts[file], file
		switch {
		case b.outside[file]:
			at = path.Join(packagePath(m), path.Base(file))
		case own:
			continue
		case file == mainFile:
			text = served
		default:
			var err error
			if text, err = fs.ReadFile(builtin, file); err != nil {
				return nil, fmt.Errorf("read policy: %w", err)
			}
		}
		modules = append(modules, bundle.ModuleFile{Path: at, Raw: text, Parsed: m})
	}
	byPath := func(x, y bundle.ModuleFile) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), bytes.Compare(x.Raw, y.Raw))
	}
	slices.SortFunc(modules, byPath)
	taken := map[string]bool{}
	for i := range modules {
		m := &modules[i]
		m.Path = freePath(taken, path.Dir(m.Path), path.Base(m.Path))
		m.URL, taken[m.Path] = m.Path, true
	}
	slices.SortFunc(modules, byPath)
	return modules, nil
}

func packagePath(m *ast.Module) string {
	var parts []string
	for _, t := range m.Package.Path[1:] {
		// A name with a slash or dots would lead elsewhere.
		parts = append(parts, strings.NewReplacer("/", "_", ".", "_").Replace(string(t.Value.(ast.String))))
	}
	return path.Join(parts...)
}

// freePath is the path of a file in a folder, with a number where it is taken.
func freePath[V any](taken map[string]V, folder, file string) string {
	at := path.Join(folder, file)
	for n := 2; ; n++ {
		if _, there := taken[at]; !there {
			return at
		}
		at = path.Join(folder, fmt.Sprintf("%d_%s", n, file))
	}
}
