// Package cli is the command line: a file a command, flags to options, results
// to formats, and the exit code.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/report"
)

// The exit codes. A worse one wins: 3 over 2 over 1.
const (
	ExitPass   = 0 // every verdict is pass, or undecided
	ExitFail   = 1 // a verdict is fail
	ExitUsage  = 2 // bad usage or config, or nothing to check
	ExitBroken = 3 // a policy or rackvet itself could not finish
)

// Process is what a command sees of the world.
type Process struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
}

// exit is an error that says which code to end with. err may be nil, where all
// has been said.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// usage is a fault of the command line.
func usage(format string, args ...any) error {
	return &exit{ExitUsage, fmt.Errorf(format, args...)}
}

// broken is a fault of rackvet or of a policy.
func broken(err error) error { return &exit{ExitBroken, err} }

// Main runs a command and gives the exit code.
func Main(args []string, p Process) int {
	if p.Getenv("GOGC") == "" {
		// A run allocates much and keeps little: the heap is a few megabytes, and
		// collecting it at every doubling costs a quarter of the time.
		debug.SetGCPercent(400)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := newRoot(p)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitPass
	}
	code := ExitUsage // cobra's own errors are of flags and arguments
	var e *exit
	if errors.As(err, &e) {
		code = e.code
	}
	if text := err.Error(); text != "" {
		for _, line := range strings.Split(text, "\n") {
			fmt.Fprintf(p.Stderr, "rackvet: %s\n", report.Escape(line))
		}
	}
	return code
}

func newRoot(p Process) *cobra.Command {
	root := &cobra.Command{
		Use:           "rackvet",
		Short:         "Lints GPU server build specs before the servers are bought",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return fromEnvironment(c, p.Getenv)
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetIn(p.Stdin)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage("%w; see %s --help", err, c.CommandPath())
	})
	root.AddCommand(newLint(p), newCatalog(p), newDemand(p), newModel(p), newEnrich(p), newRules(p), newExplain(p), newConfig(p), newGate(p), newDiff(p), newReport(p), newPolicy(p), newPolicyWorker(p), newSchema(p), newFmt(p), newInit(p), newVersion(p))
	complete(root)
	return root
}
