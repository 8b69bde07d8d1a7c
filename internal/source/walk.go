package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Found is a file to look at.
type Found struct {
	// Path is as given, or below the directory that was given.
	Path string
	// Named says that the file itself was given, and not a directory above it.
	Named bool
}

// Place is what a walk goes over. Its errors say of which path they are.
type Place interface {
	// Type is of what a path leads to, links followed.
	Type(path string) (fs.FileMode, error)
	// Real is where it leads, under one name.
	Real(path string) string
	// List is what lies in a directory, by name.
	List(dir string) ([]fs.DirEntry, error)
}

// disk is the place where files are.
type disk struct{}

func (disk) Type(path string) (fs.FileMode, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, plain(err)
	}
	return info.Mode().Type(), nil
}

func (disk) Real(path string) string { return RealPath(path) }

// RealPath is an absolute path without links; where nothing is, links stay.
func RealPath(path string) string {
	path = filepath.FromSlash(path)
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	return abs
}

func (disk) List(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	return entries, plain(err)
}

// Walk lists the files of the disk that paths name, as WalkIn does.
func Walk(paths []string, skip func(path string) bool) ([]Found, []error, error) {
	return WalkIn(disk{}, paths, skip)
}

// WalkIn lists the files that paths name: files as they are, and of directories
// all specs below them, without dot-files and those that skip says; nil skips none.
// Links are followed, circles survived, and each file is listed once, under the first
// of its names in order that is not skipped. The second list is of directories that
// could not be read. A path that does not exist is an error.
func WalkIn(place Place, paths []string, skip func(path string) bool) ([]Found, []error, error) {
	w := &walker{place: place, skip: skip, seen: map[string]bool{}, visits: map[string]int{}}
	sorted := slices.Clone(paths)
	slices.Sort(sorted)
	var dirs []string
	for _, p := range sorted { // files first, so that being named counts
		mode, err := place.Type(p)
		switch {
		case err != nil:
			return nil, nil, err
		case mode.IsDir():
			dirs = append(dirs, p)
		default:
			w.file(p, true)
		}
	}
	for _, d := range dirs {
		w.directory(filepath.Clean(d))
	}
	slices.SortFunc(w.found, func(a, b Found) int { return strings.Compare(a.Path, b.Path) })
	return w.found, w.unread, nil
}

// plain says of an error what is wrong with which file, without the system call.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", filepath.ToSlash(pe.Path), pe.Err)
	}
	return err
}

// maxNames bounds the names under which a directory is walked: links may lead from
// each of many to all others.
const maxNames = 32

type walker struct {
	place   Place
	skip    func(path string) bool
	seen    map[string]bool // by real path
	visits  map[string]int  // of directories, by real path
	skipped int
	found   []Found
	unread  []error
}

func (w *walker) file(path string, named bool) {
	if !named && w.skip != nil && w.skip(filepath.ToSlash(path)) {
		w.skipped++
		return
	}
	if real := w.place.Real(path); !w.seen[real] {
		w.seen[real] = true
		w.found = append(w.found, Found{Path: filepath.ToSlash(path), Named: named})
	}
}

func (w *walker) directory(dir string) {
	real := w.place.Real(dir)
	if w.seen[real] {
		return
	}
	w.seen[real] = true
	w.visits[real]++
	skipped := w.skipped
	defer func() { // what was skipped here may not be under another name
		w.seen[real] = w.skipped == skipped || w.visits[real] >= maxNames
	}()
	entries, err := w.place.List(dir)
	if err != nil {
		w.unread = append(w.unread, err)
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		path, mode := filepath.Join(dir, e.Name()), e.Type()
		if mode&fs.ModeSymlink != 0 {
			var err error
			if mode, err = w.place.Type(path); err != nil {
				if IsSpecName(path) {
					w.file(path, false) // reading it says what is wrong
				}
				continue
			}
		}
		switch {
		case mode.IsDir():
			w.directory(path)
		case mode.IsRegular() && IsSpecName(path):
			w.file(path, false)
		}
	}
}

// IsSpecName reports whether a walk takes a file of this name.
func IsSpecName(name string) bool {
	return strings.HasSuffix(name, ".hcl") || strings.HasSuffix(name, ".hcl.json")
}

// ReadLimit reads a regular file, and one byte more than limit of it at most.
func ReadLimit(path string, limit int64) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", filepath.ToSlash(path)) // opening a pipe would hang
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	return readOpen(f, path, limit)
}

func readOpen(f *os.File, path string, limit int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, plain(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", filepath.ToSlash(path))
	}
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, plain(err)
	}
	return b, nil
}
