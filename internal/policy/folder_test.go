package policy

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// entry is a member of an archive.
type entry struct {
	name string
	text string
	kind byte // a regular file where it is 0
	link string
	size int64 // what the header says, where it is not what text has
}

// tarball packs entries.
func tarball(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	tw := tar.NewWriter(gz)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Typeflag: e.kind, Linkname: e.link, Mode: 0o644, Size: int64(len(e.text))}
		if e.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if e.size > 0 {
			h.Size = e.size
		}
		if err := tw.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(tw, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := tw.Flush(); err != nil && !slices.ContainsFunc(entries, func(e entry) bool { return e.size > 0 }) {
		t.Fatal(err)
	}
	tw.Close() // which complains of what is missing
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestBundlesThatAreRefused(t *testing.T) {
	whole := tarball(t, entry{name: "a.rego", text: "package a\n"})
	var zeros bytes.Buffer
	gz := gzip.NewWriter(&zeros)
	for range maxUnpacked>>20 + 1 {
		gz.Write(make([]byte, 1<<20)) // into memory, which does not fail
	}
	gz.Close()
	var many []entry
	for i := range 5 {
		many = append(many, entry{name: string(rune('a'+i)) + ".rego", text: strings.Repeat("#", maxRegoFile)})
	}
	var large []entry
	for i := range 5 {
		large = append(large, entry{name: string(rune('a'+i)) + "/data.json", text: strings.Repeat(" ", maxSourceFile)})
	}
	for _, tc := range []struct {
		name string
		text []byte
		want string
	}{
		{"nothing", nil, "it is no bundle: EOF"},
		{"no archive", []byte("package a\n"), "it is no bundle"},
		{"an archive that ends in the middle", whole[:len(whole)-12], "it is no bundle: unexpected EOF"},
		{"gzip of no archive", zip(t, []byte("package a\n")), "it is no bundle"},
		{"an entry that ends in the middle", tarball(t, entry{name: "a.rego", text: "package", size: 100}), "it is no bundle"},
		{"a path that leads out", tarball(t, entry{name: "../a.rego", text: "package a\n"}), "it holds a file outside of it: "},
		{"a path that leads out by a detour", tarball(t, entry{name: "a/b/../../../a.rego", text: "package a\n"}), "it holds a file outside of it: "},
		{"64 KiB that unpack to 65 MiB", zeros.Bytes(), "it unpacks to more than 64 MiB"},
		{"an entry of five megabytes", tarball(t, entry{name: "data.json", text: strings.Repeat(" ", 5<<20)}), "it is no bundle"},
		{"Rego of a megabyte", tarball(t, entry{name: "a.rego", text: strings.Repeat("#", 1<<20)}), "b.tar.gz/a.rego is larger than 512 KiB"},
		{"Rego of 2.5 megabytes in all", tarball(t, many...), "b.tar.gz holds more than 2 MiB of Rego"},
		{"data of 20 megabytes in all", tarball(t, large...), "it holds more than 16 MiB"},
		{"a file twice", tarball(t, entry{name: "a.rego", text: "package a\n"}, entry{name: "a.rego", text: "package b\n"}), "b.tar.gz holds a.rego twice"},
		{"holes of many gigabytes", sparse(t, 20_000), "it holds more than 16 MiB"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := ReadBundle("b.tar.gz", tc.text)
			has(t, err, tc.want)
			if f != nil {
				t.Errorf("it gives %d files", len(f.Files))
			}
		})
	}
}

func TestAFileOfHolesIsAsLargeAsItSays(t *testing.T) {
	text := sparse(t, 1)
	f, err := ReadBundle("b.tar.gz", text)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 1000 || len(f.Files["data.json"]) != 4<<20 {
		t.Errorf("%d bytes make %d", len(text), len(f.Files["data.json"]))
	}
}

func TestBundlesAreReadAsTheirFoldersWouldBe(t *testing.T) {
	f, err := ReadBundle("b.tar.gz", tarball(t,
		entry{name: "./a/b.rego", text: "package a\n"},
		entry{name: "/c.rego", text: "package c\n"},
		entry{name: strings.Repeat("d/", 100) + "data.json", text: "{}"},
		entry{name: "notes.txt", text: "none of ours"},
		entry{name: "e", kind: tar.TypeDir},
		entry{name: "passwd.rego", kind: tar.TypeSymlink, link: "/etc/passwd"},
		entry{name: "shadow.rego", kind: tar.TypeLink, link: "/etc/shadow"},
		entry{name: "null.rego", kind: tar.TypeChar},
		entry{name: ".manifest", text: "{}"},
	))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a/b.rego", "c.rego", strings.Repeat("d/", 100) + "data.json"}
	if got := slices.Sorted(maps.Keys(f.Files)); !slices.Equal(got, want) {
		t.Errorf("it holds %q", got)
	}
}

func zip(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	if _, err := gz.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sparse is an archive of n files of 4 MiB each that are but holes: a kilobyte or two
// in the archive.
func sparse(t testing.TB, n int) []byte {
	t.Helper()
	// The writer makes none, so that the records of one are put in place by hand.
	var one bytes.Buffer
	tw := tar.NewWriter(&one)
	header := &tar.Header{Name: "data.json", Mode: 0o644, Size: 512, Typeflag: tar.TypeReg, Format: tar.FormatPAX,
		PAXRecords: map[string]string{"XXX.sparse.major": "1", "XXX.sparse.minor": "0", "XXX.sparse.name": "data.json", "XXX.sparse.realsize": "4194304"}}
	if err := tw.WriteHeader(header); err != nil {
		t.Fatal(err)
	}
	if _, err := tw.Write(append([]byte("1\n4194304\n0\n"), make([]byte, 500)...)); err != nil {
		t.Fatal(err)
	}
	if err := tw.Flush(); err != nil {
		t.Fatal(err)
	}
	member := bytes.ReplaceAll(one.Bytes(), []byte("XXX.sparse"), []byte("GNU.sparse"))
	var all bytes.Buffer
	gz := gzip.NewWriter(&all)
	for range n {
		gz.Write(member) // into memory, which does not fail
	}
	gz.Write(make([]byte, 1024))
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	return all.Bytes()
}

// write puts files under a folder.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
