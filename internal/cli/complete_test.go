package cli

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// rackvet runs a command and gives its exit code and what it writes.
func rackvet(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(args, Process{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }})
	return code, out.String(), errs.String()
}

// completions are the words that a shell is told, without what is said of them, and
// the directive.
func completions(t *testing.T, args ...string) ([]string, string) {
	t.Helper()
	code, out, errs := rackvet(append([]string{cobra.ShellCompRequestCmd}, args...)...)
	if code != ExitPass {
		t.Fatalf("completing %q exits with %d: %s", args, code, errs)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for i := range lines {
		lines[i], _, _ = strings.Cut(lines[i], "\t")
	}
	return lines[:len(lines)-1], lines[len(lines)-1]
}

// The directives, as shells get them.
const (
	plainFiles  = ":0"
	noFiles     = ":4"
	endings     = ":8"
	onlyFolders = ":16"
)

func TestComplete(t *testing.T) {
	for name, tt := range map[string]struct {
		args      []string
		want      []string // some of the words
		directive string
	}{
		"a rule":                                {[]string{"lint", "--only", ""}, []string{"ratio/host-memory", "headroom/gpu-memory"}, noFiles},
		"a second rule":                         {[]string{"lint", "--only", "part/unknown,rat"}, []string{"part/unknown,ratio/host-memory"}, noFiles},
		"a profile":                             {[]string{"explain", "--profile", ""}, []string{"article", "practice"}, noFiles},
		"a format of lint":                      {[]string{"lint", "--format", ""}, []string{"sarif", "text"}, noFiles},
		"a format of diff":                      {[]string{"diff", "--format", ""}, []string{"json", "markdown", "text"}, noFiles},
		"sides to compare":                      {[]string{"diff", ""}, nil, plainFiles},
		"a file for a format":                   {[]string{"lint", "--format", "sarif=x"}, nil, plainFiles},
		"a format of rules":                     {[]string{"rules", "--format="}, []string{"json", "markdown", "text"}, noFiles},
		"a level":                               {[]string{"lint", "--fail-on", ""}, []string{"error", "note", "warning"}, noFiles},
		"outcomes":                              {[]string{"lint", "--show", "pass,"}, []string{"pass,skipped"}, noFiles},
		"specs":                                 {[]string{"lint", ""}, []string{"hcl", "json"}, endings},
		"specs to format":                       {[]string{"fmt", ""}, []string{"hcl"}, endings},
		"a config":                              {[]string{"config", "show", "--config", ""}, []string{"hcl"}, endings},
		"a folder":                              {[]string{"init", ""}, nil, onlyFolders},
		"a GPU":                                 {[]string{"init", "--gpu", ""}, []string{"nvidia-l40s"}, noFiles},
		"a platform":                            {[]string{"init", "--platform", ""}, []string{"nvidia-dgx-h100"}, noFiles},
		"the catalogue":                         {[]string{"catalog", ""}, []string{"llama-3.1-8b", "nvidia-dgx-h100"}, noFiles},
		"a kind of the catalogue":               {[]string{"catalog", "--kind", "model", ""}, []string{"llama-3.1-8b"}, noFiles},
		"a rule to explain":                     {[]string{"explain", ""}, []string{"ratio/host-memory", "spec/schema"}, noFiles},
		"a command of one argument that it has": {[]string{"explain", "spec/schema", ""}, nil, noFiles},
		"a command without arguments":           {[]string{"version", ""}, nil, noFiles},
		"a command":                             {[]string{"fm"}, []string{"fmt"}, noFiles},
	} {
		t.Run(name, func(t *testing.T) {
			got, directive := completions(t, tt.args...)
			if directive != tt.directive {
				t.Errorf("the directive is %s, want %s", directive, tt.directive)
			}
			for _, w := range tt.want {
				if !slices.Contains(got, w) {
					t.Errorf("%q is not among %q", w, got)
				}
			}
			if tt.want == nil && len(got) > 0 {
				t.Errorf("there are words: %q", got)
			}
		})
	}
	if got, _ := completions(t, "catalog", "--kind", "model", ""); slices.Contains(got, "nvidia-dgx-h100") {
		t.Error("a platform is among the models")
	}
}

func TestEveryFlagIsCompleted(t *testing.T) {
	unused := maps.Clone(flagCompletions)
	arguments := maps.Clone(argumentCompletions)
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		_, name, _ := strings.Cut(c.CommandPath(), " ")
		delete(arguments, name)
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, ok := unused[name+" "+f.Name]; ok {
				delete(unused, name+" "+f.Name)
			} else {
				delete(unused, f.Name)
			}
			if _, ok := c.GetFlagCompletionFunc(f.Name); !ok && f.Value.Type() != "bool" {
				t.Errorf("%s --%s is not completed: say in flagCompletions with what, or that there is nothing", c.CommandPath(), f.Name)
			}
		})
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(Process{Getenv: func(string) string { return "" }}))
	for name := range unused {
		t.Errorf("flagCompletions has %q, which is no flag", name)
	}
	for name := range arguments {
		t.Errorf("argumentCompletions has %q, which is no command", name)
	}
}

// What a flag is completed with is what its command takes, no more and no less.
func TestCompletionsAreWhatCommandsTake(t *testing.T) {
	spec := "../../specs/docking.hcl"
	for _, args := range [][]string{
		{"lint", spec, "--format"}, {"lint", spec, "--profile"}, {"lint", spec, "--fail-on"}, {"lint", spec, "--undecided"}, {"lint", spec, "--show"}, {"lint", spec, "--color"},
		{"demand", spec, "--format"}, {"demand", spec, "--color"}, {"rules", "--format"}, {"explain", "ratio/host-memory", "--format"}, {"explain", "ratio/host-memory", "--profile"},
		{"explain"}, {"catalog", "a100", "--format"}, {"catalog", "--kind"}, {"config", "show", "--output"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			words, _ := completions(t, append(args, "")...)
			if len(words) < 2 {
				t.Fatalf("there are only %q", words)
			}
			for _, w := range words {
				if code, _, errs := rackvet(append(slices.Clone(args), w)...); code > ExitFail {
					t.Errorf("%s exits with %d: %s", w, code, errs)
				}
			}
			code, _, errs := rackvet(append(slices.Clone(args), "nonsense")...)
			if code != ExitUsage {
				t.Errorf("nonsense exits with %d", code)
			}
			if _, list, ok := strings.Cut(strings.TrimSpace(errs), ": use "); ok {
				list, _, _ = strings.Cut(list, ", or <format>")
				told := strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(list, "one of ", ""), " or ", ", "), func(r rune) bool { return r == ',' || r == ' ' })
				slices.Sort(told)
				slices.Sort(words)
				if diff := cmp.Diff(words, told); diff != "" {
					t.Errorf("the command lists others (-completed +listed):\n%s", diff)
				}
			}
		})
	}
}
