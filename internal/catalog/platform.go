package catalog

import "github.com/rackvet/rackvet/internal/units"

// Platform is a server as its vendor ships it.
type Platform struct {
	ID      string
	Vendor  string
	Aliases []string
	// Blocks are gpu, cpu, memory, storage, network and power, exactly as a spec
	// would write them: quantities are strings. They are shared: don't change them.
	Blocks      map[string]any
	PowerMax    float64 // watts
	Source      string
	Unconfirmed []string // fields, dotted ("power.rating"), that no source confirms
}

// platformBlocks are the blocks that a platform can fill in.
var platformBlocks = [...]string{"gpu", "cpu", "memory", "storage", "network", "power"}

// Identity is the id.
func (p *Platform) Identity() string { return p.ID }

// DecodePlatform reads the fields of a platform, named as in the schema's #Platform.
func DecodePlatform(id string, fields map[string]any) (*Platform, error) {
	r := newReader("platform", id, fields)
	r.skip("description")
	p := &Platform{
		ID:          id,
		Vendor:      r.text("vendor"),
		Aliases:     r.texts("aliases"),
		Blocks:      map[string]any{},
		PowerMax:    r.quantity(units.Power, "power_max"),
		Source:      r.text("source"),
		Unconfirmed: r.texts("unconfirmed"),
	}
	for _, name := range platformBlocks {
		if block := r.block(name); block != nil {
			p.Blocks[name] = block
		}
	}
	return p, r.done()
}
