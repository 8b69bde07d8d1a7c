package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/units"
)

func newDemand(p Process) *cobra.Command {
	var f inputFlags
	var format, color string
	c := &cobra.Command{
		Use:   "demand [PATH…]",
		Short: "Show the memory that each workload demands, broken down",
		Long: `Demand draws, for each workload, what it takes of a GPU and of a node's RAM: a
bar of its components against what there is, each with the formula that made it,
and the changes that would take most off a GPU.`,
		Example: "  rackvet demand specs/chat-70b.hcl\n  rackvet demand --format json specs/",
		RunE: func(c *cobra.Command, args []string) error {
			if err := choice("format", format, "text", "json"); err != nil {
				return err
			}
			return runDemand(c, p, &f, format, color, args)
		},
	}
	f.register(c.Flags())
	c.Flags().StringVar(&format, "format", "text", "`format`: text or json")
	c.Flags().StringVar(&color, "color", "auto", "colour the text: auto, always or never")
	return c
}

// serverDemand is a server's demand as JSON: a part of lint's report.
type serverDemand struct {
	Name      string                `json:"name"`
	File      string                `json:"file"`
	Workloads []enrich.WorkloadView `json:"workloads"`
}

func runDemand(c *cobra.Command, p Process, f *inputFlags, format, color string, args []string) error {
	colored, err := report.UseColor(color, p.Stdout, p.Getenv)
	if err != nil {
		return usage("--color: %w", err)
	}
	options := report.DemandOptions{Color: colored, Plain: plainTerminal(p)}
	servers := []serverDemand{}
	n := 0
	summary, failed, err := enrichAll(c, p, f, args, func(file string, in *enrich.Input) error {
		n++
		if format == "json" {
			views := in.View()
			for i, w := range in.Workloads {
				views[i].Savings = w.Savings()
			}
			servers = append(servers, serverDemand{Name: in.Server.Name, File: file, Workloads: views})
			return nil
		}
		if n > 1 {
			if _, err := fmt.Fprintln(p.Stdout); err != nil {
				return err
			}
		}
		return report.WriteDemand(p.Stdout, newDemandView(file, in, true), options)
	})
	if err != nil {
		return err
	}
	if summary.Servers == 0 && !failed {
		return usage("nothing to show: there is no server")
	}
	if format == "json" {
		if err := printJSON(p, servers); err != nil {
			return err
		}
	}
	if failed {
		return &exit{code: ExitFail}
	}
	return nil
}

// enrichAll enriches every server and hands each on; what is wrong with the
// specs goes to standard error, and failed says that something is.
func enrichAll(c *cobra.Command, p Process, f *inputFlags, args []string, each func(file string, in *enrich.Input) error) (summary lint.Summary, failed bool, err error) {
	cfg, err := f.config.settle(c, p)
	if err != nil {
		return summary, false, err
	}
	known, err := catalog.Builtin()
	if err != nil {
		return summary, false, broken(err)
	}
	return enrichBy(c.Context(), p, f, cfg, known, args, each)
}

// enrichBy does so with a config that is settled and a catalogue.
func enrichBy(ctx context.Context, p Process, f *inputFlags, cfg *config.Config, known *catalog.Catalog, args []string, each func(file string, in *enrich.Input) error) (summary lint.Summary, failed bool, err error) {
	variables, err := f.variables()
	if err != nil {
		return summary, false, err
	}
	files, unread, err := find(p, *f, args)
	if err != nil {
		return summary, false, err
	}
	problems := asProblems(unread, nil)
	options := lint.Options{Variables: withConfig(cfg, variables), Rel: inRepository()}
	summary, err = lint.New(known, nil, options).Run(ctx, files, func(r *lint.Result) error {
		problems = append(problems, asProblems(r.Problems, r.Source)...)
		for _, s := range r.Servers {
			problems = append(problems, asProblems(s.Results, r.Source)...)
			if s.Input == nil {
				continue
			}
			if err := each(r.File, s.Input); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return summary, false, broken(err)
	}
	if err := checkUsed(variables, summary.Variables); err != nil {
		return summary, false, err
	}
	for _, problem := range problems {
		failed = failed || problem.Result.Failed(finding.Error)
	}
	return summary, failed, printProblems(p, problems)
}

// plainTerminal reports a terminal that may have nothing but ASCII.
func plainTerminal(p Process) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := p.Getenv(name); v != "" {
			v = strings.ToLower(v)
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	return p.Getenv("TERM") == "dumb"
}

// newDemandView is a server's demand as it is drawn. Savings are computed by
// demanding anew, which is for those who ask for them.
func newDemandView(file string, in *enrich.Input, savings bool) report.Demand {
	d := report.Demand{Server: in.Server.Name, File: file, Headline: in.Headline()}
	for _, w := range in.Workloads {
		v := report.WorkloadDemand{
			Title:  fmt.Sprintf("%s %q", w.Kind, w.Name),
			Layout: layout(w),
			GPU:    newMemoryDemand(w.GPU, in.GPU.UsableBytes),
			Host:   newMemoryDemand(w.Host, in.Memory.CapacityBytes),
		}
		if savings {
			for _, s := range w.Savings() {
				v.Savings = append(v.Savings, report.Part{Name: s.Change, Bytes: s.Bytes})
			}
		}
		for _, x := range w.Defaults {
			v.Defaults = append(v.Defaults, x.Name+" = "+x.Value)
		}
		d.Workloads = append(d.Workloads, v)
	}
	return d
}

// layout says how an instance lies on its GPUs.
func layout(w enrich.Workload) string {
	var parts []string
	if w.Model != "" {
		parts = append(parts, w.Model)
	}
	if t := w.Tasks; t != nil {
		parts = append(parts, units.Several(t.Count, "task")+" of "+units.Several(t.GPUsPerTask, "GPU"))
	} else {
		parts = append(parts, units.Several(w.Nodes, "node")+" × "+units.Several(w.GPUs, "GPU"))
	}
	for _, degree := range []struct {
		name string
		n    int
	}{{"tensor", w.Parallelism.Tensor}, {"pipeline", w.Parallelism.Pipeline}, {"data", w.Parallelism.Data},
		{"expert", w.Parallelism.Expert}, {"context", w.Parallelism.Context}} {
		if degree.n > 1 {
			parts = append(parts, fmt.Sprintf("%s %d", degree.name, degree.n))
		}
	}
	return strings.Join(parts, ", ")
}

func newMemoryDemand(d enrich.Demand, room float64) report.MemoryDemand {
	m := report.MemoryDemand{Room: room, Confidence: d.Confidence, Missing: d.Missing}
	if d.Bytes != nil {
		m.Bytes, m.Low, m.High = *d.Bytes, *d.LowBytes, *d.HighBytes
	}
	for _, c := range d.Components {
		m.Components = append(m.Components, report.ComponentDemand{Part: report.Part{Name: c.Name, Bytes: c.Bytes}, Formula: c.Formula})
	}
	return m
}
