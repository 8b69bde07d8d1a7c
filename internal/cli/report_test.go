package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// passes runs a command from within the test, and wants it to pass.
func passes(t *testing.T, args ...string) string {
	t.Helper()
	var out, said bytes.Buffer
	p := Process{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said, Getenv: func(string) string { return "" }}
	if code := Main(args, p); code != ExitPass {
		t.Fatalf("rackvet %s exited with %d: %s", strings.Join(args, " "), code, said.String())
	}
	return out.String()
}

// sums are digests of what changes with every rule and every part: a golden report
// has none.
var sums = regexp.MustCompile("`[0-9a-f]{64}`")

// The reports of the builds in specs are what a reviewer is to read of them.
// RACKVET_UPDATE=1 rewrites them.
func TestReportsOfTheSpecs(t *testing.T) {
	goldens, err := filepath.Abs("testdata/report")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	n := 0
	err = filepath.WalkDir("specs", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".hcl" || strings.HasPrefix(path, filepath.Join("specs", "organisation")) {
			return err
		}
		n++
		args := []string{"report", "--no-config", "--effective-time", "2100-01-01", path}
		got := sums.ReplaceAllString(passes(t, append(args, "--format", "markdown")...), "`…`")
		golden := filepath.Join(goldens, strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(path), ".hcl"), "/", "_")+".md")
		if os.Getenv("RACKVET_UPDATE") != "" {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				return err
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			return err
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("the report of %s differs (-want +got), rerun with RACKVET_UPDATE=1 if that is meant:\n%s", path, diff)
		}
		if page := passes(t, args...); !strings.Contains(page, "<title>Pass: ") || strings.Contains(page, "ZgotmplZ") {
			t.Errorf("the page of %s has not the verdict, or something that a page can't have", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := os.ReadDir(goldens); err != nil || n != len(kept) {
		t.Errorf("there are %d specs, and reports of %d: %v", n, len(kept), err)
	}
}

func TestTheReportOfManyServersStaysSmall(t *testing.T) {
	spec, err := os.ReadFile("../../specs/pretrain-cluster.hcl")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for i := range 200 {
		named := bytes.ReplaceAll(spec, []byte(`"pretrain-cluster"`), fmt.Appendf(nil, `"pretrain-%d"`, i))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.hcl", i)), named, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page := passes(t, "report", "--no-config", dir)
	if n := strings.Count(page, `<article class="server"`); n != 200 || len(page) > 5_000_000 {
		t.Errorf("the page has %d servers and %d bytes", n, len(page))
	}
}
