package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/report"
)

// outputFiles are the files that reports go to.
type outputFiles []*os.File

// open reads --format name[=file], and gives each format with where it goes and
// whether that is coloured. If it fails, no file is left open.
func (o *outputFiles) open(p Process, specs, known []string, color string, each func(name string, w io.Writer, colored bool) error) (err error) {
	defer func() {
		if err != nil {
			o.close()
		}
	}()
	if err := checkFormats(p, specs, known, color); err != nil {
		return err
	}
	for _, spec := range specs {
		name, path, toFile := strings.Cut(spec, "=")
		w := p.Stdout
		if toFile {
			file, err := os.Create(path)
			if err != nil {
				return usage("--format %s: can't write to it: %w", spec, err)
			}
			*o, w = append(*o, file), file
		}
		colored, err := report.UseColor(color, w, p.Getenv)
		if err != nil {
			return usage("--color: %w", err)
		}
		if err := each(name, w, colored); err != nil {
			return usage("--format: %w", err)
		}
	}
	return nil
}

// checkFormats says what is wrong with --format and --color, and writes nothing: for
// runs that have nothing to write yet, and may never have.
func checkFormats(p Process, specs, known []string, color string) error {
	for _, spec := range specs {
		if name, _, _ := strings.Cut(spec, "="); !slices.Contains(known, name) {
			return usage("--format %q: use %s, or <format>=<file>", name, strings.Join(known, ", "))
		}
	}
	if _, err := report.UseColor(color, p.Stdout, p.Getenv); err != nil {
		return usage("--color: %w", err)
	}
	return nil
}

// close ends the files; a full disk may show only here.
func (o *outputFiles) close() error {
	files := *o
	*o = nil
	for _, f := range files {
		if err := f.Close(); err != nil {
			return unwritten(err)
		}
	}
	return nil
}

func unwritten(err error) error { return broken(fmt.Errorf("writing the report: %w", err)) }

// writeOut writes to the file that --output names, or for - to standard output.
func writeOut(p Process, name string, text []byte) error {
	if name == "-" {
		return printText(p, string(text))
	}
	err := os.WriteFile(name, text, 0o644)
	var at *fs.PathError
	if errors.As(err, &at) && at.Op == "open" {
		return usage("--output: %w", err)
	}
	return asBroken(err)
}

// outputs are the formats of a report on servers or rules.
type outputs struct {
	outputFiles
	formats []report.Format
}

func openOutputs(p Process, specs []string, color string, o report.Options) (*outputs, error) {
	out := new(outputs)
	return out, out.open(p, specs, report.Formats(), color, func(name string, w io.Writer, colored bool) error {
		o.Color = colored
		format, err := report.New(name, w, o)
		out.formats = append(out.formats, format)
		return err
	})
}

func (o *outputs) each(write func(report.Format) error) error {
	for _, f := range o.formats {
		if err := write(f); err != nil {
			return unwritten(err)
		}
	}
	return nil
}

// testOutputs are the formats of a run of tests.
type testOutputs struct {
	outputFiles
	formats []func(report.Tests) error
}

func (f *policyTestFlags) outputs(p Process) (*testOutputs, error) {
	out := new(testOutputs)
	return out, out.open(p, f.own.formats, report.TestFormats(), f.own.color, func(name string, w io.Writer, colored bool) error {
		out.formats = append(out.formats, func(t report.Tests) error {
			return report.WriteTests(name, w, t, report.Options{ToolVersion: Version(), Color: colored})
		})
		return nil
	})
}

func (o *testOutputs) write(t report.Tests) error {
	for _, write := range o.formats {
		if err := write(t); err != nil {
			return unwritten(err)
		}
	}
	return o.close()
}
