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
	// Off are the rules that were switched off where a bundle was written.
	Off []string `json:"off,omitempty"`

	size, rego int // what Files hold, and what of it is Rego to be parsed, in bytes
}

// The most that a source may hold. Rego takes some 300 times its size when it is
// parsed, which no process of its own bounds; a file of it is a page or ten.
const (
	maxSourceFile  = 4 << 20
	maxSource      = 16 << 20
	maxSourceFiles = 10_000
	maxRegoFile    = 512 << 10
	maxRego        = 2 << 20
	maxUnpacked    = 64 << 20 // of a bundle, with what is none of ours
)

// add takes a file in, or says that it is too much.
func (s *Folder) add(file string, text []byte) error {
	rego := strings.HasSuffix(file, ".rego") && !strings.HasSuffix(file, testSuffix)
	s.size += len(text)
	if rego {
		s.rego += len(text)
	}
	switch {
	case len(text) > maxSourceFile:
		return fmt.Errorf("%s is larger than 4 MiB", path.Join(s.Name, file))
	case rego && len(text) > maxRegoFile:
		return fmt.Errorf("%s is larger than 512 KiB: what is data belongs in a data file", path.Join(s.Name, file))
	case s.rego > maxRego:
		return fmt.Errorf("%s holds more than 2 MiB of Rego", s.Name)
	case s.size > maxSource:
		return fmt.Errorf("%s holds more than 16 MiB of policies and data", s.Name)
	case len(s.Files) >= maxSourceFiles:
		return fmt.Errorf("%s holds more than 10,000 files", s.Name)
	case s.Files[file] != nil:
		return fmt.Errorf("%s holds %s twice", s.Name, file)
	}
	s.Files[file] = text
	return nil
}

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
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := &Folder{Name: filepath.ToSlash(filepath.Dir(name)), Files: map[string][]byte{}}
	return s, s.read(f, filepath.Base(name))
}

// read takes in an open file, of which no more is read than it may hold.
func (s *Folder) read(f io.Reader, file string) error {
	text, err := io.ReadAll(io.LimitReader(f, maxSourceFile+1))
	if err != nil {
		return s.unreadable(file, err)
	}
	return s.add(file, text)
}

// unreadable names the file that an error is about, as the user does.
func (s *Folder) unreadable(file string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", path.Join(s.Name, file), err)
}

func walkFolder(name string) (*Folder, error) {
	top, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	s := &Folder{Name: filepath.ToSlash(filepath.Clean(name)), Files: map[string][]byte{}}
	err = fs.WalkDir(top.FS(), ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return s.unreadable(file, err)
		case file != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || !wanted(file):
			return nil
		}
		return s.open(top, file)
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// open takes in a file of a folder, or leaves out what is none: opening a pipe would
// hang.
func (s *Folder) open(top *os.Root, file string) error {
	info, err := top.Stat(file)
	if err != nil {
		return s.unreadable(file, err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path.Join(s.Name, file))
	}
	f, err := top.Open(file)
	if err != nil {
		return s.unreadable(file, err)
	}
	defer f.Close()
	return s.read(f, file)
}

// dataFiles are what files of data are called.
var dataFiles = []string{"data.json", "data.yaml", "data.yml"}

// wanted are the files of a folder that policies consist of.
func wanted(file string) bool {
	switch base := path.Base(file); {
	case strings.HasSuffix(file, ".rego"), strings.HasSuffix(file, ".hcl"):
		return true
	default:
		return base == "README.md" || slices.Contains(dataFiles, base)
	}
}

// readBundle reads a bundle's file.
func readBundle(name string) (*Folder, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxUnpacked+1))
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
// than 64 MiB, and paths that lead out of it are refused. Signatures are
// not looked at: a bundle is trusted as far as its folder would be, and runs in the
// same sandbox.
func ReadBundle(name string, text []byte) (*Folder, error) {
	if len(text) > maxUnpacked {
		return nil, errors.New("it is larger than 64 MiB")
	}
	gz, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("it is no bundle: %w", err)
	}
	// OPA's loader bounds each file, and not what all of them come to.
	n, err := io.Copy(io.Discard, io.LimitReader(gz, maxUnpacked+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("it is no bundle: %w", err)
	case n > maxUnpacked:
		return nil, errors.New("it unpacks to more than 64 MiB")
	}
	s := &Folder{Name: name, Files: map[string][]byte{}}
	var size int64 // of what is wanted; files with holes are larger than they look
	loader := bundle.NewTarballLoaderWithBaseURL(bytes.NewReader(text), "").WithSizeLimitBytes(maxSourceFile).
		WithFilter(func(file string, info os.FileInfo, _ int) bool {
			if info.IsDir() {
				return false
			}
			ours := wanted(file) || strings.Trim(filepath.ToSlash(file), "/") == manifestFile
			if ours {
				size += info.Size()
			}
			return !ours || size > maxSource
		})
	for {
		d, err := loader.NextFile()
		switch {
		case size > maxSource:
			return nil, errors.New("it holds more than 16 MiB of policies and data")
		case errors.Is(err, io.EOF):
			return s, s.unpack()
		case err != nil:
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
	if !filepath.IsLocal(filepath.FromSlash(file)) {
		return fmt.Errorf("it holds a file outside of it: %s", d.Path())
	}
	var b bytes.Buffer
	if _, err := d.Read(&b, maxSourceFile); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", file, err)
	}
	return s.add(file, b.Bytes())
}
