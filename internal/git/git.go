// Package git asks the git program about a repository. Nothing is checked out,
// and nothing is written.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rackvet/rackvet/internal/source"
)

// Repo is a repository with a working tree.
type Repo struct {
	// Root is the top folder of the working tree.
	Root string
}

// ErrNone says that there is no git to ask.
var ErrNone = errors.New("git is not installed")

// Open finds the repository that a folder is in.
func Open(ctx context.Context, dir string) (*Repo, error) {
	out, err := run(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	return &Repo{Root: filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))}, nil
}

// isShallow is why a revision is not found, and what helps.
const isShallow = "the clone is shallow, fetch it with its history (git fetch --unshallow)"

// Resolve gives the commit that a revision names.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	out, err := run(ctx, r.Root, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if shallow, _ := r.shallow(ctx); shallow {
		return "", fmt.Errorf("revision %q is not known here: %s", rev, isShallow)
	}
	if _, err := run(ctx, r.Root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"); err != nil {
		return "", fmt.Errorf("revision %q is not known here: there is no commit yet on this branch", rev)
	}
	return "", fmt.Errorf("revision %q is not known here", rev)
}

// Prefix is the path of a folder from the top of the working tree, with a slash
// behind it; "" for the top itself.
func (r *Repo) Prefix(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "rev-parse", "--show-prefix")
	return strings.TrimSuffix(string(out), "\n"), err
}

func (r *Repo) shallow(ctx context.Context) (bool, error) {
	out, err := run(ctx, r.Root, "rev-parse", "--is-shallow-repository")
	return strings.TrimSpace(string(out)) == "true", err
}

// Parted gives the commit from which two revisions went their ways.
func (r *Repo) Parted(ctx context.Context, a, b string) (string, error) {
	one, err := r.Resolve(ctx, a)
	if err != nil {
		return "", err
	}
	other, err := r.Resolve(ctx, b)
	if err != nil {
		return "", err
	}
	return r.parted(ctx, a, one, b, other)
}

// parted is Parted of revisions whose commits are known.
func (r *Repo) parted(ctx context.Context, a, one, b, other string) (string, error) {
	base, err := run(ctx, r.Root, "merge-base", one, other)
	if err != nil {
		if shallow, _ := r.shallow(ctx); shallow {
			return "", fmt.Errorf("%q and %q have no common commit here: %s", a, b, isShallow)
		}
		return "", fmt.Errorf("%q and %q have no commit in common", a, b)
	}
	return strings.TrimSpace(string(base)), nil
}

// Same reports whether two working trees are of one repository.
func (r *Repo) Same(ctx context.Context, other *Repo) bool {
	if r.Root == other.Root {
		return true
	}
	dir := func(r *Repo) string {
		out, err := run(ctx, r.Root, "rev-parse", "--git-common-dir")
		if err != nil {
			return ""
		}
		path := filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))
		if !filepath.IsAbs(path) { // as seen from where git was asked
			path = filepath.Join(r.Root, path)
		}
		return source.RealPath(path)
	}
	own := dir(r)
	return own != "" && own == dir(other)
}

// command is git with arguments, ready to run, and what it will say on standard
// error. Its configuration can't make it call other programs: no pager, no editor,
// no file system monitor, no external diff. Nor may it reach for the network, as it
// does for what a partial clone lacks.
func command(ctx context.Context, dir string, args ...string) (*exec.Cmd, *bytes.Buffer, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, nil, ErrNone
	}
	c := exec.CommandContext(ctx, path, append([]string{"--no-pager", "-c", "core.quotepath=off", "-c", "core.fsmonitor=false", "-c", "diff.external="}, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "LC_ALL=C")
	errs := new(bytes.Buffer)
	c.Stderr = errs
	return c, errs, nil
}

// run gives what git prints.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	c, errs, err := command(ctx, dir, args...)
	if err != nil {
		return nil, err
	}
	out, err := c.Output()
	if err != nil {
		return nil, cause(ctx, args[0], errs, err)
	}
	return out, nil
}

// cause says why a command failed, in git's words where it has some.
func cause(ctx context.Context, name string, errs *bytes.Buffer, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
	text = strings.TrimPrefix(text, "fatal: ")
	if text == "" {
		text = err.Error()
	}
	return fmt.Errorf("git %s: %s", name, text)
}
