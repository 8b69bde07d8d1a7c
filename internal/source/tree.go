package source

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Tree is a folder that included files are read from, and nothing outside it:
// not by dots in a path, and not by links.
type Tree struct{ root string }

// marks are the entries that make a folder the top of a tree.
var marks = []string{".git", ".rackvet.hcl"}

// TreeOf is the tree that a spec belongs to: the nearest folder at or above it
// that holds a repository or a config of rackvet; without one the working
// directory, where the spec lies below it; else the spec's own folder.
func TreeOf(path string) (*Tree, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(abs)
	for d := dir; ; d = filepath.Dir(d) {
		for _, m := range marks {
			if _, err := os.Lstat(filepath.Join(d, m)); err == nil {
				return &Tree{d}, nil
			}
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, dir); err == nil && filepath.IsLocal(rel) {
			return &Tree{wd}, nil
		}
	}
	return &Tree{dir}, nil
}

// TreeBelow is a folder and what lies below it.
func TreeBelow(dir string) (*Tree, error) {
	abs, err := filepath.Abs(filepath.FromSlash(dir))
	if err != nil {
		return nil, err
	}
	return &Tree{abs}, nil
}

// ErrOutside says that a path leads out of the tree.
var ErrOutside = errors.New("it lies outside what the spec may read")

// Open reads a file of the tree, one byte more than limit at most.
func (t *Tree) Open(path string, limit int64) (*File, error) {
	abs, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(t.root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return nil, ErrOutside
	}
	root, err := os.OpenRoot(t.root)
	if err != nil {
		return nil, plain(err)
	}
	defer root.Close()
	info, err := root.Stat(rel) // a pipe would hang on being opened
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errors.New("there is no such file")
	case err != nil:
		// os.Root's error for links that lead out has no exported value.
		if strings.HasSuffix(err.Error(), "path escapes from parent") {
			return nil, ErrOutside
		}
		return nil, plain(err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("it is not a regular file")
	}
	f, err := root.Open(rel)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	b, err := readOpen(f, path, limit)
	if err != nil {
		return nil, err
	}
	return NewFile(path, b), nil
}

// RepositoryRoot is the top folder of the repository that a folder is in.
func RepositoryRoot(dir string) (string, bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for d := abs; ; d = filepath.Dir(d) {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d, true
		}
		if d == filepath.Dir(d) {
			return "", false
		}
	}
}
