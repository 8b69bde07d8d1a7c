package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// The files with which other repositories run rackvet.
const (
	hooksFile    = "../../.pre-commit-hooks.yaml"
	actionDir    = "../../.github/actions/lint"
	workflowFile = "../../.github/examples/rackvet.yml"
	gitlabFile   = "../../.gitlab/rackvet.yml"
)

// action is what of action.yml matters here.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Steps []step
	}
}

type step struct {
	ID, Run, Shell string
	Env            map[string]string
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(read(t, name)), into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// flags are those of a line or a script, comments left out.
var (
	flags    = regexp.MustCompile(`(?:^|[ "'(])--([a-z][a-z-]*)`)
	comments = regexp.MustCompile(`(?m)(^|[ \t])#.*$`)
)

// checkCommand finds the command that a line runs, and looks whether it has the
// flags that stand there.
func checkCommand(t *testing.T, line string) {
	t.Helper()
	root := newRoot(Process{Getenv: func(string) string { return "" }})
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "rackvet" {
		t.Errorf("%q does not run rackvet", line)
		return
	}
	c, _, err := root.Find(words[1:2])
	if err != nil || c == root {
		t.Errorf("%q: there is no such command", line)
		return
	}
	for _, m := range flags.FindAllStringSubmatch(line, -1) {
		if c.Flags().Lookup(m[1]) == nil {
			t.Errorf("%q: %s has no flag --%s", line, c.CommandPath(), m[1])
		}
	}
}

func TestPreCommitHooks(t *testing.T) {
	var hooks []struct {
		ID, Name, Description, Entry, Language, Files string
		Args                                          []string
	}
	readYAML(t, hooksFile, &hooks)
	takes := map[string]map[string]bool{
		"rackvet":     {"specs/a.hcl": true, "specs/a.hcl.json": true, ".rackvet.hcl": true, "a.tf": false, "hcl.json": false, "a.hcl.bak": false},
		"rackvet-fmt": {"specs/a.hcl": true, "specs/a.hcl.json": false, ".rackvet.hcl": true},
	}
	for _, h := range hooks {
		checkCommand(t, strings.Join(append([]string{h.Entry}, h.Args...), " "))
		if h.Name == "" || h.Description == "" || h.Language != "golang" {
			t.Errorf("the hook %s lacks a name, a description, or its language: %+v", h.ID, h)
		}
		files, err := regexp.Compile(h.Files)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range takes[h.ID] {
			if files.MatchString(name) != want {
				t.Errorf("the hook %s takes %s: %t", h.ID, name, !want)
			}
		}
		delete(takes, h.ID)
	}
	if len(takes) > 0 {
		t.Errorf("hooks are missing: %v", takes)
	}
}

func TestActionFitsItsScript(t *testing.T) {
	var a action
	readYAML(t, filepath.Join(actionDir, "action.yml"), &a)
	script := comments.ReplaceAllString(read(t, filepath.Join(actionDir, "lint.sh")), "")
	checkCommand(t, "rackvet lint "+strings.Join(strings.Fields(script), " "))
	if n := len(flags.FindAllString(script, -1)); n < 6 {
		t.Errorf("the script has only %d flags", n)
	}
	used, given := map[string]bool{"working-directory": true}, map[string]bool{}
	for _, s := range a.Runs.Steps {
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("the step %q names no shell", s.Run)
		}
		if strings.Contains(s.Run, "${{") {
			t.Errorf("%q pastes a value into a script, which it could end and go on", s.Run)
		}
		for name, value := range s.Env {
			given[name] = true
			input := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, "INPUT_"), "_", "-"))
			if value != "${{ inputs."+input+" }}" {
				t.Errorf("%s is %s", name, value)
			}
			used[input] = true
		}
	}
	for _, m := range regexp.MustCompile(`INPUT_[A-Z_]+`).FindAllString(script, -1) {
		if !given[m] {
			t.Errorf("the script reads %s, which action.yml does not set", m)
		}
	}
	for name := range given {
		if !strings.Contains(script, name) {
			t.Errorf("the script does not read %s", name)
		}
	}
	page := read(t, filepath.Join(actionDir, "README.md"))
	for name, in := range a.Inputs {
		if !used[name] || in.Description == "" {
			t.Errorf("the input %s is of no use or has no description", name)
		}
		if !strings.Contains(page, "| `"+name+"` | ") {
			t.Errorf("README.md has no input %s", name)
		}
	}
	for name, o := range a.Outputs {
		if o.Value != fmt.Sprintf("${{ steps.lint.outputs.%s }}", name) || !strings.Contains(script, `"`+name+"=") {
			t.Errorf("the output %s is %s, and the script must give it", name, o.Value)
		}
		if !strings.Contains(page, "| `"+name+"` | ") {
			t.Errorf("README.md has no output %s", name)
		}
	}
	if got, want := strings.Count(page, "\n| `"), len(a.Inputs)+len(a.Outputs); got != want {
		t.Errorf("README.md has %d inputs and outputs, and action.yml %d", got, want)
	}
	if !slices.ContainsFunc(a.Runs.Steps, func(s step) bool { return s.ID == "lint" }) {
		t.Error("no step has the id lint, of which the outputs are")
	}
	// What is built lies three folders up.
	if _, err := os.Stat(filepath.Join(actionDir, "../../../cmd/rackvet")); err != nil {
		t.Error(err)
	}
}

func TestGitLabJob(t *testing.T) {
	var file struct {
		Variables map[string]string
		Rackvet   struct {
			Image     string
			Script    []string
			Artifacts struct{ Reports map[string]string }
		}
	}
	readYAML(t, gitlabFile, &file)
	script := strings.Join(file.Rackvet.Script, "\n")
	checkCommand(t, script)
	for _, report := range file.Rackvet.Artifacts.Reports {
		if !strings.Contains(script, "="+report+" ") {
			t.Errorf("nothing writes %s", report)
		}
	}
	for _, m := range regexp.MustCompile(`--format ([a-z]+)`).FindAllStringSubmatch(script, -1) {
		if words, _ := completions(t, "lint", "--format", ""); !slices.Contains(words, m[1]) {
			t.Errorf("there is no format %s", m[1])
		}
	}
	if mod := read(t, "../../go.mod"); !strings.Contains(mod, "\ngo "+strings.TrimPrefix(file.Rackvet.Image, "golang:")+".") {
		t.Errorf("the image is %s, and go.mod says otherwise", file.Rackvet.Image)
	}
	// A variable of the job must be no flag of rackvet, and what is said to be one must be.
	all := map[string]bool{}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { all[variable(f.Name)] = true })
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(Process{Getenv: func(string) string { return "" }}))
	for _, name := range regexp.MustCompile(`RACKVET_[A-Z_]+`).FindAllString(read(t, gitlabFile), -1) {
		if _, own := file.Variables[name]; own == all[name] {
			t.Errorf("%s is a variable of the job: %t, and a flag of rackvet: %t", name, own, all[name])
		}
	}
}

// fence is a YAML example of a page.
var fence = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// What README.md tells other repositories to write names what there is here.
func TestReadmeNamesWhatThereIs(t *testing.T) {
	found := map[string]bool{}
	for _, m := range fence.FindAllStringSubmatch(read(t, "../../README.md"), -1) {
		var example any
		if err := yaml.Unmarshal([]byte(m[1]), &example); err != nil {
			t.Errorf("%v in:\n%s", err, m[1])
		}
		for _, line := range strings.Split(m[1], "\n") {
			word, value, _ := strings.Cut(strings.TrimLeft(line, " -"), ": ")
			switch word {
			case "id":
				if !strings.Contains(read(t, hooksFile), "- id: "+value+"\n") {
					t.Errorf("there is no hook %s", value)
				}
			case "uses":
				if !strings.Contains(read(t, workflowFile), value) {
					t.Errorf("the example workflow uses another %s", value)
				}
			case "remote":
				if !strings.HasSuffix(value, "/main/"+strings.TrimPrefix(gitlabFile, "../../")) || !strings.Contains(read(t, gitlabFile), value) {
					t.Errorf("the job is not at %s", value)
				}
			default:
				continue
			}
			found[word] = true
		}
	}
	if len(found) != 3 {
		t.Errorf("README.md has only %v", found)
	}
}
