package git

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The most that is followed of links, as systems do, and the longest text of one.
const (
	maxLinks    = 40
	maxLinkText = 4096
)

// Follow gives the path that a path leads to by the links of the commit. What is not
// there has its path all the same.
func (t *Tree) Follow(name string) (string, error) {
	if name == "" || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", fs.ErrNotExist
	}
	at, rest := ".", strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		step := rest[0]
		rest = rest[1:]
		switch step {
		case "", ".":
			continue
		case "..":
			if at == "." {
				return "", ErrLink
			}
			at = path.Dir(at)
			continue
		}
		at = path.Join(at, step)
		e, ok := t.files[at]
		if !ok || !e.link {
			continue
		}
		to, err := t.link(e.id)
		switch links++; {
		case err != nil:
			return "", err
		case path.IsAbs(to) || links > maxLinks:
			return "", ErrLink
		}
		at, rest = path.Dir(at), append(strings.Split(to, "/"), rest...)
	}
	return at, nil
}

// link is where a link leads.
func (t *Tree) link(id string) (string, error) {
	t.mu.Lock()
	to, known := t.links[id]
	t.mu.Unlock()
	if known {
		return to, nil
	}
	text, err := t.content(id, maxLinkText)
	if err != nil {
		return "", err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.links[id] = string(text)
	return string(text), nil
}

// Has reports whether there is a file, a link or a folder at a path.
func (t *Tree) Has(name string) bool {
	if name != "." {
		dir, err := t.Follow(path.Dir(name))
		if err != nil {
			return false
		}
		name = path.Join(dir, path.Base(name))
	}
	_, file := t.files[name]
	return file || t.dirs()[name] != nil
}

// Type is of what a path leads to, links followed.
func (t *Tree) Type(name string) (fs.FileMode, error) {
	real, err := t.Follow(name)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	switch _, file := t.files[real]; {
	case file:
		return 0, nil
	case t.dirs()[real] != nil:
		return fs.ModeDir, nil
	}
	return 0, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

// Real is where a path leads; what leads nowhere stays.
func (t *Tree) Real(name string) string {
	if real, err := t.Follow(name); err == nil {
		return real
	}
	return name
}

// List is what lies in a folder, by name.
func (t *Tree) List(dir string) ([]fs.DirEntry, error) {
	real, err := t.Follow(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	var found []fs.DirEntry
	for _, name := range t.dirs()[real] {
		x := listed{name: name, mode: fs.ModeDir}
		if e, file := t.files[path.Join(real, name)]; file {
			if x.mode = 0; e.link {
				x.mode = fs.ModeSymlink
			}
		}
		found = append(found, x)
	}
	return found, nil
}

// folders are the names in each folder, in order.
func (t *Tree) folders() map[string][]string {
	dirs := map[string][]string{}
	met := map[string]bool{}
	for name := range t.files {
		for ; name != "." && !met[name]; name = path.Dir(name) {
			met[name] = true
			dirs[path.Dir(name)] = append(dirs[path.Dir(name)], path.Base(name))
		}
	}
	for _, names := range dirs {
		slices.Sort(names)
	}
	return dirs
}

// listed is an entry of a folder.
type listed struct {
	name string
	mode fs.FileMode
}

func (x listed) Name() string               { return x.name }
func (x listed) IsDir() bool                { return x.mode.IsDir() }
func (x listed) Type() fs.FileMode          { return x.mode }
func (x listed) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
