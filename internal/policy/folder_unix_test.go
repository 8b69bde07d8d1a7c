//go:build unix

package policy

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestAPipeIsNotOpened(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "data.json"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := ReadFolder(dir)
	has(t, err, "/data.json is not a regular file")
	if err := os.Rename(filepath.Join(dir, "data.json"), filepath.Join(dir, "b.tar.gz")); err != nil {
		t.Fatal(err)
	}
	_, err = ReadFolder(filepath.Join(dir, "b.tar.gz"))
	has(t, err, "is neither a folder nor a regular file")
}
