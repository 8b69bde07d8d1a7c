package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
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
	excluded, err := f.input.excluder()
	if err != nil {
		return nil, err
	}
	side := &diffSide{about: about, tree: tree, name: func(file string) string { return s.called(path.Join(s.here, file)) }}
	rules := map[string]bool{} // the folders that hold some
	for _, name := range tree.Names() {
		rules[path.Dir(name)] = rules[path.Dir(name)] || strings.HasSuffix(name, ".rego")
	}
	for _, name := range tree.Names() {
		taken, named := s.walks(name)
		if !named && calledExample(name) && rules[path.Dir(name)] {
			continue
		}
		seen, err := filepath.Rel("/"+s.here, "/"+name)
		if !taken || err != nil || !named && (!source.IsSpecName(name) || excluded(filepath.ToSlash(seen))) {
			continue
		}
		side.files = append(side.files, lint.File{
			Path: filepath.ToSlash(seen), Named: named, Beside: &treeBeside{side, s.here, name},
			Read: func() ([]byte, error) { return side.read(name) },
		})
	}
	return side, nil
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
	case err != nil:
		return nil, err
	}
	return source.NewFile(name, text), nil
}
