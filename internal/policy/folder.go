package policy

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/bundle"
)

// Folder is policies that are not built in: the files of a folder, a file alone,
// or what a bundle holds.
type Folder struct {
	// Name is how the user calls it: the path as written.
	Name string `json:"name"`
	// Files are what matters of it by path from its top, with forward slashes: Rego,
	// data, pages, and specs.
	Files map[string][]byte `json:"files"`
}

// The most that a source may hold.
const (
	maxSourceFile  = 4 << 20
	maxSource      = 64 << 20
	maxSourceFiles = 10_000
)

// ReadFolder reads a folder, a Rego file or a bundle (.tar.gz). Links that lead
// out of a folder are not followed, and hidden files left out.
func ReadFolder(name string) (*Folder, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file or directory", name)
	case err != nil:
		return nil, err
	case info.IsDir():
		return walkFolder(name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is neither a folder nor a regular file", name)
	case strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".tgz"):
		return readBundle(name)
	case !strings.HasSuffix(name, ".rego"):
		return nil, fmt.Errorf("%s is neither a folder nor a .rego file nor a .tar.gz bundle", name)
	case info.Size() > maxSourceFile:
		return nil, fmt.Errorf("%s is larger than 4 MiB", name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s := &Folder{Name: filepath.ToSlash(filepath.Dir(name)), Files: map[string][]byte{filepath.Base(name): text}}
	return s, nil
}

func walkFolder(name string) (*Folder, error) {
	top, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	s := &Folder{Name: filepath.ToSlash(filepath.Clean(name)), Files: map[string][]byte{}}
	total := 0
	err = fs.WalkDir(top.FS(), ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || !wanted(file):
			return nil
		}
		info, err := fs.Stat(top.FS(), file)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", path.Join(s.Name, file), err)
		case !info.Mode().IsRegular():
			return nil
		case info.Size() > maxSourceFile:
			return fmt.Errorf("%s is larger than 4 MiB", path.Join(s.Name, file))
		}
		text, err := fs.ReadFile(top.FS(), file)
		if err != nil {
			return fmt.Errorf("%s: %w", path.Join(s.Name, file), err)
		}
		if total += len(text); total > maxSource || len(s.Files) >= maxSourceFiles {
			return fmt.Errorf("%s holds more than 64 MiB or 10,000 files of policies", s.Name)
		}
		s.Files[file] = text
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// wanted are the files of a folder that policies consist of.
func wanted(file string) bool {
	switch base := path.Base(file); {
	case strings.HasSuffix(file, ".rego"), strings.HasSuffix(file, ".hcl"):
		return true
	default:
		return slices.Contains([]string{"data.json", "data.yaml", "data.yml", "README.md"}, base)
	}
}

// readBundle reads a bundle's file.
func readBundle(name string) (*Folder, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s, err := ReadBundle(filepath.ToSlash(name), text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// ReadBundle reads a bundle through OPA's own loader. It is unpacked to no more
// than a folder may hold, and paths that lead out of it are refused. Signatures are
// not looked at: a bundle is trusted as far as its folder would be, and runs in the
// same sandbox.
func ReadBundle(name string, text []byte) (*Folder, error) {
	gz, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("it is no bundle: %w", err)
	}
	// OPA's loader bounds each file, and not what all of them come to.
	n, err := io.Copy(io.Discard, io.LimitReader(gz, maxSource+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("it is no bundle: %w", err)
	case n > maxSource:
		return nil, errors.New("it holds more than 64 MiB of policies")
	}
	s := &Folder{Name: name, Files: map[string][]byte{}}
	loader := bundle.NewTarballLoaderWithBaseURL(bytes.NewReader(text), "").WithSizeLimitBytes(maxSourceFile)
	for {
		d, err := loader.NextFile()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return nil, fmt.Errorf("it is no bundle: %w", err)
		}
		if err := s.take(d); err != nil {
			return nil, err
		}
	}
}

// take adds a file of a bundle.
func (s *Folder) take(d *bundle.Descriptor) error {
	defer d.Close()
	file := path.Clean(strings.TrimPrefix(filepath.ToSlash(d.Path()), "/"))
	switch {
	case !filepath.IsLocal(filepath.FromSlash(file)):
		return fmt.Errorf("it holds a file outside of it: %s", d.Path())
	case !wanted(file):
		return nil
	case len(s.Files) >= maxSourceFiles:
		return errors.New("it holds more than 10,000 files")
	}
	var b bytes.Buffer
	if _, err := d.Read(&b, maxSourceFile); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", file, err)
	}
	s.Files[file] = b.Bytes()
	return nil
}
