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

// Resolve gives the commit that a revision names.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	out, err := run(ctx, r.Root, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if shallow, _ := r.shallow(ctx); shallow {
			return "", fmt.Errorf("revision %q is not known here: the clone is shallow, fetch it with its history (git fetch --unshallow)", rev)
		}
		return "", fmt.Errorf("revision %q is not known here", rev)
	}
	return strings.TrimSpace(string(out)), nil
}

func (r *Repo) shallow(ctx context.Context) (bool, error) {
	out, err := run(ctx, r.Root, "rev-parse", "--is-shallow-repository")
	return strings.TrimSpace(string(out)) == "true", err
}

// Changed lists the files of the working tree that differ from where HEAD and a
// revision parted, those not yet committed and not yet added among them, as
// absolute paths.
func (r *Repo) Changed(ctx context.Context, rev string) ([]string, error) {
	commit, err := r.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	base, err := run(ctx, r.Root, "merge-base", commit, "HEAD")
	if err != nil {
		if shallow, _ := r.shallow(ctx); shallow {
			return nil, fmt.Errorf("%q and HEAD have no common commit here: the clone is shallow, fetch it with its history (git fetch --unshallow)", rev)
		}
		return nil, fmt.Errorf("%q and HEAD have no commit in common", rev)
	}
	differ, err := run(ctx, r.Root, "diff", "--name-only", "--no-renames", "-z", strings.TrimSpace(string(base)), "--")
	if err != nil {
		return nil, err
	}
	added, err := run(ctx, r.Root, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	var files []string
	for name := range bytes.SplitSeq(append(differ, added...), []byte{0}) {
		if len(name) > 0 {
			files = append(files, filepath.Join(r.Root, filepath.FromSlash(string(name))))
		}
	}
	return files, nil
}

// run gives what git prints. Its configuration can't make it call other programs:
// no pager, no editor, no file system monitor, no external diff.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, ErrNone
	}
	c := exec.CommandContext(ctx, path, append([]string{"--no-pager", "-c", "core.quotepath=off", "-c", "core.fsmonitor=false", "-c", "diff.external="}, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	text, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
	text = strings.TrimPrefix(text, "fatal: ")
	if text == "" {
		text = err.Error()
	}
	return nil, fmt.Errorf("git %s: %s", args[0], text)
}
