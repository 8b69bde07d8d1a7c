package cli

import (
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/hfconfig"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

func newModel(p Process) *cobra.Command {
	c := &cobra.Command{Use: "model", Short: "Make model blocks", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	var id string
	imported := &cobra.Command{
		Use:   "import CONFIG",
		Short: "Print a model block made of a Hugging Face config.json",
		Args:  cobra.ExactArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return runModelImport(p, id, args[0]) },
	}
	imported.Flags().StringVar(&id, "id", "", "`id` of the model (default the name of the file's folder)")
	c.AddCommand(imported)
	return c
}

func runModelImport(p Process, id, name string) error {
	text, err := source.ReadLimit(name, document.MaxSize)
	if err != nil {
		return usage("%w", err)
	}
	if len(text) > document.MaxSize {
		return usage("%s: larger than a config may be", name)
	}
	fields, notes, err := hfconfig.Parse(text)
	if err != nil {
		return &exit{ExitFail, fmt.Errorf("%s: %w", name, err)}
	}
	if id == "" {
		id = path.Base(path.Dir(filepath.ToSlash(name)))
		if id == "." || id == "/" {
			id = "imported"
		}
	}
	var b strings.Builder
	for _, note := range notes {
		fmt.Fprintf(&b, "# %s\n", report.Escape(note.Text))
	}
	fmt.Fprintf(&b, "model %s {\n", strconv.Quote(strings.ToLower(id)))
	writeFields(&b, document.LoadShape().Definitions["Model"], fields, "  ")
	b.WriteString("}\n")
	if _, err := io.WriteString(p.Stdout, b.String()); err != nil {
		return broken(err)
	}
	return nil
}

// writeFields writes fields in the order of their definition, names aligned as
// formatters do.
func writeFields(b *strings.Builder, d *document.Definition, fields map[string]any, indent string) {
	width := 0
	for _, a := range d.Attributes {
		if _, ok := fields[a.Name]; ok {
			width = max(width, len(a.Name))
		}
	}
	for _, a := range d.Attributes {
		switch v := fields[a.Name].(type) {
		case string:
			fmt.Fprintf(b, "%s%-*s = %s\n", indent, width, a.Name, strconv.Quote(v))
		case float64:
			fmt.Fprintf(b, "%s%-*s = %s\n", indent, width, a.Name, strconv.FormatFloat(v, 'f', -1, 64))
		case bool:
			fmt.Fprintf(b, "%s%-*s = %t\n", indent, width, a.Name, v)
		}
	}
	for _, block := range d.Blocks {
		inner, ok := fields[block.Name].(map[string]any)
		if !ok || len(inner) == 0 {
			continue
		}
		if len(block.Labels) == 0 {
			writeBlock(b, block, block.Name, inner, indent)
			continue
		}
		for _, label := range slices.Sorted(maps.Keys(inner)) {
			if one, ok := inner[label].(map[string]any); ok {
				writeBlock(b, block, block.Name+" "+strconv.Quote(label), one, indent)
			}
		}
	}
}

func writeBlock(b *strings.Builder, block *document.BlockShape, header string, fields map[string]any, indent string) {
	fmt.Fprintf(b, "\n%s%s {\n", indent, header)
	writeFields(b, document.LoadShape().Definitions[block.Definition], fields, indent+"  ")
	fmt.Fprintf(b, "%s}\n", indent)
}
