package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

// variable is the environment variable that stands for a flag.
func variable(flag string) string {
	return "RACKVET_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// unsettable are flags that no environment may set.
var unsettable = map[string]bool{"help": true, "config": false}

// fromEnvironment sets the flags that the command line leaves out from RACKVET_*.
// Where a flag may be repeated, its values stand behind one another with commas.
func fromEnvironment(c *cobra.Command, getenv func(string) string) error {
	var fault error
	c.Flags().VisitAll(func(f *pflag.Flag) {
		value := getenv(variable(f.Name))
		if f.Changed || value == "" || unsettable[f.Name] || fault != nil {
			return
		}
		values := []string{value}
		if _, list := f.Value.(pflag.SliceValue); list {
			values = strings.Split(value, ",")
		}
		if err := set(f, values, "environment "+variable(f.Name)); err != nil {
			fault = usage("%s: %w", variable(f.Name), err)
		}
	})
	return fault
}

// from is the annotation of a flag that says where its value comes from.
const from = "from"

// set gives a flag its values, and remembers where they come from. It does not
// count as changed: a flag of the command line does.
func set(f *pflag.Flag, values []string, origin string) error {
	for i, v := range values {
		if list, ok := f.Value.(pflag.SliceValue); ok && i == 0 {
			if err := list.Replace([]string{v}); err != nil {
				return err
			}
			continue
		} else if ok {
			if err := list.Append(v); err != nil {
				return err
			}
			continue
		}
		if err := f.Value.Set(v); err != nil {
			return err
		}
	}
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[from] = []string{origin}
	return nil
}

// origin says where a flag's value comes from.
func origin(f *pflag.Flag) string {
	switch o := f.Annotations[from]; {
	case f.Changed:
		return "flag"
	case len(o) > 0:
		return o[0]
	}
	return "default"
}

// configFlags are those of every command that a config may change.
type configFlags struct {
	path string
	none bool

	excludeFrom string // the folder that what is excluded is seen from; "" is the working directory
}

func (f *configFlags) register(s *pflag.FlagSet) {
	s.StringVar(&f.path, "config", "", "config `file` (default the nearest "+config.Name+" at or above the working directory, in its repository)")
	s.BoolVar(&f.none, "no-config", false, "judge without a config")
}

// settle reads the config and sets the flags that neither the command line nor
// the environment gives. Without a config the result is an empty one.
func (f *configFlags) settle(c *cobra.Command, p Process) (*config.Config, error) {
	cfg, err := f.load(p)
	if err != nil {
		return nil, err
	}
	for name, s := range cfg.Settings {
		flag := c.Flags().Lookup(name)
		if flag == nil || origin(flag) != "default" {
			continue
		}
		values := s.Values
		switch name { // written as seen from the config's folder
		case "exclude":
			f.excludeFrom = cfg.Dir
		case "policy":
			for i := range values {
				values[i] = filepath.Join(filepath.FromSlash(cfg.Dir), filepath.FromSlash(values[i]))
			}
		}
		if err := set(flag, values, fmt.Sprintf("%s:%d", cfg.Path, s.Line)); err != nil {
			return nil, usage("%s:%d: %w", cfg.Path, s.Line, err)
		}
	}
	return cfg, nil
}

func (f *configFlags) load(p Process) (*config.Config, error) {
	path := f.path
	switch {
	case f.none && path != "":
		return nil, usage("--config and --no-config say opposite things")
	case f.none:
		return new(config.Config), nil
	case path == "":
		found, err := config.Find(".")
		if err != nil {
			return nil, usage("%w", err)
		}
		if found == "" {
			return new(config.Config), nil
		}
		path = relative(found)
	}
	text, err := source.ReadLimit(path, document.MaxSize)
	if err != nil {
		return nil, usage("--config: %w", err)
	}
	cfg, faults, err := config.Read(source.NewFile(filepath.ToSlash(path), text))
	if err != nil {
		return nil, broken(err)
	}
	return cfg, refuse(p, faults, source.NewFile(cfg.Path, cfg.Bytes))
}

// refuse shows the faults of a config, and ends the run where there are any.
func refuse(p Process, faults []finding.Result, f *source.File) error {
	if len(faults) == 0 {
		return nil
	}
	format, err := report.New("text", p.Stderr, report.Options{ToolVersion: Version()})
	if err == nil {
		err = format.Problems(asProblems(faults, f))
	}
	if err != nil {
		return broken(err)
	}
	return usage("%s can't be used", f.Path)
}

// relative is a path as seen from the working directory, where it lies within it
// or above.
func relative(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(wd, path); err == nil {
		return rel
	}
	return path
}
