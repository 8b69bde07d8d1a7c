package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace gives an existing file new content, whole or not at all: what reads it
// at the same time sees the old text or the new. The mode is kept; of a link, the
// file that it leads to is replaced. A file that may not be written stays as it is,
// though its folder would let it be replaced.
func Replace(path string, content []byte) error {
	target, err := filepath.EvalSymlinks(filepath.FromSlash(path))
	if err != nil {
		return plain(err)
	}
	open, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return cause(path, "it can't be written", err)
	}
	info, err := open.Stat()
	if err = errors.Join(err, open.Close()); err != nil {
		return plain(err)
	}
	fresh, err := os.CreateTemp(filepath.Dir(target), ".rackvet-*")
	if err != nil {
		return cause(path, "its folder can't be written", err)
	}
	defer os.Remove(fresh.Name()) // in vain once it has been renamed
	_, err = fresh.Write(content)
	keepOwner(fresh, info) // before the mode, of which it may take bits
	err = errors.Join(err, fresh.Chmod(info.Mode()), fresh.Sync(), fresh.Close())
	if err == nil {
		err = os.Rename(fresh.Name(), target)
	}
	if err != nil {
		return cause(path, "it can't be written", err)
	}
	return nil
}

// cause says what failed on which file, without the names of helper files.
func cause(path, what string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	return fmt.Errorf("%s: %s: %w", filepath.ToSlash(path), what, err)
}
