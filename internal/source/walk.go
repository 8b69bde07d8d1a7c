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
// all specs below them, without dot-files and those that skip says; nil skips none.
// Links are followed, circles survived, and each file is listed once, under the first
// of its names in order that is not skipped. The second list is of directories that
// could not be read. A path that does not exist is an error.
func Walk(paths []string, skip func(path string) bool) ([]Found, []error, error) {
	w := &walker{skip: skip, seen: map[string]bool{}, visits: map[string]int{}}
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

// maxNames bounds the names under which a directory is walked: links may lead from
// each of many to all others.
const maxNames = 32

type walker struct {
	skip    func(path string) bool
	seen    map[string]bool // by real path
	visits  map[string]int  // of directories, by real path
	skipped int
	found   []Found
	unread  []error
}

// realPath is where a path leads, under one name.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return path
	}
	return real
}

func (w *walker) file(path string, named bool) {
	if !named && w.skip != nil && w.skip(filepath.ToSlash(path)) {
		w.skipped++
		return
	}
	if real := realPath(path); !w.seen[real] {
		w.seen[real] = true
		w.found = append(w.found, Found{Path: filepath.ToSlash(path), Named: named})
	}
}

func (w *walker) directory(dir string) {
	real := realPath(dir)
	if w.seen[real] {
		return
	}
	w.seen[real] = true
	w.visits[real]++
	skipped := w.skipped
	defer func() { // what was skipped here may not be under another name
		w.seen[real] = w.skipped == skipped || w.visits[real] >= maxNames
	}()
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
