package cli

import (
	"os"
	"path/filepath"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/source"
)

// topFolder is that of the repository that the working directory is in or, outside of
// one, the working directory.
func topFolder() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if root, ok := source.RepositoryRoot(wd); ok {
		return root, nil
	}
	return wd, nil
}

// inRepository gives a file's path from the top folder, with forward slashes; one that
// lies outside stays.
func inRepository() func(file string) string {
	top, err := topFolder()
	if err != nil { // then nothing tells where a file lies
		return filepath.ToSlash
	}
	return func(file string) string {
		abs, err := filepath.Abs(filepath.FromSlash(file))
		if err != nil {
			return filepath.ToSlash(file)
		}
		rel, err := filepath.Rel(top, abs)
		if err != nil || !filepath.IsLocal(rel) {
			return filepath.ToSlash(file)
		}
		return filepath.ToSlash(rel)
	}
}

// specFiles tells a baseline of the files of specs.
type specFiles struct {
	top     string                     // without links
	rel     func(file string) string   // as inRepository
	servers map[string]map[string]bool // that a file holds, by its name
}

func newSpecFiles() *specFiles {
	f := &specFiles{rel: inRepository(), servers: map[string]map[string]bool{}}
	if top, err := topFolder(); err == nil {
		f.top = source.RealPath(top)
	}
	return f
}

// Name is a file's path from the top folder, by whichever of its names it is met.
func (f *specFiles) Name(file string) string {
	if rel, err := filepath.Rel(f.top, source.RealPath(file)); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return f.rel(file)
}

// Holds reports whether a file has a server today.
func (f *specFiles) Holds(name, server string) bool {
	found, met := f.servers[name]
	if !met {
		found = map[string]bool{}
		path := filepath.FromSlash(name)
		if filepath.IsLocal(path) {
			path = filepath.Join(f.top, path)
		}
		if text, err := source.ReadLimit(path, document.MaxSize); err == nil {
			for _, b := range document.Read(source.NewFile(name, text), document.Options{}).Servers() {
				found[b.Label(0)] = true
			}
		}
		f.servers[name] = found
	}
	return found[server]
}
