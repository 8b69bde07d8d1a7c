package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/schema"
)

const schemaHelp = `Schema prints what a spec may hold, or what policies see of it:

  --spec   a JSON Schema of specs in HCL's JSON syntax (*.hcl.json), for editors
  --cue    the CUE definitions of specs in one file: cue vet -d '#Spec'
  --input  the JSON Schema of what policies see of a server, as rackvet enrich
           prints it: opa check -s, or METADATA with schemas`

// schemas are the flags that say which, each with what it prints.
var schemas = []struct {
	flag, usage string
	text        func() ([]byte, error)
}{
	{"spec", "the JSON Schema of specs in HCL's JSON syntax", func() ([]byte, error) { return schema.SpecSchema, nil }},
	{"cue", "the CUE definitions of specs", cueDefinitions},
	{"input", "the JSON Schema of what policies see of a server", func() ([]byte, error) { return schema.InputSchema, nil }},
}

func newSchema(p Process) *cobra.Command {
	var out string
	asked := make([]bool, len(schemas))
	c := &cobra.Command{
		Use:     "schema --spec|--cue|--input",
		Short:   "Print the schema of specs, or of what policies see",
		Long:    schemaHelp,
		Example: "  rackvet schema --spec -o rackvet.schema.json\n  rackvet schema --input | jq .properties.gpu",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			which := slices.Index(asked, true)
			if which < 0 || slices.Contains(asked[which+1:], true) {
				return usage("say which schema: --spec, --cue or --input")
			}
			text, err := schemas[which].text()
			if err != nil {
				return broken(err)
			}
			if err := writeOut(p, out, text); err != nil || out == "-" {
				return err
			}
			fmt.Fprintf(p.Stderr, "rackvet: %s is in %s\n", schemas[which].usage, report.Escape(out))
			return nil
		},
	}
	for i, s := range schemas {
		c.Flags().BoolVar(&asked[i], s.flag, false, s.usage)
	}
	c.Flags().StringVarP(&out, "output", "o", "-", "`file` to write, - for standard output")
	return c
}

// cueDefinitions joins the files of the definitions, that of a file as a whole first.
func cueDefinitions() ([]byte, error) {
	const root, config, clause = "spec.cue", "config.cue", "package schema\n"
	names, err := fs.Glob(schema.Sources, "*.cue")
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == root || n == config })
	var b bytes.Buffer
	b.WriteString(clause)
	for _, name := range append([]string{root}, names...) {
		text, err := schema.Sources.ReadFile(name)
		if err != nil {
			return nil, err
		}
		_, definitions, ok := strings.Cut(string(text), clause)
		if !ok {
			return nil, fmt.Errorf("%s has no package", name)
		}
		b.WriteString("\n" + strings.TrimSpace(definitions) + "\n")
	}
	return b.Bytes(), nil
}
