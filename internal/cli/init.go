package cli

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/report"
)

// templates are the files that init writes.
//
//go:embed template
var templates embed.FS

type initFlags struct {
	platform, gpu string
	count         int
}

func newInit(p Process) *cobra.Command {
	var f initFlags
	c := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a config and a first spec",
		Long: `Init writes .rackvet.hcl, with every setting explained, and specs/example.hcl, a
build that passes. It asks nothing and overwrites nothing. The flags say what
the build is of.`,
		Example: "  rackvet init\n  rackvet init --platform nvidia-dgx-h200\n  rackvet init --gpu \"RTX 4090\" --count 2 lab",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			given := func(flag string) bool { return origin(c.Flags().Lookup(flag)) != "default" }
			if f.platform != "" && (given("gpu") || given("count")) {
				return usage("--platform says which GPUs there are: leave --gpu and --count out")
			}
			return runInit(p, f, dir)
		},
	}
	c.Flags().StringVar(&f.platform, "platform", "", "`name` of the platform that the build is")
	c.Flags().StringVar(&f.gpu, "gpu", firstGPU, "`name` of the build's GPU")
	c.Flags().IntVar(&f.count, "count", firstCount, "how `many` GPUs a node has")
	return c
}

func runInit(p Process, f initFlags, dir string) error {
	known, err := catalog.Builtin()
	if err != nil {
		return broken(err)
	}
	build, err := f.build(known)
	if err != nil {
		return err
	}
	settings, err := templates.ReadFile("template/config.hcl")
	if err != nil {
		return broken(err)
	}
	spec, err := build.spec()
	if err != nil {
		return broken(err)
	}
	files := []struct {
		name string
		text []byte
	}{{config.Name, settings}, {filepath.Join("specs", "example.hcl"), spec}}
	for i := range files {
		files[i].name = filepath.Join(dir, files[i].name)
		if _, err := os.Lstat(files[i].name); err == nil {
			return usage("%s is there already: init overwrites nothing, and has written nothing", filepath.ToSlash(files[i].name))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return usage("%w", err)
		}
	}
	specs := filepath.Join(dir, "specs")
	if err := os.MkdirAll(specs, 0o755); err != nil {
		return broken(err)
	}
	for _, file := range files {
		if err := create(file.name, file.text); err != nil {
			return broken(err)
		}
		if err := printText(p, "wrote "+report.Escape(filepath.ToSlash(file.name))+"\n"); err != nil {
			return err
		}
	}
	return printText(p, "next: rackvet lint "+report.Escape(filepath.ToSlash(specs))+"\n")
}

// create writes a file that is not there yet.
func create(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// The build that init writes where no flag says another.
const (
	firstGPU   = "nvidia-l40s"
	firstCount = 4
	mostGPUs   = 16
)

// firstBuild is what the template of a spec takes, each in HCL's words.
type firstBuild struct {
	Platform, GPU, CPU, Memory, Task string
	Count, Sockets, Tasks            int
}

// build makes a build that has twice the GPU memory as host memory, and tasks that
// take a quarter of a GPU each.
func (f initFlags) build(known *catalog.Catalog) (*firstBuild, error) {
	if f.platform != "" {
		platform, err := choose("platform", f.platform, known.Platform(f.platform), (*catalog.Platform).Identity)
		if err != nil {
			return nil, err
		}
		gpus, _ := platform.Blocks["gpu"].(map[string]any)
		b := &firstBuild{Platform: strconv.Quote(platform.ID), Tasks: 1, Task: task(0)}
		if n, ok := gpus["count"].(float64); ok {
			b.Tasks = int(n)
		}
		if g := known.GPU(fmt.Sprint(gpus["model"])).Entry; g != nil {
			b.Task = task(g.Memory)
		}
		return b, nil
	}
	if f.count < 1 || f.count > mostGPUs {
		return nil, usage("--count %d: a node has 1 to %d GPUs", f.count, mostGPUs)
	}
	g, err := choose("GPU", f.gpu, known.GPU(f.gpu), (*catalog.GPU).Identity)
	if err != nil {
		return nil, err
	}
	cpu, sockets := "amd-epyc-9354", 1
	if f.count > 4 {
		sockets = 2 // the most that it is made for
	}
	capacity := memory(2 * float64(f.count) * g.Memory)
	if g.Vendor == "nvidia" && g.FormFactor == "superchip" {
		cpu = "nvidia-grace" // in the same module, with its memory
		grace := known.CPU(cpu).Entry
		sockets = min(f.count, grace.SocketsMax)
		capacity = sockets * int(grace.MemoryMax) >> 30
	}
	b := &firstBuild{GPU: strconv.Quote(g.ID), CPU: strconv.Quote(cpu), Count: f.count, Sockets: sockets, Tasks: f.count, Task: task(g.Memory)}
	b.Memory = strconv.Quote(fmt.Sprintf("%dGB", capacity))
	return b, nil
}

// task is a quarter of a GPU's memory.
func task(memory float64) string {
	return strconv.Quote(fmt.Sprintf("%dGB", max(1, int(memory/4)>>30)))
}

// memory is the least size of 1 or 1.5 times a power of two, in GiB, that is
// no less than what is wanted.
func memory(bytes float64) int {
	for size := 16; ; size *= 2 {
		if float64(size)*(1<<30) >= bytes {
			return size
		}
		if float64(size)*1.5*(1<<30) >= bytes {
			return size / 2 * 3
		}
	}
}

// choose takes the one entry that a name of a flag fits.
func choose[T any](kind, name string, m catalog.Match[T], id func(*T) string) (*T, error) {
	switch {
	case m.Entry != nil:
		return m.Entry, nil
	case len(m.Candidates) > 0:
		var ids []string
		for _, c := range m.Candidates {
			ids = append(ids, id(c))
		}
		return nil, usage("--%s %q fits several: %s", strings.ToLower(kind), name, strings.Join(ids, ", "))
	case len(m.Suggestions) > 0:
		return nil, usage("the catalogue has no %s %q; did you mean %q?", kind, name, m.Suggestions[0])
	}
	return nil, usage("the catalogue has no %s %q; rackvet catalog --kind %s lists them", kind, name, strings.ToLower(kind))
}

// spec is the text of a build.
func (b *firstBuild) spec() ([]byte, error) {
	t, err := template.ParseFS(templates, "template/example.hcl.tmpl")
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = t.Execute(&text, b)
	return text.Bytes(), err
}
