package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/catalog"
)

// entryView is an entry of the catalogue as JSON.
type entryView struct {
	Kind        string            `json:"kind"`
	ID          string            `json:"id"`
	Vendor      string            `json:"vendor,omitempty"`
	Aliases     []string          `json:"aliases"`
	Figures     map[string]string `json:"figures"`
	Source      string            `json:"source"`
	Unconfirmed []string          `json:"unconfirmed"`
}

func newCatalog(p Process) *cobra.Command {
	var kind, format string
	var settings configFlags
	var own outsideFlags
	c := &cobra.Command{
		Use:   "catalog [SEARCH]",
		Short: "List the GPUs, CPUs, models and platforms that are known",
		Long: `Catalog lists the GPUs, CPUs, models and platforms that are known: those of the
catalogue, and those that the *.hcl files of --policy, or of the config's policies,
describe.`,
		Example: "  rackvet catalog a100\n  rackvet catalog --kind model llama\n  rackvet catalog --policy policies/ acme",
		RunE: func(c *cobra.Command, args []string) error {
			if err := choice("format", format, "text", "json"); err != nil {
				return err
			}
			if kind != "" {
				if err := choice("kind", kind, catalog.Kinds()...); err != nil {
					return err
				}
			}
			if _, err := settings.settle(c, p); err != nil {
				return err
			}
			folders, err := own.folders()
			if err != nil {
				return err
			}
			known, err := knownWith(p, folders)
			if err != nil {
				return err
			}
			return runCatalog(p, known, kind, format, strings.Join(args, " "))
		},
	}
	settings.register(c.Flags())
	own.registerFolders(c.Flags())
	c.Flags().StringVar(&kind, "kind", "", "`kind` to list: gpu, cpu, model or platform (default all)")
	c.Flags().StringVar(&format, "format", "text", "`format`: text or json")
	return c
}

func runCatalog(p Process, known *catalog.Catalog, kind, format, search string) error {
	found := known.Search(search, kind)
	if format == "json" {
		views := make([]entryView, len(found))
		for i, e := range found {
			views[i] = viewEntry(e)
		}
		return printJSON(p, views)
	}
	if len(found) == 0 {
		return usage("the catalogue has nothing for %q", search)
	}
	return printEntries(p, found)
}

func viewEntry(e catalog.Summary) entryView {
	v := entryView{Kind: e.Kind, ID: e.ID, Vendor: e.Vendor, Aliases: append([]string{}, e.Aliases...),
		Source: e.Source, Unconfirmed: append([]string{}, e.Unconfirmed...), Figures: map[string]string{}}
	for _, f := range e.Figures {
		if f.Text != "" {
			v.Figures[f.Name] = f.Text
		}
	}
	return v
}

// printEntries prints a table a kind, with a mark at what no source confirms.
func printEntries(p Process, found []catalog.Summary) error {
	w := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	doubt, last := false, ""
	for _, e := range found {
		if e.Kind != last {
			if last != "" {
				fmt.Fprintln(w)
			}
			last = e.Kind
			fmt.Fprint(w, strings.ToUpper(e.Kind))
			for _, f := range e.Figures {
				fmt.Fprint(w, "\t", strings.ToUpper(strings.ReplaceAll(f.Name, "_", " ")))
			}
			fmt.Fprintln(w)
		}
		fmt.Fprint(w, e.ID)
		for _, f := range e.Figures {
			fmt.Fprint(w, "\t", f.Text)
			if f.Unconfirmed {
				fmt.Fprint(w, "*")
				doubt = true
			}
		}
		fmt.Fprintln(w)
	}
	if doubt {
		fmt.Fprintln(w, "\n* no source confirms it")
	}
	if err := w.Flush(); err != nil {
		return broken(err)
	}
	return nil
}
