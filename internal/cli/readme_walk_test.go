package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/source"
)

// walkTitle is the section of README.md that leads step by step to a rule.
const walkTitle = "\n## Rules of your own\n"

// walkIn takes README.md apart.
func walkIn(t *testing.T, text string) (before, section, after string) {
	t.Helper()
	before, rest, ok := strings.Cut(text, walkTitle)
	if !ok {
		t.Fatal("README.md has no section on rules of one's own")
	}
	end := strings.Index(rest, "\n## ")
	return before, walkTitle + rest[:end], rest[end:]
}

var (
	// codeBlock is a block of code, with the word that stands behind its ticks.
	codeBlock = regexp.MustCompile("(?s)```([a-z]+)\n(.*?)```")
	// namedFile is a file that a step is about.
	namedFile = regexp.MustCompile("`([\\w./-]*[\\w-]+\\.(?:rego|hcl))`")
)

// walk follows the steps in an empty folder: it runs each command, and writes or
// changes the file that was named last with a slash, or as it is called in the
// folder. What it gives is the section with what the commands print.
func walk(t *testing.T, section string, run func(example string) string) string {
	t.Helper()
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(home)
	steps, changed, at := 0, 0, 0
	var fresh strings.Builder
	for _, m := range codeBlock.FindAllStringSubmatchIndex(section, -1) {
		word, body, example := section[m[2]:m[3]], section[m[4]:m[5]], section[m[0]:m[1]]
		fresh.WriteString(section[at:m[0]])
		at = m[1]
		steps++
		if word == "console" {
			fresh.WriteString(run(example))
			continue
		}
		fresh.WriteString(example)
		names := namedFile.FindAllStringSubmatch(section[:m[0]], -1)
		if len(names) == 0 {
			t.Fatalf("no file is named before\n%s", example)
		}
		changeFile(t, names[len(names)-1][1], word, body)
		changed++
	}
	// What a reader has then, fmt leaves as it is.
	if err := filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".hcl") {
			return err
		}
		text := read(t, name)
		formatted, faults := document.Format(source.NewFile(name, []byte(text)))
		if len(faults) > 0 || string(formatted) != text {
			t.Errorf("%s is not laid out as rackvet fmt does", name)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if steps < 6 || changed < 3 {
		t.Errorf("the walk has %d steps, and changes %d files", steps, changed)
	}
	return fresh.String() + section[at:]
}

// changeFile writes a file, or replaces in it what a diff does.
func changeFile(t *testing.T, name, word, body string) {
	t.Helper()
	old := read(t, name) // each was written by a command before
	if word == "diff" {
		var from, to strings.Builder
		for line := range strings.Lines(body) {
			if line[0] != '+' {
				from.WriteString(line[1:])
			}
			if line[0] != '-' {
				to.WriteString(line[1:])
			}
		}
		if strings.Count(old, from.String()) != 1 {
			t.Fatalf("%s does not have once\n%s", name, from.String())
		}
		body = strings.Replace(old, from.String(), to.String(), 1)
	}
	if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
		t.Fatal(err)
	}
}
