package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/gate"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/page"
	"github.com/rackvet/rackvet/internal/report"
)

type reportFlags struct {
	judgeFlags
	format, out string
}

func newReport(p Process) *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report [PATH…]",
		Short: "Write the report of a purchase, one page to read, sign and file",
		Long: `Report judges as lint does, and writes one page for whoever says yes to an order:
the verdict and what decided it, what is bought, what it must carry and how much
room is left, every check with its evidence, waivers, what is not certain, and the
digests of all that went into it.

The page is one HTML file that needs nothing beside it, no script and no network.
Exit codes are those of lint. Where a policy or rackvet itself could not finish,
the page says that it is incomplete.`,
		Example: "  rackvet report specs/docking.hcl -o build.html\n  rackvet report --format markdown specs/ -o review.md",
		RunE:    func(c *cobra.Command, args []string) error { return runReport(c, p, &f, args) },
	}
	f.judgeFlags.register(c.Flags())
	c.Flags().StringVar(&f.format, "format", "", "`format`: html, markdown or json (default by the ending of --output, else html)")
	c.Flags().StringVarP(&f.out, "output", "o", "-", "`file` to write, - for standard output")
	for _, name := range []string{"all-results", "write-baseline"} { // a report has all, and is of what fails
		c.Flags().Lookup(name).Hidden = true
	}
	return c
}

// formats of files, by their endings.
var reportFormats = map[string]string{".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown", ".json": "json"}

func runReport(c *cobra.Command, p Process, f *reportFlags, args []string) error {
	if f.format == "" {
		if f.format = reportFormats[strings.ToLower(filepath.Ext(f.out))]; f.format == "" {
			f.format = "html"
		}
	}
	if err := choice("format", f.format, page.Formats()...); err != nil {
		return err
	}
	if f.excuse.writeTo != "" {
		return usage("--write-baseline takes every failure for known, and is not for a report")
	}
	run, err := f.begin(c, p, args)
	if err != nil {
		return err
	}
	defer run.close()
	r, ended, fault, err := run.review(c.Context())
	if err != nil {
		return err
	}
	end := run.end(ended)
	if code := new(exit); errors.As(end, &code) && code.code == ExitUsage || len(r.Servers)+len(r.Problems) == 0 && fault == nil {
		return end // there is nothing to report, or not what was asked
	}
	if err := writeReport(p, f.format, f.out, r); err != nil {
		return err
	}
	if fault != nil {
		return broken(fault)
	}
	return end
}

// review judges, and says what a reviewer is to read. fault is what kept rackvet
// from judging all there is.
func (j *judging) review(ctx context.Context) (r *page.Report, e ended, fault, err error) {
	reporting := j.reporting()
	r = &page.Report{
		Tool: page.Tool{Name: "rackvet", Version: Version()}, Effective: j.now.UTC().Format(time.RFC3339),
		FailOn: j.options.FailOn, Faults: []string{}, Servers: []*page.Server{}, Problems: []finding.Result{}, Rules: []page.Rule{},
	}
	var subjects []gate.Subject
	e, fault = j.run(ctx, func(x *lint.Result) error {
		subjects = subjectsOf(subjects, reporting.Rel, x)
		for _, s := range x.Servers {
			r.Servers = append(r.Servers, newReviewed(reporting, x, s))
		}
		return nil
	})
	if fault != nil {
		r.Incomplete, r.Faults = true, strings.Split(fault.Error(), "\n")
	}
	for _, problem := range e.problems {
		r.Problems = append(r.Problems, reporting.Portable(problem.Result))
	}
	r.Summary, r.Verdict = e.summary.Summary, e.summary.Verdict
	for _, rule := range j.judge.bundle.AllRules() {
		r.Rules = append(r.Rules, page.Rule{ID: rule.ID, Title: rule.Title, Bound: rule.Bound})
	}
	return r, e, fault, j.record(r, subjects)
}

// record says how it was judged, and gives the digests of all that went into it.
func (j *judging) record(r *page.Report, subjects []gate.Subject) error {
	var said gate.Predicate
	if err := j.pin(&said); err != nil {
		return err
	}
	set := said.Settings
	r.Settings = []page.Setting{
		{Name: "profile", Value: set.Profile}, {Name: "fails on", Value: set.FailOn},
		{Name: "what can't be decided", Value: map[string]string{"fail": "fails", "report": "is reported"}[set.Undecided]},
		{Name: "waivers in specs", Value: map[bool]string{true: "have effect", false: "have none"}[set.InlineWaivers]},
	}
	add := func(name string, values ...string) {
		if value := strings.Join(values, ", "); value != "" {
			r.Settings = append(r.Settings, page.Setting{Name: name, Value: value})
		}
	}
	add("only the rules", set.Only...)
	add("only what changed since", j.flags.excuse.since)
	var names []string
	for name, value := range j.options.Variables {
		names = append(names, name+" = "+value)
	}
	slices.Sort(names)
	add("variables", names...)
	for _, s := range gate.New(subjects, gate.Predicate{}).Subject {
		r.Digests = append(r.Digests, page.Digest{What: "spec", Name: s.Name, SHA256: s.Digest.SHA256})
	}
	for _, x := range said.Policies {
		r.Digests = append(r.Digests, page.Digest{What: "policies", Name: x.Name, SHA256: x.Digest.SHA256})
	}
	r.Digests = append(r.Digests, page.Digest{What: "catalogue", Name: "built-in", SHA256: said.Catalogue.SHA256})
	if x := said.Config; x != nil {
		r.Digests = append(r.Digests, page.Digest{What: "config", Name: x.Name, SHA256: x.Digest.SHA256})
	}
	if x := said.Baseline; x != nil {
		r.Digests = append(r.Digests, page.Digest{What: "baseline", Name: x.Name, SHA256: x.Digest.SHA256})
	}
	return nil
}

// writeReport writes the page, once all of it is there.
func writeReport(p Process, format, out string, r *page.Report) error {
	var b bytes.Buffer
	escapes := page.Escapes{Line: report.Escape, Markdown: report.EscapeMarkdown, JSON: report.EscapeJSON}
	if err := page.Write(&b, format, r, escapes); err != nil {
		return broken(err)
	}
	if err := writeOut(p, out, b.Bytes()); err != nil || out == "-" {
		return err
	}
	verdict := r.Verdict
	if r.Incomplete {
		verdict = "incomplete"
	}
	fmt.Fprintf(p.Stderr, "rackvet: %s: the report is in %s\n", verdict, report.Escape(out))
	return nil
}
