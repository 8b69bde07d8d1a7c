package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/policies"
)

type newPolicyFlags struct {
	dir   string
	fleet bool
}

func newPolicyNew(p Process) *cobra.Command {
	var f newPolicyFlags
	c := &cobra.Command{
		Use:   "new CATEGORY/NAME",
		Short: "Write a rule to start from",
		Long: `New writes a rule with its tests, its page, and a spec that passes and one that
fails: five files in DIR/CATEGORY/NAME. They are of a real rule, which limits the
watts of a node's GPUs, to be made into yours. Its tests pass. Nothing is
overwritten.

With --fleet the rule judges all servers of a run at once.`,
		Example: "  rackvet policy new power/gpu-watts\n  rackvet policy new --fleet --dir rules power/room",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return runPolicyNew(p, f, args[0]) },
	}
	c.Flags().StringVar(&f.dir, "dir", policyFolder, "`folder` of your rules")
	c.Flags().BoolVar(&f.fleet, "fleet", false, "write a rule that judges all servers of a run at once")
	return c
}

// policyFolder is where rules of one's own are, unless something else is said.
const policyFolder = "policies"

// newRule is what the templates of a rule take.
type newRule struct{ ID, Category, Name string }

func runPolicyNew(p Process, f newPolicyFlags, id string) error {
	category, name, err := policy.SplitID(id)
	if err != nil {
		return usage("%w", err)
	}
	builtin, err := policy.Load(policies.FS)
	if err != nil {
		return broken(err)
	}
	if builtin.Rule(id) != nil {
		return usage("rule %s is built in: give yours another name; rackvet rules lists those that are taken", id)
	}
	kind := "rules"
	if f.fleet {
		kind = "fleet"
	}
	dir := filepath.Join(f.dir, category, name)
	var names []string
	var texts [][]byte
	for _, file := range []string{"rule.rego", "rule_test.rego", "README.md", "pass.hcl", "fail.hcl"} {
		text, err := fillRule(path.Join("template/policy", kind, file), newRule{id, category, name})
		if err != nil {
			return broken(err)
		}
		full := filepath.Join(dir, strings.Replace(file, "rule", policy.FileOf(name), 1))
		if _, err := os.Lstat(full); err == nil {
			return usage("%s is there already: new overwrites nothing, and has written nothing", filepath.ToSlash(full))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return usage("%w", err)
		}
		names, texts = append(names, full), append(texts, text)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usage("%w", err)
	}
	for i, name := range names {
		if err := create(name, texts[i]); err != nil {
			return broken(err)
		}
		if err := printText(p, "wrote "+report.Escape(filepath.ToSlash(name))+"\n"); err != nil {
			return err
		}
	}
	return printText(p, "next: rackvet policy test "+report.Escape(filepath.ToSlash(f.dir))+"\n")
}

// fillRule is the text of a template, Rego laid out as opa fmt does: how a name is
// written in a package hangs on its letters.
func fillRule(file string, r newRule) ([]byte, error) {
	text, err := templates.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t, err := template.New(file).Delims("<<", ">>").Parse(string(text))
	if err != nil {
		return nil, err
	}
	var filled bytes.Buffer
	if err := t.Execute(&filled, r); err != nil {
		return nil, err
	}
	if !strings.HasSuffix(file, ".rego") {
		return filled.Bytes(), nil
	}
	formatted, err := policy.Format(file, filled.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return formatted, nil
}
