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

// Walk lists the files that paths name: files as they are, and of directories
// all specs below them, dot-files left out. Links are followed, circles
// survived, and each file is listed once, under the first of its names in
// order. The second list is of directories that could not be read. A path that
// does not exist is an error.
func Walk(paths []string) ([]Found, []error, error) {
	w := &walker{seen: map[string]bool{}}
	sorted := slices.Clone(paths)
	slices.Sort(sorted)
	var dirs []string
	for _, p := range sorted { // files first, so that being named counts
		info, err := os.Stat(p)
		switch {
		case err != nil:
			return nil, nil, plain(err)
		case info.IsDir():
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

type walker struct {
	seen   map[string]bool // by real path
	found  []Found
	unread []error
}

// once reports whether a path is met for the first time, by any of its names.
func (w *walker) once(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		real = path
	}
	if w.seen[real] {
		return false
	}
	w.seen[real] = true
	return true
}

func (w *walker) file(path string, named bool) {
	if w.once(path) {
		w.found = append(w.found, Found{Path: filepath.ToSlash(path), Named: named})
	}
}

func (w *walker) directory(dir string) {
	if !w.once(dir) {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.unread = append(w.unread, plain(err))
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		path, mode := filepath.Join(dir, e.Name()), e.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := os.Stat(path)
			if err != nil {
				if IsSpecName(path) {
					w.file(path, false) // reading it says what is wrong
				}
				continue
			}
			mode = info.Mode().Type()
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
