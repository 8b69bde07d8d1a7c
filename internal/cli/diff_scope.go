package cli

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"github.com/rackvet/rackvet/internal/git"
)

// diffScope is where the sides are looked at.
type diffScope struct {
	repo *git.Repo // nil outside of one
	// here is the working directory and below the folder that both sides are looked
	// at below, as paths from the top of the repository; "" is the top.
	here, below string
	// paths are what of it is compared; met are those that a side has.
	paths []string
	met   map[string]bool
}

// locate finds the working directory in its repository.
func (s *diffScope) locate(ctx context.Context) error {
	prefix, err := s.repo.Prefix(ctx, ".")
	s.here = strings.TrimSuffix(prefix, "/")
	s.below = s.here
	return err
}

// settle finds the folder that both sides are looked at below.
func (s *diffScope) settle(ctx context.Context, kinds, names [2]string) error {
	if (kinds[0] == oneFile) != (kinds[1] == oneFile) {
		i := 0
		if kinds[1] == oneFile {
			i = 1
		}
		return usage("%s is a file, and is compared with another one: for the same file of a revision write -- and its path behind, as rackvet diff main . -- %s", names[i], names[i])
	}
	if kinds[0] == oneFile && len(s.paths) > 0 {
		return usage("two files are compared as a whole: leave out what stands behind --")
	}
	for _, p := range s.paths {
		if filepath.IsAbs(p) {
			return usage("%s: paths behind -- are as seen from the folder that is compared", p)
		}
	}
	if kinds == [2]string{artefact, artefact} {
		s.below = "" // where one stands is nothing to them
	}
	for i, kind := range kinds {
		if other := kinds[1-i]; kind == folder && other != folder {
			return s.settleFolder(ctx, names[i], other)
		}
	}
	return nil
}

// settleFolder is for a folder that is compared with another kind of side: that is
// looked at below the same folder, if the folder lies in its repository. An artefact
// may be of any.
func (s *diffScope) settleFolder(ctx context.Context, name, other string) error {
	at, err := git.Open(ctx, name)
	if err != nil || other == revision && !s.repo.Same(ctx, at) {
		return nil
	}
	prefix, err := at.Prefix(ctx, name)
	if err != nil {
		return usage("%w", err)
	}
	s.below = strings.TrimSuffix(prefix, "/")
	return nil
}

// records reports whether something recorded of a file is compared, by its path from
// the top of the repository.
func (s *diffScope) records(file string) (ok bool) {
	paths := s.paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, p := range paths {
		root := path.Join(s.below, filepath.ToSlash(p))
		if root == "." || file == root || strings.HasPrefix(file, root+"/") {
			s.met[p], ok = true, true
		}
	}
	return ok
}

// roots are what of a revision is walked, as paths from the top of the repository.
func (s *diffScope) roots(tree *git.Tree) []string {
	paths := s.paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var roots []string
	for _, p := range paths {
		root := path.Join(s.below, filepath.ToSlash(p))
		if _, err := tree.Type(root); err != nil {
			continue // the other side may have it
		}
		s.met[p] = true
		roots = append(roots, root)
	}
	return roots
}

// seen is a path from the top of the repository as seen from the working directory.
func (s *diffScope) seen(file string) string { return relativeTo(s.here, file) }

// called is what a path from the top of the repository is called on both sides.
func (s *diffScope) called(file string) string { return relativeTo(s.below, file) }

// relativeTo is a path as seen from a folder.
func relativeTo(dir, file string) string {
	if file == "" || dir == "" { // what a problem of no file has, and the top
		return file
	}
	rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(file))
	if err != nil { // one of them is absolute
		return file
	}
	return filepath.ToSlash(rel)
}
