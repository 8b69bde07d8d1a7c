package cli

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
	"github.com/rackvet/rackvet/internal/validate"
	"github.com/rackvet/rackvet/policies"
)

// workerCommand is what rackvet calls itself by, for policies that are not built in.
const workerCommand = "policy-worker"

func newPolicyWorker(p Process) *cobra.Command {
	return &cobra.Command{
		Use: workerCommand, Hidden: true, Args: cobra.NoArgs,
		Short: "Evaluate policies for another rackvet, over standard input and output",
		RunE: func(*cobra.Command, []string) error {
			if err := sandbox.Serve(p.Stdin, p.Stdout, policies.FS); err != nil {
				return broken(err)
			}
			return nil
		},
	}
}

// outsideFlags are about policies that are not built in.
type outsideFlags struct {
	policies []string
	timeout  time.Duration
	memory   string
	debug    bool
}

func (f *outsideFlags) register(s *pflag.FlagSet) {
	f.registerFolders(s)
	s.DurationVar(&f.timeout, "policy-timeout", sandbox.DefaultTimeout, "`time` that rules of your own may take for a server")
	s.StringVar(&f.memory, "policy-memory", "1GB", "`memory` that rules of your own may take")
	s.BoolVar(&f.debug, "debug", false, "show what rules of your own print")
}

func (f *outsideFlags) registerFolders(s *pflag.FlagSet) {
	s.StringArrayVar(&f.policies, "policy", nil, "`folder`, .rego file or .tar.gz bundle of rules of your own; may be repeated")
}

// limits are those of the process that evaluates them.
func (f *outsideFlags) limits() (sandbox.Limits, error) {
	bytes, err := units.Parse(units.Memory, f.memory)
	if err != nil {
		return sandbox.Limits{}, usage("--policy-memory: %w", err)
	}
	if f.timeout <= 0 {
		return sandbox.Limits{}, usage("--policy-timeout %s: it has to be more than nothing", f.timeout)
	}
	return sandbox.Limits{Timeout: f.timeout, Memory: uint64(bytes)}, nil
}

// printer shows what policies print, where that is asked for.
func (f *outsideFlags) printer(p Process) func(sandbox.Printed) {
	if !f.debug {
		return nil
	}
	return func(x sandbox.Printed) {
		fmt.Fprintf(p.Stderr, "%s:%d: %s\n", report.Escape(x.File), x.Line, report.Escape(x.Text))
	}
}

// showFaults shows what is wrong with policies, each where it stands, and gives
// the error to end with.
func showFaults(p Process, folders []*policy.Folder, faults []policy.Fault, rest []string) error {
	var problems []report.Problem
	for _, f := range faults {
		var file *source.File
		at := source.Range{File: f.File}
		for _, folder := range folders {
			if text, ok := folder.Files[strings.TrimPrefix(f.File, folder.Name+"/")]; ok && strings.HasPrefix(f.File, folder.Name+"/") {
				file = source.NewFile(f.File, text)
				at = lineRange(file, f.Line, f.Column)
			}
		}
		problems = append(problems, report.Problem{Source: file, Result: finding.Result{
			Rule: "policy/broken", Outcome: finding.Fail, Level: finding.Error, Message: oneLine(f.Text), File: f.File, Range: at}})
	}
	if err := printProblems(p, problems); err != nil {
		return err
	}
	if len(rest) > 0 {
		return broken(fmt.Errorf("the policies can't be used: %s", strings.Join(rest, "\n")))
	}
	return broken(fmt.Errorf("the policies can't be used"))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// lineRange is a line of a file from a column on, which counts bytes from 1.
func lineRange(f *source.File, line, column int) source.Range {
	offset := 0
	for n, text := range slices.Collect(strings.Lines(string(f.Bytes))) {
		if n+1 == line {
			end := len(strings.TrimRight(text, "\r\n"))
			start := min(max(column-1, 0), end)
			return f.Range(offset+start, offset+end)
		}
		offset += len(text)
	}
	return source.Range{File: f.Path}
}

// extend adds the parts and models that folders of policies describe to the
// catalogue. Specs that rules are tried on describe none.
func extend(p Process, known *catalog.Catalog, folders []*policy.Folder) (*catalog.Catalog, error) {
	var checker *validate.Checker
	for _, folder := range folders {
		var names []string
		for name := range folder.Files {
			if base := path.Base(name); strings.HasSuffix(name, ".hcl") && base != "pass.hcl" && base != "fail.hcl" {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			file := source.NewFile(path.Join(folder.Name, name), folder.Files[name])
			doc := document.Read(file, document.Options{})
			if len(doc.Servers()) > 0 {
				continue // a spec
			}
			if checker == nil {
				var err error
				if checker, err = validate.New(); err != nil {
					return nil, broken(err)
				}
			}
			faults := doc.Faults
			for _, b := range doc.Root.Blocks {
				if b.Name != "locals" {
					faults = append(faults, checker.Check(file, b)...)
				}
			}
			with, more := enrich.Extend(known, doc)
			if err := refuse(p, append(faults, more...), file); err != nil {
				return nil, err
			}
			known = with
		}
	}
	return known, nil
}
