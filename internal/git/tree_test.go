package git

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// commit writes files into a repository and commits all there is. Text that starts
// with "-> " is a link.
func (r *Repo) commit(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(r.Root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(to, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"add", "-A"}, {"commit", "-q", "-m", "more"}} {
		if out, err := exec.Command("git", append([]string{"-C", r.Root}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

func tree(t *testing.T, r *Repo, rev string) *Tree {
	t.Helper()
	tree, err := r.Tree(t.Context(), rev)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tree.Close)
	return tree
}

// names are those in a folder of a tree.
func names(t *testing.T, tree *Tree, dir string) []string {
	t.Helper()
	entries, err := tree.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	return found
}

func TestTreeFollowsLinksWithinIt(t *testing.T) {
	r := repository(t)
	r.commit(t, map[string]string{
		"specs/link.hcl": "-> ../a.hcl", "specs/deep/b.hcl": "b", "folder": "-> specs/deep", "twice": "-> folder/../link.hcl",
		"out.hcl": "-> ../a.hcl", "root.hcl": "-> /a.hcl", "round": "-> round", "gone.hcl": "-> none.hcl",
	})
	head := tree(t, r, "HEAD")
	for name, want := range map[string]string{"specs/link.hcl": "one\n", "folder/b.hcl": "b", "twice": "one\n"} {
		if got, err := head.Read(name, 10); err != nil || string(got) != want {
			t.Errorf("%q holds %q, %v; want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]error{"out.hcl": ErrLink, "root.hcl": ErrLink, "round": ErrLink, "gone.hcl": fs.ErrNotExist, "folder/c.hcl": fs.ErrNotExist} {
		if got, err := head.Read(name, 10); !errors.Is(err, want) {
			t.Errorf("%q holds %q, %v; want %v", name, got, err, want)
		}
		if _, err := head.Type(name); !errors.Is(err, want) {
			t.Errorf("%q is of some type, %v; want %v", name, err, want)
		}
	}
	if got, want := names(t, head, "folder"), []string{"b.hcl"}; !slices.Equal(got, want) || head.Real("folder/b.hcl") != "specs/deep/b.hcl" || !head.Has("folder/b.hcl") {
		t.Errorf("in the folder are %q, want %q", got, want)
	}
}

func TestTreeIsWhatTheCommitHolds(t *testing.T) {
	r := repository(t)
	r.commit(t, map[string]string{"ü b/c\nd.hcl": "c", "empty.hcl": "", "link.hcl": "-> a.hcl", "binary": "\x00\n\xff", "a.hcl": "two\n"})
	if err := os.WriteFile(filepath.Join(r.Root, "a.hcl"), []byte("not committed"), 0o644); err != nil {
		t.Fatal(err)
	}
	head := tree(t, r, "HEAD")
	if got, want := names(t, head, "."), []string{"a.hcl", "binary", "empty.hcl", "link.hcl", "ü b"}; !slices.Equal(got, want) {
		t.Errorf("the names are %q, want %q", got, want)
	}
	if !head.Has("link.hcl") || head.Has("nothing") || len(head.Commit) != 40 {
		t.Errorf("the tree of %q is wrong about what it has", head.Commit)
	}
	for name, want := range map[string]string{"a.hcl": "two\n", "ü b/c\nd.hcl": "c", "empty.hcl": "", "binary": "\x00\n\xff"} {
		if got, err := head.Read(name, 10); err != nil || string(got) != want {
			t.Errorf("%q holds %q, %v; want %q", name, got, err, want)
		}
	}
	if got, err := tree(t, r, "HEAD~1").Read("a.hcl", 10); err != nil || string(got) != "one\n" {
		t.Errorf("before it held %q, %v", got, err)
	}
}

func TestTreeRefusesWhatIsNoFileOfIt(t *testing.T) {
	r := repository(t)
	r.commit(t, map[string]string{"link.hcl": "-> a.hcl", "out": "-> /etc/passwd", "large.hcl": strings.Repeat("x", 1<<20)})
	head := tree(t, r, "HEAD")
	for name, want := range map[string]error{"out": ErrLink, "large.hcl": ErrLarge, "none.hcl": fs.ErrNotExist, "../a.hcl": fs.ErrNotExist, "": fs.ErrNotExist} {
		if got, err := head.Read(name, 1<<10); !errors.Is(err, want) {
			t.Errorf("%q gives %d bytes, %v; want %v", name, len(got), err, want)
		}
		// What was refused leaves nothing behind in the answers to come.
		if got, err := head.Read("a.hcl", 1<<10); err != nil || string(got) != "one\n" {
			t.Errorf("after %q a.hcl holds %q, %v", name, got, err)
		}
	}
	if got, err := head.Read("large.hcl", 1<<20); err != nil || len(got) != 1<<20 {
		t.Errorf("a file of just the limit gives %d bytes, %v", len(got), err)
	}
}

func TestTreeIsReadBySeveral(t *testing.T) {
	r := repository(t)
	files := map[string]string{}
	for _, name := range []string{"b", "c", "d", "e", "f", "g"} {
		files[name+".hcl"] = strings.Repeat(name, 5000)
	}
	r.commit(t, files)
	head := tree(t, r, "HEAD")
	var wg sync.WaitGroup
	for name, want := range files {
		for range 20 {
			wg.Go(func() {
				if got, err := head.Read(name, 1<<20); err != nil || string(got) != want {
					t.Errorf("%s holds %d bytes, %v", name, len(got), err)
				}
			})
		}
	}
	wg.Wait()
}

func TestTreeOfWhatIsNoRevision(t *testing.T) {
	r := repository(t)
	for _, rev := range []string{"nowhere", "", "--all", "HEAD^{tree}", "HEAD:a.hcl", "main\x00"} {
		if _, err := r.Tree(t.Context(), rev); err == nil || !strings.Contains(err.Error(), "is not known here") {
			t.Errorf("%q gives %v", rev, err)
		}
	}
}

func TestPartedIsWhereBranchesWentTheirWays(t *testing.T) {
	r := repository(t)
	base, err := r.Resolve(t.Context(), "main")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"branch", "topic"}, {"checkout", "-q", "topic"}} {
		if out, err := exec.Command("git", append([]string{"-C", r.Root}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	r.commit(t, map[string]string{"b.hcl": "b"})
	if got, err := r.Parted(t.Context(), "main", "topic"); err != nil || got != base {
		t.Errorf("they parted at %q, %v; want %q", got, err, base)
	}
	if _, err := r.Parted(t.Context(), "main", "nowhere"); err == nil || !strings.Contains(err.Error(), `"nowhere" is not known`) {
		t.Errorf("a revision that is none gives %v", err)
	}
}

func TestWorkingTreesOfOneRepository(t *testing.T) {
	r, other := repository(t), repository(t)
	aside := filepath.Join(t.TempDir(), "aside")
	if out, err := exec.Command("git", "-C", r.Root, "worktree", "add", "-q", "--detach", aside).CombinedOutput(); err != nil {
		t.Fatalf("git worktree: %v\n%s", err, out)
	}
	tree, err := Open(t.Context(), aside)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Same(t.Context(), tree) || !tree.Same(t.Context(), r) || !r.Same(t.Context(), r) || r.Same(t.Context(), other) {
		t.Error("working trees are taken for those of other repositories")
	}
	if prefix, err := tree.Prefix(t.Context(), aside); err != nil || prefix != "" {
		t.Errorf("the top has the prefix %q, %v", prefix, err)
	}
}
