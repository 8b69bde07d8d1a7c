package config

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rackvet/rackvet/internal/source"
)

// Excluder reports whether a file is left out of walks, by its path from a folder with
// forward slashes, however the file is named. Globs of a config are seen from its
// folder, Config.Dir; from "" is the working directory. A glob without a slash is for
// names in any folder.
func Excluder(globs []string, from string) (func(file string) bool, error) {
	var errs []error
	globs = slices.Clone(globs)
	for i, g := range globs {
		if !doublestar.ValidatePattern(g) {
			errs = append(errs, errors.New("the glob "+quoted(g)+" can't be read"))
		}
		if strings.Contains(g, "/") {
			globs[i] = path.Clean(g)
		} else {
			globs[i] = "**/" + g
		}
	}
	v, err := viewFrom(from)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	return func(file string) bool {
		if len(globs) == 0 {
			return false
		}
		seen, abs := v.see(file)
		return slices.ContainsFunc(globs, func(g string) bool {
			return doublestar.MatchUnvalidated(g, seen) || path.IsAbs(g) && doublestar.MatchUnvalidated(g, abs)
		})
	}, nil
}

// view is how files look from a folder.
type view struct {
	from, real string // the folder, and where it is without links
	within     string // its path from the top of its repository
	repository bool   // it is in one
	config     bool   // it is that of a config
	tops       map[string]string
}

func viewFrom(from string) (*view, error) {
	abs, err := filepath.Abs(filepath.FromSlash(from))
	if err != nil {
		return nil, err
	}
	v := &view{from: abs, real: source.RealPath(abs), config: from != "", tops: map[string]string{}}
	root, ok := source.RepositoryRoot(abs)
	if v.repository = ok; ok {
		v.within, err = filepath.Rel(root, abs)
	}
	return v, err
}

// see gives a file's path from the folder, and its absolute one.
func (v *view) see(file string) (seen, abs string) {
	abs, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return file, file
	}
	from, ok := "", false
	if _, own := source.RepositoryRoot(filepath.Dir(abs)); v.repository || !v.config || !own { // no config beside repositories
		if from, ok = below(v.from, abs); !ok {
			from, ok = below(v.real, filepath.Join(source.RealPath(filepath.Dir(abs)), filepath.Base(abs)))
		}
	}
	if !ok && v.config {
		from, ok = below(v.top(filepath.Dir(abs)), abs)
	}
	if !ok {
		from, err = filepath.Rel(v.from, abs)
		if err != nil {
			from = abs
		}
	}
	return filepath.ToSlash(from), filepath.ToSlash(abs)
}

// top is what stands for the config's folder where a file lies elsewhere: a config of
// another checkout is for the same folder of this one, and one that has no such place
// here for the repository, or for the working directory outside of one.
func (v *view) top(dir string) string {
	root, ok := source.RepositoryRoot(dir)
	if !ok {
		wd, err := os.Getwd()
		if err != nil {
			return dir
		}
		return wd
	}
	top, met := v.tops[root]
	if !met {
		top = root
		if _, err := os.Stat(filepath.Join(root, v.within, Name)); err == nil {
			top = filepath.Join(root, v.within)
		}
		v.tops[root] = top
	}
	return top
}

func below(dir, file string) (string, bool) {
	rel, err := filepath.Rel(dir, file)
	return rel, err == nil && filepath.IsLocal(rel)
}
