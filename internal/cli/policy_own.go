package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/policies"
	"github.com/rackvet/rackvet/schema"
)

// ownFlags are those of commands that are about rules of one's own.
type ownFlags struct {
	config  configFlags
	outside outsideFlags
	formats []string
	color   string
}

func (f *ownFlags) register(s *pflag.FlagSet, formats []string) {
	f.config.register(s)
	f.outside.registerLimits(s)
	s.StringArrayVar(&f.formats, "format", []string{"text"}, "`format` of the report ("+strings.Join(formats, ", ")+"), or format=file; may be repeated")
	s.StringVar(&f.color, "color", "auto", "colour the text: auto, always or never")
}

// read reads the folders of rules: those given, else those of the config, else
// the folder policies, else the working directory.
func (f *ownFlags) read(p Process, args []string) ([]*policy.Folder, error) {
	if len(args) == 0 {
		cfg, err := f.config.load(p)
		if err != nil {
			return nil, err
		}
		args = ownFolders(cfg)
	}
	var folders []*policy.Folder
	for _, path := range args {
		folder, err := policy.ReadFolder(path)
		if err != nil {
			return nil, usage("%w", err)
		}
		folders = append(folders, folder)
	}
	for _, f := range folders {
		for file := range f.Files {
			if strings.HasSuffix(file, ".rego") {
				return folders, nil
			}
		}
	}
	return nil, usage("there is no rule in %s: rackvet policy new writes one", words(folders))
}

// ownFolders are the folders of rules where none are given.
func ownFolders(cfg *config.Config) []string {
	if s := cfg.Settings["policy"]; len(s.Values) > 0 {
		folders := slices.Clone(s.Values)
		for i := range folders {
			folders[i] = filepath.Join(filepath.FromSlash(cfg.Dir), filepath.FromSlash(folders[i]))
		}
		return folders
	}
	if isFolder(policyFolder) {
		return []string{policyFolder}
	}
	return []string{"."}
}

// testsOf starts the process that runs the tests of rules. Policies that can't be used
// are a *sandbox.Refused.
func (f *ownFlags) testsOf(ctx context.Context, s policy.Setup) (*sandbox.Tests, error) {
	command, limits, err := f.outside.worker()
	if err != nil {
		return nil, err
	}
	s.Schema = schema.InputSchema
	return sandbox.NewTests(ctx, command, s, limits)
}

// pool starts the process that evaluates rules. What testsOf has compiled is not held
// against the schema again.
func (f *ownFlags) pool(ctx context.Context, p Process, j *judge) error {
	command, limits, err := f.outside.worker()
	if err != nil {
		return err
	}
	j.pool, err = sandbox.NewPool(ctx, command, j.setup, j.bundle, limits, f.outside.printer(p))
	return asBroken(err)
}

// worker is the command of a process for rules, and its limits.
func (f *outsideFlags) worker() (command []string, limits sandbox.Limits, err error) {
	if limits, err = f.limits(); err != nil {
		return nil, limits, err
	}
	program, err := os.Executable()
	return []string{program, workerCommand}, limits, asBroken(err)
}

// joined is the rules of folders beside those that are built in. What is wrong with
// them is in the error, which may hold Faults.
func joined(folders []*policy.Folder) (*judge, error) {
	j := &judge{setup: policy.Setup{Folders: folders, Time: time.Now()}}
	builtin, err := policy.Load(policies.FS)
	if err != nil {
		return nil, broken(err)
	}
	j.all, err = builtin.Join(folders...)
	j.bundle = j.all
	return j, err
}

// outside are the rules of folders.
func (j *judge) outside() []*policy.Rule { return append(j.all.Outside(), j.all.Fleet()...) }

// words lists folders for a message.
func words(folders []*policy.Folder) string {
	names := make([]string, len(folders))
	for i, f := range folders {
		names[i] = report.Escape(f.Name)
	}
	return strings.Join(names, ", ")
}
