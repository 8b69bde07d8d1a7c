package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strings"
	"sync"
)

// maxEntries bounds the files of a tree: some repositories hold half a million.
const maxEntries = 1 << 20

// Tree is the files of a commit as git has them: nothing is checked out, no filter
// runs, and links are followed within it. Its methods may be called by several at once.
type Tree struct {
	// Commit is the full name of the commit.
	Commit string

	files map[string]entry
	dirs  func() map[string][]string // the names in each folder

	mu    sync.Mutex
	ctx   context.Context
	repo  *Repo
	blobs *blobs            // nil until something is read
	links map[string]string // where links lead, by their ids, as they were read
	gone  error             // ErrGone once a content was not there: others won't be either
}

// entry is a file of a tree.
type entry struct {
	id   string
	link bool
}

// Tree lists the files of the commit that a revision names. The caller closes it.
// No process outlives ctx.
func (r *Repo) Tree(ctx context.Context, rev string) (*Tree, error) {
	commit, err := r.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	t := &Tree{Commit: commit, files: map[string]entry{}, links: map[string]string{}, ctx: ctx, repo: r}
	t.dirs = sync.OnceValue(t.folders)
	c, errs, err := command(ctx, r.Root, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("git ls-tree: %w", err)
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("git ls-tree: %w", err)
	}
	listed := t.list(bufio.NewReader(out))
	if listed != nil {
		_ = c.Process.Kill() // it would wait for a reader; Wait says how it ended
	}
	if err := c.Wait(); listed == nil && err != nil {
		return nil, cause(ctx, "ls-tree", errs, err)
	}
	return t, listed
}

// list reads what ls-tree prints: mode, type, id and path of each file.
func (t *Tree) list(in *bufio.Reader) error {
	for {
		line, err := in.ReadString(0)
		switch {
		case errors.Is(err, io.EOF) && line == "":
			return nil
		case err != nil:
			return fmt.Errorf("git ls-tree: %w", err)
		}
		about, name, _ := strings.Cut(strings.TrimSuffix(line, "\x00"), "\t")
		fields := strings.Fields(about)
		if len(fields) != 3 {
			return fmt.Errorf("git ls-tree: %q is no line of it", about)
		}
		if fields[1] != "blob" {
			continue // a submodule
		}
		if len(t.files) == maxEntries {
			return fmt.Errorf("the tree has more than %d files", maxEntries)
		}
		t.files[name] = entry{id: fields[2], link: fields[0] == modeLink}
	}
}

// Errors of Read that are about the file, besides fs.ErrNotExist.
var (
	ErrLink  = errors.New("it is a link out of the repository, or to nothing")
	ErrLarge = errors.New("it is too large")
)

// ErrGone says that git can't give a file that it knows of.
var ErrGone = errors.New("git does not have its content here: the clone is partial, fetch it first")

// Read gives the content of a file. One of more than limit bytes is an error.
func (t *Tree) Read(name string, limit int64) ([]byte, error) {
	real, err := t.Follow(name)
	if err != nil {
		return nil, err
	}
	e, ok := t.files[real]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return t.content(e.id, limit)
}

// content gives what git has by an id.
func (t *Tree) content(id string, limit int64) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone != nil {
		return nil, t.gone
	}
	if t.blobs == nil {
		var err error
		if t.blobs, err = t.repo.blobs(t.ctx); err != nil {
			return nil, err
		}
	}
	text, err := t.blobs.read(t.ctx, id, limit)
	if err != nil {
		// What is left of the answer is not wanted, or the process is at fault: the
		// next read starts anew.
		t.blobs.close()
		t.blobs = nil
	}
	if errors.Is(err, ErrGone) {
		t.gone = err
	}
	return text, err
}

// Err is ErrGone once git could not give a content.
func (t *Tree) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.gone
}

// Close ends what runs beside.
func (t *Tree) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.blobs != nil {
		t.blobs.close()
		t.blobs = nil
	}
}

// blobs is a git process that gives contents by their ids.
type blobs struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errs    *bytes.Buffer // to be read once the process has ended
}

func (r *Repo) blobs(ctx context.Context) (*blobs, error) {
	c, errs, err := command(ctx, r.Root, "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	in, err := c.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return &blobs{process: c, in: in, out: bufio.NewReader(out), errs: errs}, nil
}

// read asks for one content. The answer is a line with id, type and size, then the
// bytes, then the end of a line.
func (b *blobs) read(ctx context.Context, id string, limit int64) ([]byte, error) {
	_, err := io.WriteString(b.in, id+"\n")
	var head string
	if err == nil {
		head, err = b.out.ReadString('\n')
	}
	if err != nil { // it has ended, and said why
		_ = b.in.Close()
		ended := b.process.Wait()
		if strings.Contains(b.errs.String(), "promisor") {
			return nil, ErrGone
		}
		return nil, cause(ctx, "cat-file", b.errs, errors.Join(err, ended))
	}
	if strings.HasSuffix(head, " missing\n") {
		return nil, ErrGone
	}
	var size int64
	if _, err := fmt.Sscanf(head, id+" blob %d\n", &size); err != nil {
		return nil, fmt.Errorf("git cat-file: %q is no answer for %s", head, id)
	}
	if size > limit {
		return nil, fmt.Errorf("%w: %d bytes, and %d are the most", ErrLarge, size, limit)
	}
	text := make([]byte, size+1)
	if _, err := io.ReadFull(b.out, text); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return bytes.TrimSuffix(text, []byte("\n")), nil
}

func (b *blobs) close() {
	_ = b.in.Close()
	_ = b.process.Process.Kill()
	_ = b.process.Wait() // killed on purpose, or waited for before
}
