package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/units"
)

// entryView is an entry of the catalogue as JSON.
type entryView struct {
	Kind        string            `json:"kind"`
	ID          string            `json:"id"`
	Aliases     []string          `json:"aliases"`
	Figures     map[string]string `json:"figures"`
	Source      string            `json:"source"`
	Unconfirmed []string          `json:"unconfirmed"`

	cells []string // the figures of a table, in order
}

var catalogKinds = []string{"gpu", "cpu", "model", "platform"}

func newCatalog(p Process) *cobra.Command {
	var kind, format string
	c := &cobra.Command{
		Use:     "catalog [SEARCH]",
		Short:   "List the GPUs, CPUs, models and platforms that are known",
		Example: "  rackvet catalog a100\n  rackvet catalog --kind model llama",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := choice("format", format, "text", "json"); err != nil {
				return err
			}
			if kind != "" {
				if err := choice("kind", kind, catalogKinds...); err != nil {
					return err
				}
			}
			return runCatalog(p, kind, format, strings.Join(args, " "))
		},
	}
	c.Flags().StringVar(&kind, "kind", "", "`kind` to list: gpu, cpu, model or platform (default all)")
	c.Flags().StringVar(&format, "format", "text", "`format`: text or json")
	return c
}

func runCatalog(p Process, kind, format, search string) error {
	known, err := catalog.Builtin()
	if err != nil {
		return broken(err)
	}
	found := []entryView{}
	for _, e := range entries(known) {
		if (kind == "" || e.Kind == kind) && contains(search, append([]string{e.ID}, e.Aliases...)...) {
			found = append(found, e)
		}
	}
	if format == "json" {
		return printJSON(p, found)
	}
	if len(found) == 0 {
		return usage("the catalogue has nothing for %q", search)
	}
	return printEntries(p, found)
}

// printEntries prints a table a kind: id, figures, and a mark at what no source
// confirms.
func printEntries(p Process, found []entryView) error {
	headers := map[string]string{
		"gpu":      "GPU\tMEMORY\tDRIVER SHOWS\tLINK\tPCIE\tTDP\tFORM",
		"cpu":      "CPU FAMILY\tCORES\tCHANNELS\tMEMORY\tPCIE LANES",
		"model":    "MODEL\tPARAMETERS\tLAYERS\tWIDTH\tKV HEADS\tCONTEXT",
		"platform": "PLATFORM\tGPUS\tMEMORY\tPOWER AT MOST",
	}
	w := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	last := ""
	for _, e := range found {
		if e.Kind != last {
			if last != "" {
				fmt.Fprintln(w)
			}
			fmt.Fprintln(w, headers[e.Kind])
			last = e.Kind
		}
		id := e.ID
		if len(e.Unconfirmed) > 0 {
			id += " *"
		}
		fmt.Fprintf(w, "%s\t%s\n", id, strings.Join(e.cells, "\t"))
	}
	fmt.Fprintln(w, "\n* some figures no source confirms; --format json names them")
	if err := w.Flush(); err != nil {
		return broken(err)
	}
	return nil
}

// entries lists the catalogue, kind by kind.
func entries(c *catalog.Catalog) []entryView {
	var all []entryView
	add := func(kind, id string, aliases []string, source string, unconfirmed []string, figures ...string) {
		e := entryView{Kind: kind, ID: id, Aliases: append([]string{}, aliases...), Source: source,
			Unconfirmed: append([]string{}, unconfirmed...), Figures: map[string]string{}}
		for i := 0; i < len(figures); i += 2 {
			if figures[i+1] != "" {
				e.Figures[figures[i]] = figures[i+1]
			}
			e.cells = append(e.cells, figures[i+1])
		}
		all = append(all, e)
	}
	for _, g := range c.GPUs() {
		add("gpu", g.ID, g.Aliases, g.Source, g.Unconfirmed, "memory", known(g.Memory, units.Bytes), "reported_memory", known(g.ReportedMemory, units.Bytes),
			"link", linkOf(g), "pcie", slotOf(g.PCIe), "tdp", known(g.TDP, units.Watts), "form_factor", g.FormFactor)
	}
	for _, x := range c.CPUs() {
		add("cpu", x.ID, x.Aliases, x.Source, x.Unconfirmed, "cores_max", known(float64(x.CoresMax), units.Count), "memory_channels", known(float64(x.MemoryChannels), units.Count),
			"memory_type", x.MemoryType, "pcie_lanes", known(float64(x.PCIeLanes), units.Count))
	}
	for _, m := range c.Models() {
		add("model", m.ID, m.Aliases, m.Source, m.Unconfirmed, "parameters", billions(m.Parameters), "layers", known(float64(m.Layers), units.Count),
			"hidden_size", known(float64(m.HiddenSize), units.Count), "kv_heads", known(float64(m.KVHeads), units.Count), "max_context", known(float64(m.MaxContext), units.Count))
	}
	for _, x := range c.Platforms() {
		gpu, _ := x.Blocks["gpu"].(map[string]any)
		memory, _ := x.Blocks["memory"].(map[string]any)
		add("platform", x.ID, x.Aliases, x.Source, x.Unconfirmed, "gpu", fmt.Sprintf("%v × %v", gpu["count"], gpu["model"]),
			"memory", fmt.Sprint(memory["capacity"]), "power_max", known(x.PowerMax, units.Watts))
	}
	return all
}

// known prints a figure, and nothing for one that is not known.
func known(v float64, unit string) string {
	if v == 0 {
		return ""
	}
	return units.Print(v, unit)
}

func linkOf(g *catalog.GPU) string {
	if len(g.Links) == 0 {
		return "pcie"
	}
	link := strings.Join(g.Links, ", ")
	if g.LinkBidirectional > 0 {
		link += fmt.Sprintf(" %s a direction, %s both, up to %d", units.Print(g.LinkBidirectional/2, units.BytesPerSecond),
			units.Print(g.LinkBidirectional, units.BytesPerSecond), g.LinkDomain)
	}
	return link
}

func slotOf(s units.Slot) string {
	if s == (units.Slot{}) {
		return ""
	}
	return s.String()
}

func billions(n float64) string {
	switch {
	case n == 0:
		return ""
	case n < 1e9:
		return units.Number(n/1e6, 0) + " million"
	}
	return units.Number(n/1e9, 2) + " billion"
}
