package lint

import (
	"path"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/source"
)

// Beside gives a spec the other files that it reads, by their paths, which are
// joined to the spec's own. It refuses those that a spec may not read.
type Beside interface {
	// Include opens what the spec includes, from within its tree.
	Include(path string) (*source.File, error)
	// Config opens a model's config, from below the spec's own folder.
	Config(path string) (*source.File, error)
}

// beside is where the files are that f reads.
func beside(f File) Beside {
	if f.Beside != nil {
		return f.Beside
	}
	return disk{f.Path}
}

// disk is the files around a spec of the disk.
type disk struct{ spec string }

func (d disk) Include(name string) (*source.File, error) {
	tree, err := source.TreeOf(d.spec)
	if err != nil {
		return nil, err
	}
	return tree.Open(name, document.MaxSize)
}

func (d disk) Config(name string) (*source.File, error) {
	tree, err := source.TreeBelow(path.Dir(d.spec))
	if err != nil {
		return nil, err
	}
	return tree.Open(name, document.MaxSize)
}
