package source

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPositions(t *testing.T) {
	for name, tt := range map[string]struct {
		text   string
		offset int
		want   Pos
	}{
		"the start":                     {"ab\ncd", 0, Pos{1, 1, 0}},
		"a second line":                 {"ab\ncd", 4, Pos{2, 2, 4}},
		"behind CR LF":                  {"ab\r\ncd", 4, Pos{2, 1, 4}},
		"a wide letter is one column":   {"显x", 3, Pos{1, 2, 3}},
		"a tab is one column":           {"\tx", 1, Pos{1, 2, 1}},
		"the end":                       {"ab\n", 3, Pos{2, 1, 3}},
		"past the end":                  {"ab", 99, Pos{1, 3, 2}},
		"before the start":              {"ab", -5, Pos{1, 1, 0}},
		"bytes count a byte order mark": {"\xef\xbb\xbfab", 1, Pos{1, 2, 4}},
		"far in a long line":            {strings.Repeat("显x", 300), 1024, Pos{1, 513, 1024}},
		"the end of a whole stretch":    {strings.Repeat("x", 512), 512, Pos{1, 513, 512}},
		"behind a long line":            {strings.Repeat("显", 300) + "\nab", 902, Pos{2, 2, 902}},
		"an empty file":                 {"", 0, Pos{1, 1, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := NewFile("f", []byte(tt.text)).Pos(tt.offset); got != tt.want {
				t.Errorf("Pos(%d) = %v, want %v", tt.offset, got, tt.want)
			}
		})
	}
}

func TestLinesAndText(t *testing.T) {
	f := NewFile("f", []byte("\xef\xbb\xbfone\r\ntwo\nthree"))
	for n, want := range map[int]string{0: "", 1: "one", 2: "two", 3: "three", 4: ""} {
		if got := f.Line(n); got != want {
			t.Errorf("line %d is %q, want %q", n, got, want)
		}
	}
	if got := f.Text(f.Range(5, 8)); got != "two" {
		t.Errorf("the text is %q, want two", got)
	}
	if got := f.Text(Range{Start: Pos{Byte: 0}, End: Pos{Byte: 2}}); got != "" {
		t.Errorf("text inside the mark is %q", got)
	}
}

// lay makes files in a new folder and gives its path. A name that ends in a
// slash is a folder; text that starts with "-> " is a link.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(to, path)
		} else if !strings.HasSuffix(name, "/") {
			err = os.WriteFile(path, []byte(text), 0o644)
		} else {
			err = os.MkdirAll(path, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestWalk(t *testing.T) {
	dir := lay(t, map[string]string{
		"b.hcl": "", "a.hcl": "", "a.hcl.json": "{}", "notes.txt": "", "x.json": "{}", ".hidden.hcl": "", ".git/c.hcl": "",
		"sub/d.hcl": "", "sub/loop": "-> ..", "link.hcl": "-> a.hcl", "gone.hcl": "-> nowhere", "dir.hcl/e.hcl": "", "aside": "-> sub",
	})
	found, unread, err := Walk([]string{dir, filepath.Join(dir, "notes.txt"), filepath.Join(dir, "sub", "d.hcl")}, nil)
	if err != nil || len(unread) > 0 {
		t.Fatal(err, unread)
	}
	var got []string
	for _, f := range found {
		rel, err := filepath.Rel(dir, f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if f.Named {
			rel += " named"
		}
		got = append(got, filepath.ToSlash(rel))
	}
	want := []string{"a.hcl", "a.hcl.json", "b.hcl", "dir.hcl/e.hcl", "gone.hcl", "notes.txt named", "sub/d.hcl named"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
	if _, _, err := Walk([]string{filepath.Join(dir, "missing.hcl")}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing path gives %v", err)
	}
}

func TestReadLimit(t *testing.T) {
	dir := lay(t, map[string]string{"a.hcl": "0123456789", "d/": ""})
	if b, err := ReadLimit(filepath.Join(dir, "a.hcl"), 4); err != nil || string(b) != "01234" {
		t.Errorf("ReadLimit gives %q, %v; want one byte more than the limit", b, err)
	}
	if _, err := ReadLimit(filepath.Join(dir, "d"), 4); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder gives %v", err)
	}
}

func TestTreeRefusesWhatLiesOutside(t *testing.T) {
	dir := lay(t, map[string]string{
		"secret.hcl": "x", "repo/.git/": "", "repo/specs/a.hcl": "", "repo/parts.hcl": "parts",
		"repo/out.hcl": "-> ../secret.hcl", "repo/in.hcl": "-> parts.hcl", "repo/specs/d.hcl/": "",
	})
	tree, err := TreeOf(filepath.Join(dir, "repo", "specs", "a.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"repo/parts.hcl": "", "repo/in.hcl": "", "repo/specs/a.hcl": "",
		"secret.hcl": ErrOutside.Error(), "repo/out.hcl": ErrOutside.Error(), "repo/none.hcl": "there is no such file", "repo/specs/d.hcl": "it is not a regular file"} {
		f, err := tree.Open(filepath.Join(dir, path), 100)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", path, err)
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("%s gives %v, want %s", path, err, want)
		case want == "" && path == "repo/in.hcl" && string(f.Bytes) != "parts":
			t.Errorf("%s holds %q", path, f.Bytes)
		}
	}
}
