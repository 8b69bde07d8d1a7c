package git

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// Changes are how the working tree differs from where HEAD and a revision parted. Its
// paths are absolute. One of a folder stands for all below it: submodules, folders
// with nothing that git knows, and links.
type Changes struct {
	// Differs are those that a commit has, or that are added.
	Differs map[string]Change
	// New are those that git has not heard of, Ignored those that it is not to hear of.
	New, Ignored map[string]bool
}

// Change is what became of a file, a link or a submodule.
type Change struct {
	// Came says that there was nothing, Gone that there is nothing any more, and Led that
	// it was no file, so that what lay below it may be gone.
	Came, Gone, Led bool
}

// The modes of entries that are no files, as git writes them.
const (
	modeNone      = "000000"
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// Changed says what changed since HEAD parted from a revision, committed or not.
func (r *Repo) Changed(ctx context.Context, rev string) (*Changes, error) {
	commit, err := r.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	base, err := r.parted(ctx, rev, commit, "HEAD", "HEAD")
	if err != nil {
		return nil, err
	}
	c := &Changes{Differs: map[string]Change{}}
	if err := r.differs(ctx, base, c.Differs); err != nil {
		return nil, err
	}
	if c.New, err = r.others(ctx); err == nil {
		c.Ignored, err = r.others(ctx, "--ignored")
	}
	return c, err
}

// differs reads what git diff prints: of each entry its modes before and after, its
// ids, what became of it, and then its path.
func (r *Repo) differs(ctx context.Context, base string, into map[string]Change) error {
	out, err := run(ctx, r.Root, "diff", "--raw", "--no-renames", "--ignore-submodules=none", "-z", base, "--")
	if err != nil {
		return err
	}
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for ; len(fields) > 1; fields = fields[2:] {
		modes := strings.Fields(strings.TrimPrefix(fields[0], ":"))
		if len(modes) != 5 {
			return fmt.Errorf("git diff: %q is no line of it", fields[0])
		}
		into[r.abs(fields[1])] = Change{Came: modes[0] == modeNone, Gone: modes[1] == modeNone, Led: modes[0] == modeLink || modes[0] == modeSubmodule}
	}
	return nil
}

// others are what no commit has and nobody added.
func (r *Repo) others(ctx context.Context, which ...string) (map[string]bool, error) {
	out, err := run(ctx, r.Root, append([]string{"ls-files", "--others", "--directory", "--exclude-standard", "-z"}, which...)...)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name != "" {
			found[r.abs(strings.TrimSuffix(name, "/"))] = true
		}
	}
	return found, nil
}

func (r *Repo) abs(name string) string { return filepath.Join(r.Root, filepath.FromSlash(name)) }

// HasSubmodule reports whether a folder of the working tree is a submodule, of whose
// commit the repository keeps account.
func (r *Repo) HasSubmodule(ctx context.Context, dir string) bool {
	rel, err := filepath.Rel(r.Root, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	out, err := run(ctx, r.Root, "--literal-pathspecs", "ls-files", "--stage", "-z", "--", filepath.ToSlash(rel))
	return err == nil && strings.HasPrefix(string(out), modeSubmodule)
}
