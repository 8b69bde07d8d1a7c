package policy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFoldersThatAreRefused(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		make       func(t *testing.T, dir string) error
	}{
		{"a link that leads out", "/out.rego: path escapes from parent", func(t *testing.T, dir string) error {
			return os.Symlink("/etc/passwd", filepath.Join(dir, "out.rego"))
		}},
		{"a link that leads nowhere", "/gone.rego: no such file", func(t *testing.T, dir string) error {
			return os.Symlink("none.rego", filepath.Join(dir, "gone.rego"))
		}},
		{"links in a circle", "/round.rego: ", func(t *testing.T, dir string) error {
			return os.Symlink("round.rego", filepath.Join(dir, "round.rego"))
		}},
		{"a folder called like a file by a link", "/data.json is not a regular file", func(t *testing.T, dir string) error {
			return errors.Join(os.Mkdir(filepath.Join(dir, "x"), 0o755), os.Symlink("x", filepath.Join(dir, "data.json")))
		}},
		{"a data file without end", "/data.json is larger than 4 MiB", func(t *testing.T, dir string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, "data.json"), nil, 0o644), os.Truncate(filepath.Join(dir, "data.json"), 1<<40))
		}},
		{"Rego of a megabyte", "/a.rego is larger than 512 KiB: what is data belongs in a data file", func(t *testing.T, dir string) error {
			return os.WriteFile(filepath.Join(dir, "a.rego"), make([]byte, 1<<20), 0o644)
		}},
		{"a file that can't be read", "/secret.rego: permission denied", func(t *testing.T, dir string) error {
			notAsRoot(t)
			return os.WriteFile(filepath.Join(dir, "secret.rego"), nil, 0)
		}},
		{"a folder that can't be read", "/secret: permission denied", func(t *testing.T, dir string) error {
			notAsRoot(t)
			return os.Mkdir(filepath.Join(dir, "secret"), 0)
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, map[string]string{"good.rego": "package good\n"})
			if err := tc.make(t, dir); err != nil {
				t.Fatal(err)
			}
			_, err := ReadFolder(dir)
			has(t, err, filepath.ToSlash(dir), tc.want)
		})
	}
}

func notAsRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
}

func TestWhatIsNoFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"notes.txt": "", "b.tar.gz": "no archive"})
	for name, want := range map[string]string{
		filepath.Join(dir, "none"):      "no such file or directory",
		filepath.Join(dir, "notes.txt"): "is neither a folder nor a .rego file nor a .tar.gz bundle",
		filepath.Join(dir, "b.tar.gz"):  "b.tar.gz: it is no bundle",
		os.DevNull:                      "is neither a folder nor a regular file",
	} {
		_, err := ReadFolder(name)
		has(t, err, want)
	}
}

func TestAFolderThatNobodyMayWriteIsRead(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"in/a.rego": "package a\n", "in/.git/b.rego": "package b\n", "in/notes.txt": "none of ours", "real.rego": "package c\n"})
	if err := os.Symlink("../real.rego", filepath.Join(dir, "in", "c.rego")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"in/a.rego", "in", "."} {
		if err := os.Chmod(filepath.Join(dir, name), map[bool]os.FileMode{true: 0o444, false: 0o555}[strings.HasSuffix(name, ".rego")]); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755); os.Chmod(filepath.Join(dir, "in"), 0o755) })
	f, err := ReadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Files) != 3 || string(f.Files["in/c.rego"]) != "package c\n" {
		t.Errorf("it holds %d files, %q", len(f.Files), f.Files["in/c.rego"])
	}
}

// While files come, go, grow and turn into folders, reading gives them whole or an
// error that names one.
func TestAFolderThatChangesWhileItIsRead(t *testing.T) {
	dir := t.TempDir()
	text := "package a\n\n" + strings.Repeat("# a line of some length\n", 1000)
	done := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			name := filepath.Join(dir, fmt.Sprintf("x%d.rego", i%7))
			os.RemoveAll(name) // what fails here fails for others' sake
			switch i % 3 {
			case 0:
				os.WriteFile(name, []byte(text), 0o644)
			case 1:
				os.Mkdir(name, 0o755)
			case 2:
				os.Symlink("x0.rego", name)
			}
		}
	})
	read := 0
	for start := time.Now(); time.Since(start) < time.Second; {
		f, err := ReadFolder(dir)
		if err != nil {
			if !strings.Contains(err.Error(), filepath.ToSlash(dir)) {
				t.Errorf("it is not said which file: %v", err)
			}
			continue
		}
		read++
		for name, got := range f.Files {
			if !strings.HasPrefix(text, string(got)) {
				t.Errorf("%s holds what nobody wrote", name)
			}
		}
	}
	close(done)
	writer.Wait()
	t.Logf("read whole %d times", read)
}
