package cli

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rackvet/rackvet/internal/diff"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/gate"
	"github.com/rackvet/rackvet/internal/git"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

// The kinds of sides.
const (
	revision = "revision"
	folder   = "folder"
	oneFile  = "file"
	artefact = "artefact"
)

// diffSide is one of the two sides: files to judge, or what a gate recorded.
type diffSide struct {
	about  report.DiffSide
	files  []lint.File
	unread []finding.Result
	// name is what a file is called on both sides.
	name func(file string) string
	tree *git.Tree // nil but for a revision
	// unreachable is the first file that git could not give.
	mu          sync.Mutex
	unreachable error
	// recorded and settings are those of an artefact, nil else.
	recorded *diff.Side
	settings *gate.Settings
}

func (s *diffSide) close() {
	if s != nil && s.tree != nil {
		s.tree.Close()
	}
}

// sides finds the two sides that arguments name.
func (f *diffFlags) sides(ctx context.Context, p Process, args, paths []string) (base, head *diffSide, err error) {
	names, err := sideNames(args)
	if err != nil {
		return nil, nil, err
	}
	scope := &diffScope{paths: paths, met: map[string]bool{}}
	repo, noRepo := git.Open(ctx, ".")
	if noRepo == nil {
		if scope.repo, noRepo = repo, scope.locate(ctx); noRepo != nil {
			return nil, nil, usage("%w", noRepo)
		}
	}
	var kinds [2]string
	for i, name := range names {
		if kinds[i], err = kindOf(ctx, repo, noRepo, name); err != nil {
			return nil, nil, err
		}
	}
	if err := scope.settle(ctx, kinds, names); err != nil {
		return nil, nil, err
	}
	var found [2]*diffSide
	for i, name := range names {
		about := report.DiffSide{Name: name, Kind: kinds[i]}
		switch kinds[i] {
		case revision:
			found[i], err = f.revision(ctx, scope, about)
		case folder:
			found[i], err = f.folder(p, scope, about)
		case oneFile:
			found[i], err = f.file(p, about)
		case artefact:
			found[i], err = scope.artefact(ctx, about)
		}
		if err != nil {
			found[0].close()
			return nil, nil, err
		}
	}
	for _, path := range paths {
		if !scope.met[path] {
			found[0].close()
			found[1].close()
			return nil, nil, usage("%s is neither in %s nor in %s", path, found[0].about, found[1].about)
		}
	}
	if kinds[0] == oneFile { // called alike: that it has two names does not mean that it moved
		found[0].name = func(file string) string {
			if file == filepath.ToSlash(names[0]) {
				file = names[1]
			}
			return filepath.ToSlash(file)
		}
	}
	return found[0], found[1], nil
}

// sideNames gives the names of both sides: A B, A..B, or A alone, which is compared
// with the working directory. A...B keeps its dots, which are read later.
func sideNames(args []string) ([2]string, error) {
	var none [2]string
	switch len(args) {
	case 0:
		return none, usage("say what to compare: rackvet diff BASE [HEAD], as rackvet diff main")
	case 1, 2:
	default:
		return none, usage("there are %d sides: paths to compare stand behind --, as rackvet diff %s %s -- %s", len(args), args[0], args[1], strings.Join(args[2:], " "))
	}
	for _, a := range args {
		if a == "" {
			return none, usage("the name of a side is empty")
		}
		if a == "-" {
			return none, usage("standard input can't be compared: write it to a file")
		}
	}
	if len(args) == 2 {
		return [2]string{args[0], args[1]}, nil
	}
	if _, err := os.Lstat(args[0]); err == nil || pathlike(args[0]) {
		return [2]string{args[0], "."}, nil
	}
	for _, dots := range []string{"...", ".."} {
		if a, b, ok := strings.Cut(args[0], dots); ok {
			if a == "" {
				a = "HEAD"
			}
			if b == "" {
				b = "HEAD"
			}
			if dots == "..." {
				a += "..." + b
			}
			return [2]string{a, b}, nil
		}
	}
	return [2]string{args[0], "."}, nil
}

// kindOf says what a name is. What is a path and a revision at once is neither.
func kindOf(ctx context.Context, repo *git.Repo, noRepo error, name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrPermission):
		return "", usage("%w", err)
	case err != nil && pathlike(name):
		return "", usage("there is no file or folder %q", name)
	case err != nil && repo == nil:
		return "", usage("there is no file or folder %q, and no revision of that name: %w", name, noRepo)
	case err != nil:
		return revision, nil
	}
	if !pathlike(name) && repo != nil {
		if _, err := repo.Resolve(ctx, name); err == nil {
			clean := filepath.ToSlash(name)
			return "", usage("%q is a revision and a path: write ./%s for the path, or refs/heads/%s for a branch", name, clean, clean)
		}
	}
	switch {
	case info.IsDir():
		return folder, nil
	case source.IsSpecName(name):
		return oneFile, nil
	case strings.HasSuffix(name, ".json"):
		return artefact, nil
	}
	return "", usage("%s is no folder, no spec (*.hcl) and no artefact of a gate (*.json)", name)
}

// pathlike reports whether a name can only be meant as a path.
func pathlike(name string) bool {
	clean := filepath.ToSlash(name)
	for _, start := range []string{"./", "../", "/"} {
		if strings.HasPrefix(clean, start) {
			return true
		}
	}
	return clean == "." || clean == ".." || strings.HasSuffix(clean, "/") || filepath.IsAbs(name) || source.IsSpecName(name) || strings.HasSuffix(name, ".json")
}

// folder is the files of a folder.
func (f *diffFlags) folder(p Process, s *diffScope, about report.DiffSide) (*diffSide, error) {
	dir := path.Clean(filepath.ToSlash(about.Name))
	var roots []string
	for _, x := range s.paths {
		root := path.Join(dir, filepath.ToSlash(x))
		if _, err := os.Stat(root); err != nil {
			continue // the other side may have it
		}
		s.met[x] = true
		roots = append(roots, root)
	}
	if len(s.paths) == 0 {
		roots = []string{dir}
	}
	top, err := filepath.Abs(filepath.FromSlash(dir))
	if err != nil {
		return nil, usage("%w", err)
	}
	side := &diffSide{about: about, name: func(file string) string {
		abs, err := filepath.Abs(filepath.FromSlash(file))
		if file == "" || err != nil {
			return file
		}
		return relativeTo(top, abs)
	}}
	if len(roots) == 0 {
		return side, nil
	}
	side.files, side.unread, err = find(p, f.input, roots)
	return side, err
}

// file is one spec.
func (f *diffFlags) file(p Process, about report.DiffSide) (*diffSide, error) {
	side := &diffSide{about: about, name: filepath.ToSlash}
	var err error
	side.files, side.unread, err = find(p, f.input, []string{about.Name})
	return side, err
}
