package cli

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
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
	f.registerLimits(s)
}

// registerLimits is for commands that take the folders as arguments.
func (f *outsideFlags) registerLimits(s *pflag.FlagSet) {
	s.DurationVar(&f.timeout, "policy-timeout", sandbox.DefaultTimeout, "`time` that rules of your own may take for a server")
	s.StringVar(&f.memory, "policy-memory", "1GB", "`memory` that rules of your own may take")
	s.BoolVar(&f.debug, "debug", false, "show what rules of your own print")
}

func (f *outsideFlags) registerFolders(s *pflag.FlagSet) {
	s.StringArrayVar(&f.policies, "policy", nil, "`folder`, .rego file or .tar.gz bundle of rules of your own; may be repeated")
}

// folders reads them.
func (f *outsideFlags) folders() ([]*policy.Folder, error) {
	var folders []*policy.Folder
	for _, path := range f.policies {
		folder, err := policy.ReadFolder(path)
		if err != nil {
			return nil, usage("--policy: %w", err)
		}
		folders = append(folders, folder)
	}
	return folders, nil
}

// leastMemory is what policies that do next to nothing take.
const leastMemory = 32 << 20

// limits are those of the process that evaluates them.
func (f *outsideFlags) limits() (sandbox.Limits, error) {
	bytes, err := units.Parse(units.Memory, f.memory)
	if err != nil {
		return sandbox.Limits{}, usage("--policy-memory: %w", err)
	}
	if f.timeout <= 0 {
		return sandbox.Limits{}, usage("--policy-timeout %s: it has to be more than nothing", f.timeout)
	}
	if bytes < leastMemory {
		return sandbox.Limits{}, usage("--policy-memory %s: rackvet itself takes more; give it 32MB or more", f.memory)
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
		problems = append(problems, faultProblem(f, fileOf(folders, f.File)))
	}
	if err := printProblems(p, problems); err != nil {
		return err
	}
	if len(rest) > 0 {
		return broken(fmt.Errorf("the policies can't be used: %s", strings.Join(rest, "\n")))
	}
	return broken(fmt.Errorf("the policies can't be used"))
}

// fileOf is a file of the folders, nil for one that is in none.
func fileOf(folders []*policy.Folder, name string) *source.File {
	for _, folder := range folders {
		rel, ok := name, folder.Name == "."
		if !ok {
			rel, ok = strings.CutPrefix(name, folder.Name+"/")
		}
		if text, known := folder.Files[rel]; ok && known {
			return source.NewFile(name, text)
		}
	}
	return nil
}

// faultProblem is a fault of a policy as it is shown; file is nil where it is not at
// hand.
func faultProblem(f policy.Fault, file *source.File) report.Problem {
	at := source.Range{File: f.File}
	if file != nil {
		at = lineRange(file, f.Line, f.Column)
	}
	return report.Problem{Source: file, Result: finding.Result{
		Rule: ruleBroken, Outcome: finding.Fail, Level: finding.Error, Message: oneLine(f.Text), File: f.File, Range: at}}
}

// maxMessage bounds what is shown of a fault: it may quote what a policy says.
const maxMessage = 1000

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + " …"
	}
	return text
}

// lineRange is a line of a file from a column on, which counts bytes from 1. Of a step
// of a path it is no more than the step.
func lineRange(f *source.File, line, column int) source.Range {
	offset := 0
	for n, text := range slices.Collect(strings.Lines(string(f.Bytes))) {
		if n+1 == line {
			end := len(strings.TrimRight(text, "\r\n"))
			start := min(max(column-1, 0), end)
			if m := pathStep.FindStringIndex(text[start:end]); m != nil && start > 0 && strings.ContainsRune(".[", rune(text[start-1])) {
				end = start + m[1]
			}
			return f.Range(offset+start, offset+end)
		}
		offset += len(text)
	}
	if line > 0 { // behind the last line, where something is missing
		end := len(bytes.TrimRight(f.Bytes, "\r\n"))
		return f.Range(end, end)
	}
	return source.Range{File: f.Path}
}

// columnRange is a part of a line, by columns that count bytes from 1.
func columnRange(f *source.File, line, start, end int) source.Range {
	at := lineRange(f, line, start)
	from := at.Start.Byte
	if f.BOM {
		from -= 3
	}
	return f.Range(from, from+end-start)
}

// pathStep is a name behind a dot, or in brackets.
var pathStep = regexp.MustCompile(`^([A-Za-z0-9_]+|"[^"]*"|` + "`[^`]*`" + `)`)
