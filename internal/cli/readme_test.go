package cli

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the output shown in README.md")

// console is an example: a command, and behind it what it prints.
var console = regexp.MustCompile("(?s)```console\n\\$ rackvet ([^\n]*)\n(.*?)```")

// What README.md shows is what a user sees.
func TestReadmeShowsWhatCommandsPrint(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	run := func(example string, worst int) string {
		examples++
		m := console.FindStringSubmatch(example)
		var out bytes.Buffer
		code := Main(strings.Fields(m[1]), Process{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, Getenv: func(string) string { return "" }})
		if code > worst {
			t.Errorf("rackvet %s exits with %d:\n%s", m[1], code, out.String())
		}
		return "```console\n$ rackvet " + m[1] + "\n" + out.String() + "```"
	}
	before, section, after := walkIn(t, string(text))
	fresh := console.ReplaceAllStringFunc(before, func(example string) string { return run(example, ExitFail) })
	fresh += walk(t, section, func(example string) string { return run(example, ExitPass) })
	fresh += console.ReplaceAllStringFunc(after, func(example string) string { return run(example, ExitFail) })
	if examples < 2 {
		t.Errorf("README.md has %d examples", examples)
	}
	if *update {
		if err := os.WriteFile("README.md", []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(fresh, string(text)); diff != "" {
		t.Errorf("README.md is stale, run go test ./internal/cli -update (-real +shown):\n%s", diff)
	}
}
