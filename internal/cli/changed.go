package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/git"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// changes is what changed since a revision, for a run to report that alone.
type changes struct {
	ctx  context.Context
	repo *git.Repo
	git  *git.Changes
	// all says that what decides changed: everything may be judged otherwise.
	all bool
	// fleet says that the fleet is another: a spec changed, or is gone.
	fleet bool

	stdin   string            // what standard input is called, "" where it is not read
	known   map[string]change // by path, as files are met
	own     map[string]bool   // by folder: whether the repository keeps account of it
	configs map[string]bool   // by folder: whether a config at or above it came or went
	unknown []string          // files that git can't tell about, as they were met
}

// change says of a file whether it changed.
type change int

const (
	same    change = iota
	changed        // or is new
	unknown        // it is none of the repository's
)

// changedSince asks git. Files that decide are the config, the policies and their like:
// one that the repository does not hold is given to the run, and no change of the
// branch. args are what the run is over.
func changedSince(ctx context.Context, rev string, decide, args []string, stdin string) (*changes, error) {
	repo, err := git.Open(ctx, ".")
	if err != nil {
		return nil, err
	}
	c := &changes{ctx: ctx, repo: repo, known: map[string]change{}, own: map[string]bool{repo.Root: true}, configs: map[string]bool{}}
	if c.git, err = repo.Changed(ctx, rev); err != nil {
		return nil, err
	}
	for _, path := range decide {
		c.all = c.all || c.of(path) == changed || c.judges(path)
	}
	if slices.Contains(args, "-") {
		c.stdin = filepath.ToSlash(stdin)
	}
	// Of a spec that is gone no server is left to say so. It may have been met by a link.
	for file, x := range c.git.Differs {
		c.fleet = c.fleet || x.Gone && source.IsSpecName(file) || x.Led
	}
	return c, nil
}

// decides reports whether a file of a folder of rules has a say in what they find, as
// pages, tests and what rules are tried on have none.
func decides(file string) bool {
	switch filepath.Ext(file) {
	case ".rego":
		return !strings.HasSuffix(file, "_test.rego")
	case ".hcl":
		return !calledExample(file)
	}
	return strings.HasPrefix(filepath.Base(file), "data.")
}

// reported reports whether a run tells of what some files went into.
func (c *changes) reported(reads []string) bool {
	told := c.all
	for _, path := range reads {
		state, met := c.known[path]
		if !met {
			if state = unknown; c.stdin == "" || path != c.stdin {
				state = c.of(path)
			}
			if c.known[path] = state; state == unknown {
				c.unknown = append(c.unknown, path)
			}
		}
		told = told || state != same
	}
	// What a spec may include ends at the nearest config.
	told = told || len(reads) > 0 && c.tops(filepath.Dir(filepath.FromSlash(reads[0])))
	c.fleet = c.fleet || told
	return told
}

// tops reports whether a config came or went that is at or above a folder.
func (c *changes) tops(dir string) bool {
	told, met := c.configs[dir]
	if abs, err := filepath.Abs(dir); !met && err == nil {
		told = slices.ContainsFunc(config.Places(source.RealPath(abs)), func(path string) bool {
			x := c.git.Differs[path]
			return x.Came || x.Gone || c.git.New[path]
		})
		c.configs[dir] = told
	}
	return told
}

// of says whether a file changed: it, or a link or a submodule on the way to it.
func (c *changes) of(path string) change {
	steps := stepsTo(path)
	state := same
	for _, s := range steps {
		if _, ok := c.git.Differs[s]; ok {
			return changed
		}
		switch {
		case c.git.New[s]:
			state = changed
		case c.git.Ignored[s] && state == same:
			state = unknown
		}
	}
	if len(steps) == 0 || !c.holds(filepath.Dir(steps[len(steps)-1])) {
		return unknown
	}
	return state
}

// holds reports whether a folder is the repository's, and not one of another that lies
// within its working tree.
func (c *changes) holds(dir string) bool {
	own, met := c.own[dir]
	if !met {
		root, ok := source.RepositoryRoot(dir)
		own = ok && (root == c.repo.Root || root != dir && c.holds(root) || root == dir && c.repo.HasSubmodule(c.ctx, dir))
		c.own[dir] = own
	}
	return own
}

// judges reports whether there is a change below a folder of rules that has a say in
// what they find.
func (c *changes) judges(folder string) bool {
	steps := stepsTo(folder)
	if len(steps) == 0 {
		return false
	}
	dir := strings.TrimSuffix(steps[len(steps)-1], string(filepath.Separator)) + string(filepath.Separator)
	for file, x := range c.git.Differs {
		if strings.HasPrefix(file, dir) && (x.Led || decides(file)) {
			return true
		}
	}
	for file := range c.git.New {
		if strings.HasPrefix(file, dir) && (isFolder(file) || decides(file)) {
			return true
		}
	}
	return false
}

// say tells what git could not.
func (c *changes) say(p Process) {
	if len(c.unknown) == 0 {
		return
	}
	first := c.unknown[0]
	if n := len(c.unknown) - 1; n > 0 {
		first = fmt.Sprintf("%s and %s", first, units.Several(n, "other file"))
	}
	fmt.Fprintf(p.Stderr, "rackvet: git can't tell whether %s changed: what it does not keep counts as changed\n", report.Escape(first))
}

// maxLinks bounds the links on the way to a file, as systems do.
const maxLinks = 40

// stepsTo are the places that lie on the way to a file, it being the last one: folders,
// and links with where they lead. What is not there has its place all the same.
func stepsTo(path string) []string {
	abs, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return nil
	}
	separator := string(filepath.Separator)
	split := func(abs string) (at string, names []string) {
		at = filepath.VolumeName(abs) + separator
		return at, strings.Split(strings.TrimPrefix(abs, at), separator)
	}
	at, rest := split(abs)
	steps := []string{at}
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			steps = append(steps, at)
			continue
		}
		next := filepath.Join(at, name)
		steps = append(steps, next)
		to, err := os.Readlink(next)
		if err != nil || links == maxLinks {
			at = next
			continue
		}
		links++
		if filepath.IsAbs(to) {
			var names []string
			at, names = split(to)
			rest = append(names, rest...)
		} else {
			rest = append(strings.Split(filepath.ToSlash(to), "/"), rest...)
		}
		steps = append(steps, at)
	}
	return steps
}
