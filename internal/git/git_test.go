package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
)

// repository is a new one with one commit.
func repository(t *testing.T) *Repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "a")
		t.Setenv("GIT_"+name+"_EMAIL", "a@example.org")
	}
	if err := os.WriteFile(filepath.Join(dir, "a.hcl"), []byte("one\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"commit", "-q", "-m", "one"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestChangedListsWhatIsNotCommittedToo(t *testing.T) {
	r := repository(t)
	for name, text := range map[string]string{"a.hcl": "two\n", "ü b.hcl": "new\n"} {
		if err := os.WriteFile(filepath.Join(r.Root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := r.Changed(t.Context(), "main")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := got.Differs[filepath.Join(r.Root, "a.hcl")]; !ok || len(got.Differs) != 1 || !got.New[filepath.Join(r.Root, "ü b.hcl")] || len(got.New) != 1 {
		t.Errorf("changed are %+v", got)
	}
}

func TestChangedTellsWhatBecameOfIt(t *testing.T) {
	r := repository(t)
	r.commit(t, map[string]string{".gitignore": "out/\n", "b.hcl": "b", "link": "-> a.hcl"})
	for _, name := range []string{"b.hcl", "link"} {
		if err := os.Remove(filepath.Join(r.Root, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{"out", "new/deep"} {
		if err := os.MkdirAll(filepath.Join(r.Root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(r.Root, dir, "c.hcl"), []byte("c"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := r.Changed(t.Context(), "main")
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(r.Root, name) }
	want := &Changes{
		Differs: map[string]Change{at("b.hcl"): {Gone: true}, at("link"): {Gone: true, Led: true}},
		New:     map[string]bool{at("new"): true}, Ignored: map[string]bool{at("out"): true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("changed are %+v, want %+v", got, want)
	}
}

func TestRevisionsThatLookLikeOptionsAreNone(t *testing.T) {
	r := repository(t)
	for _, rev := range []string{"--all", "-h", "", "main^{tree}", "nowhere", "main\x00", "$(true)"} {
		if got, err := r.Changed(t.Context(), rev); err == nil {
			t.Errorf("%q gives %+v", rev, got)
		}
	}
}

func TestWithoutGitItIsSaid(t *testing.T) {
	t.Setenv("PATH", "")
	if _, err := Open(t.Context(), "."); !errors.Is(err, ErrNone) {
		t.Errorf("the error is %v", err)
	}
}
