package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/git"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

// revision is the files of a revision, or of the commit from which two of them, A...B,
// parted. Their paths are as on the disk, seen from the working directory.
func (f *diffFlags) revision(ctx context.Context, s *diffScope, about report.DiffSide) (*diffSide, error) {
	rev := about.Name
	if a, b, ok := strings.Cut(rev, "..."); ok {
		commit, err := s.repo.Parted(ctx, a, b)
		if err != nil {
			return nil, usage("%w", err)
		}
		rev = commit
	}
	tree, err := s.repo.Tree(ctx, rev)
	if err != nil {
		return nil, usage("%w", err)
	}
	about.Commit = tree.Commit
	side := &diffSide{about: about, tree: tree, name: func(file string) string { return s.called(path.Join(s.here, file)) }}
	excluded, err := f.input.excluder()
	if err != nil {
		return side, err
	}
	found, _, err := source.WalkIn(tree, s.roots(tree), func(name string) bool {
		return excluded(s.seen(name)) || calledExample(name) && hasRules(tree, path.Dir(name))
	})
	if err == nil {
		err = tree.Err()
	}
	if err != nil {
		return side, usage("%s: %w", about, err)
	}
	for _, x := range found {
		side.files = append(side.files, lint.File{
			Path: s.seen(x.Path), Named: x.Named, Beside: &treeBeside{side, s.here, x.Path},
			Read: func() ([]byte, error) { return side.read(x.Path) },
		})
	}
	return side, nil
}

// hasRules reports whether there are some in a folder of a revision.
func hasRules(tree *git.Tree, dir string) bool {
	entries, err := tree.List(dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), ".rego") })
}

// read gives a file of the revision. That git can't give it is no fault of the spec,
// and ends the run.
func (s *diffSide) read(name string) ([]byte, error) {
	text, err := s.tree.Read(name, document.MaxSize)
	if err != nil && !errors.Is(err, git.ErrLink) && !errors.Is(err, git.ErrLarge) && !errors.Is(err, fs.ErrNotExist) {
		s.mu.Lock()
		defer s.mu.Unlock()
		fault := fmt.Errorf("%s: %s: %w", s.about, name, err)
		if s.unreachable == nil || s.unreachable.Error() > fault.Error() { // whichever worker was first
			s.unreachable = fault
		}
	}
	return text, err
}

// treeBeside is the files around a spec of a revision.
type treeBeside struct {
	side *diffSide
	// here is the working directory, and spec the spec, from the top of the repository.
	here, spec string
}

// Include opens a file from below the nearest config at or above the spec, as on the
// disk, or from anywhere in the repository where there is none.
func (t *treeBeside) Include(name string) (*source.File, error) {
	top := path.Dir(t.spec)
	for top != "." && !t.side.tree.Has(path.Join(top, config.Name)) {
		top = path.Dir(top)
	}
	return t.open(top, name)
}

// Config opens a file from below the spec's folder.
func (t *treeBeside) Config(name string) (*source.File, error) {
	return t.open(path.Dir(t.spec), name)
}

func (t *treeBeside) open(top, name string) (*source.File, error) {
	full := path.Join(t.here, name)
	if !filepath.IsLocal(full) || top != "." && !strings.HasPrefix(full, top+"/") {
		return nil, source.ErrOutside
	}
	text, err := t.side.read(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("there is no such file")
	case errors.Is(err, git.ErrLink):
		return nil, source.ErrOutside
	case err != nil:
		return nil, err
	}
	within, err := filepath.Rel(t.side.tree.Real(top), t.side.tree.Real(full))
	if err != nil || !filepath.IsLocal(within) {
		return nil, source.ErrOutside
	}
	return source.NewFile(name, text), nil
}
