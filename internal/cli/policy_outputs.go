package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/report"
)

// testOutputs are the formats of a run of tests, each with where it goes.
type testOutputs struct {
	names   []string
	writers []io.Writer
	options []report.Options
	files   []*os.File
}

// outputs reads --format name[=file].
func (f *policyTestFlags) outputs(p Process) (*testOutputs, error) {
	out := new(testOutputs)
	for _, spec := range f.own.formats {
		name, path, toFile := strings.Cut(spec, "=")
		if !slices.Contains(report.TestFormats(), name) {
			out.close()
			return nil, usage("--format %q: use %s, or <format>=<file>", name, strings.Join(report.TestFormats(), ", "))
		}
		w := p.Stdout
		if toFile {
			file, err := os.Create(path)
			if err != nil {
				out.close()
				return nil, usage("--format %s: can't write to it: %w", spec, err)
			}
			out.files, w = append(out.files, file), file
		}
		colored, err := report.UseColor(f.own.color, w, p.Getenv)
		if err != nil {
			out.close()
			return nil, usage("--color: %w", err)
		}
		out.names, out.writers = append(out.names, name), append(out.writers, w)
		out.options = append(out.options, report.Options{ToolVersion: Version(), Color: colored})
	}
	return out, nil
}

func (o *testOutputs) write(t report.Tests) error {
	for i, name := range o.names {
		if err := report.WriteTests(name, o.writers[i], t, o.options[i]); err != nil {
			return broken(fmt.Errorf("writing the report: %w", err))
		}
	}
	return o.close()
}

// close ends the files; a full disk may show only here.
func (o *testOutputs) close() error {
	files := o.files
	o.files = nil
	for _, f := range files {
		if err := f.Close(); err != nil {
			return broken(fmt.Errorf("writing the report: %w", err))
		}
	}
	return nil
}
