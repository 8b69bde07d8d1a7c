package catalog

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	catalogdata "github.com/rackvet/rackvet/schema/catalog"
)

// Catalog is the parts, models and platforms that are known. It may be used by
// many goroutines; its entries are shared, and must not be changed.
type Catalog struct {
	gpus      *shelf[GPU]
	cpus      *shelf[CPU]
	models    *shelf[Model]
	platforms *shelf[Platform]
	behind    *Catalog // what With was called on
}

// Builtin gives the catalogue that comes with the program.
func Builtin() (*Catalog, error) { return builtin() }

var builtin = sync.OnceValues(func() (*Catalog, error) { return Read(catalogdata.JSON) })

// Read reads a catalogue in the form of catalog.json: an object for each of gpu,
// cpu, model and platform that has the entries by id. What an entry holds is
// looked at when it is first wanted.
func Read(data []byte) (*Catalog, error) {
	kinds, err := split(data)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	entries := map[string][]byte{"gpu": []byte("{}"), "cpu": []byte("{}"), "model": []byte("{}"), "platform": []byte("{}")}
	for _, kind := range kinds {
		if entries[kind.name] == nil {
			return nil, fmt.Errorf("read the catalogue: %q is no kind of entry", kind.name)
		}
		entries[kind.name] = kind.value
	}
	var c Catalog
	var errs [4]error
	c.gpus, errs[0] = sealed(entries["gpu"], DecodeGPU, func(g *GPU) string { return g.Vendor })
	c.cpus, errs[1] = sealed(entries["cpu"], DecodeCPU, func(p *CPU) string { return p.Vendor })
	c.models, errs[2] = sealed(entries["model"], DecodeModel, func(*Model) string { return "" })
	c.platforms, errs[3] = sealed(entries["platform"], DecodePlatform, func(p *Platform) string { return p.Vendor })
	if err := errors.Join(errs[:]...); err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	return &c, nil
}

// Extra is what a spec describes itself.
type Extra struct {
	GPUs   []*GPU
	CPUs   []*CPU
	Models []*Model
}

// With gives a catalogue that has x too. Where a name fits both, x wins. The
// receiver stays as it is.
func (c *Catalog) With(x Extra) *Catalog {
	return &Catalog{
		gpus: c.gpus.before(x.GPUs, func(g *GPU) (string, map[string][]string) {
			return g.ID, map[string][]string{"aliases": g.Aliases}
		}),
		cpus: c.cpus.before(x.CPUs, func(p *CPU) (string, map[string][]string) {
			return p.ID, map[string][]string{"aliases": p.Aliases, "models": p.Models}
		}),
		models: c.models.before(x.Models, func(m *Model) (string, map[string][]string) {
			return m.ID, map[string][]string{"aliases": m.Aliases}
		}),
		platforms: c.platforms,
		behind:    c,
	}
}

// Behind is the catalogue that c adds entries to, nil where it adds none.
func (c *Catalog) Behind() *Catalog { return c.behind }

// GPUs lists all GPUs, sorted by id.
func (c *Catalog) GPUs() []*GPU { return c.gpus.entries() }

// CPUs lists all families of processors, sorted by id.
func (c *Catalog) CPUs() []*CPU { return c.cpus.entries() }

// Models lists all models, sorted by id.
func (c *Catalog) Models() []*Model { return c.models.entries() }

// Platforms lists all platforms, sorted by id.
func (c *Catalog) Platforms() []*Platform { return c.platforms.entries() }

// Model looks a model up by id or alias, with or without the organisation before
// a slash: "Qwen2.5-7B-Instruct", "Qwen/Qwen2.5-7B-Instruct".
func (c *Catalog) Model(name string) Match[Model] {
	hits := c.models.find(name)
	if _, own, ok := strings.Cut(name, "/"); ok && len(hits) == 0 {
		hits = c.models.find(own)
	}
	if len(hits) > 0 {
		return c.models.match(name, hits)
	}
	return c.models.partly(name, words(name))
}

// Platform looks a platform up by id or alias, with or without the vendor:
// "nvidia-dgx-h100", "DGX H100".
func (c *Catalog) Platform(name string) Match[Platform] {
	if hits := c.platforms.find(name); len(hits) > 0 {
		return c.platforms.match(name, hits)
	}
	return c.platforms.partly(name, words(name))
}
