package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	dir := lay(t, map[string]string{"a.hcl": "old", "sub/link.hcl": "-> ../a.hcl", "exact.hcl": "old"})
	for name, mode := range map[string]os.FileMode{"a.hcl": 0o640, "exact.hcl": 0o606} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"sub/link.hcl", "exact.hcl"} {
		if err := Replace(filepath.Join(dir, name), []byte("new")); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{"a.hcl": 0o640, "exact.hcl": 0o606} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(text) != "new" {
			t.Errorf("%s holds %q, %v", name, text, err)
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s has mode %v, %v; want %v", name, info.Mode(), err, mode)
		}
	}
	if to, err := os.Readlink(filepath.Join(dir, "sub", "link.hcl")); err != nil || to != "../a.hcl" {
		t.Errorf("the link is %q, %v", to, err)
	}
	left(t, dir, 3)
}

func TestReplaceThatFailsLeavesTheFile(t *testing.T) {
	dir := lay(t, map[string]string{"gone.hcl": "-> nowhere"})
	if err := Replace(filepath.Join(dir, "missing.hcl"), nil); err == nil || !strings.HasSuffix(err.Error(), "missing.hcl: no such file or directory") {
		t.Errorf("a missing file gives %v", err)
	}
	if err := Replace(filepath.Join(dir, "gone.hcl"), nil); err == nil {
		t.Error("a link to nowhere is written")
	}
	left(t, dir, 1)
	if os.Geteuid() == 0 {
		t.Skip("root writes everywhere")
	}
	for name, want := range map[string]string{
		"file":   "a.hcl: it can't be written: permission denied",
		"folder": "a.hcl: its folder can't be written: permission denied",
	} {
		t.Run("a read-only "+name, func(t *testing.T) {
			dir := lay(t, map[string]string{"a.hcl": "old"})
			path, locked := filepath.Join(dir, "a.hcl"), dir
			if name == "file" {
				locked = path
			}
			if err := os.Chmod(locked, 0o555); err != nil {
				t.Fatal(err)
			}
			defer os.Chmod(locked, 0o755) // for the folder to be cleared away
			if err := Replace(path, []byte("new")); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("it gives %v, want …%s", err, want)
			}
			if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
				t.Errorf("the file holds %q, %v", text, err)
			}
			left(t, dir, 1)
		})
	}
}

// left counts the files and links below a folder: nothing may stay behind.
func left(t *testing.T, dir string, want int) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	if err != nil || n != want {
		t.Errorf("%d files are left, %v; want %d", n, err, want)
	}
}
