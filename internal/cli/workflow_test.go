package cli

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/report"
)

// workflow is what of the example matters here.
type workflow struct {
	Jobs map[string]struct {
		Steps []struct {
			Uses, Run string
			With      map[string]string
		}
	}
}

func exampleWorkflow(t *testing.T) workflow {
	t.Helper()
	var w workflow
	readYAML(t, workflowFile, &w)
	return w
}

func TestExampleWorkflowFitsTheAction(t *testing.T) {
	var a action
	readYAML(t, filepath.Join(actionDir, "action.yml"), &a)
	w := exampleWorkflow(t)
	page := read(t, filepath.Join(actionDir, "README.md"))
	ours := 0
	for _, job := range w.Jobs {
		for _, s := range job.Steps {
			name, _, _ := strings.Cut(s.Uses, "@")
			if !strings.Contains(page, s.Uses) && !strings.HasPrefix(name, "github/codeql-action/") {
				t.Errorf("README.md uses another %s", s.Uses)
			}
			if path.Clean(name) != "rackvet/rackvet/.github/actions/lint" {
				continue
			}
			ours++
			for input := range s.With {
				if _, ok := a.Inputs[input]; !ok {
					t.Errorf("the action has no input %s", input)
				}
			}
			for line := range strings.Lines(s.With["format"]) {
				format, _, _ := strings.Cut(strings.TrimSpace(line), "=")
				if words, _ := completions(t, "lint", "--format", ""); !slices.Contains(words, format) {
					t.Errorf("there is no format %s", format)
				}
			}
		}
	}
	if ours != 1 {
		t.Errorf("the workflow runs the action %d times", ours)
	}
}

// gh is a stand-in for GitHub's program: it lists what comments says, and writes
// down what it is to write.
const gh = `#!/bin/sh
case "$*" in
*--jq*) cat "$COMMENTED" ;;
*) echo "$*" >>"$WRITTEN" ;;
esac
`

// The workflow writes one comment, and the next push replaces it.
func TestExampleWorkflowReplacesItsComment(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	var script string
	for _, job := range exampleWorkflow(t).Jobs {
		for _, s := range job.Steps {
			script += s.Run
		}
	}
	if !strings.Contains(script, `startswith("`+report.MarkdownTag+`")`) {
		t.Errorf("the comment is not looked for by its tag:\n%s", script)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "gh"), []byte(gh), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ there, want string }{
		"none is there":  {"", "api --silent repos/o/r/issues/7/comments -F body=@changes.md\n"},
		"one is there":   {"https://x/comments/1\n", "api --silent --method PATCH https://x/comments/1 -F body=@changes.md\n"},
		"more are there": {"https://x/comments/1\nhttps://x/comments/2\n", "api --silent --method PATCH https://x/comments/1 -F body=@changes.md\n"},
	} {
		there, written := filepath.Join(dir, "there"), filepath.Join(t.TempDir(), "written")
		if err := os.WriteFile(there, []byte(c.there), 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.CommandContext(t.Context(), bash, "-e", "-o", "pipefail", "-c", script)
		run.Env = []string{"PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH"), "COMMENTED=" + there, "WRITTEN=" + written,
			"COMMENTS=repos/o/r/issues/7/comments", "CHANGES=changes.md"}
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		if got := read(t, written); got != c.want {
			t.Errorf("%s: gh %s, want %s", name, got, c.want)
		}
	}
}
