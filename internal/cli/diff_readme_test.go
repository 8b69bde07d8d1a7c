package cli

import (
	"os"
	"strings"
	"testing"
)

// The diff that README.md shows needs a repository: a script makes it, and holds
// what it prints.
func TestReadmeShowsADiff(t *testing.T) {
	const readme, command = "../../README.md", "$ rackvet diff main...larger --only headroom/gpu-memory,ratio/host-memory\n"
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("testdata/script/diff_readme.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(script), "\n-- want --\n")
	want, _, more := strings.Cut(rest, "-- specs/pretrain.hcl --\n")
	before, rest, shown := strings.Cut(string(text), command)
	got, after, ends := strings.Cut(rest, "```")
	if !ok || !more || !shown || !ends || !strings.Contains(string(script), "exec "+strings.TrimPrefix(command, "$ ")) {
		t.Fatalf("README.md or the script does not have %q", command)
	}
	if *update && got != want {
		if err := os.WriteFile(readme, []byte(before+command+want+"```"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("README.md shows\n%s\nand the script prints\n%s\nrun go test ./internal/cli -update", got, want)
	}
}
