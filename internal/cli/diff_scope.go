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

// has reports whether a path from the top of the repository is compared, whether it
// is named by itself, and what of it lies below what is named.
func (s *diffScope) has(file string) (rest string, ok, named bool) {
	paths := s.paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, p := range paths {
		root := path.Join(s.below, filepath.ToSlash(p))
		below, within := file, true
		if root != "." {
			below, within = strings.CutPrefix(file, root+"/")
		}
		switch {
		case file == root:
			s.met[p], ok, named = true, true, true
		case within:
			s.met[p], ok, rest = true, true, below
		}
	}
	return rest, ok, named
}

// walks reports whether a walk takes a file: it leaves out dot-files.
func (s *diffScope) walks(file string) (taken, named bool) {
	rest, ok, named := s.has(file)
	return named || ok && !strings.HasPrefix(rest, ".") && !strings.Contains(rest, "/."), named
}

// called is what a path from the top of the repository is called on both sides.
func (s *diffScope) called(file string) string { return relativeTo(s.below, file) }

// relativeTo is a path as seen from a folder; one that does not lie below stays.
func relativeTo(dir, file string) string {
	if dir == "" || dir == "." {
		return file
	}
	if rest, ok := strings.CutPrefix(file, dir+"/"); ok {
		return rest
	}
	return file
}
