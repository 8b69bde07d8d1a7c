package document

import (
	"fmt"
	"strconv"

	"github.com/rackvet/rackvet/internal/finding"
)

// place is where a block stands: in which, of which type, under which labels. A file
// may hold thousands side by side, too many to look through for each.
type place struct {
	in     *Block
	name   string
	labels string // quoted, one behind the other
}

// duplicate reports a block that stands there already, and numbers those that
// may stand several times.
func (r *reader) duplicate(b *Block, shape *BlockShape, c *Block) bool {
	if r.first == nil {
		r.first, r.repeats = map[place]*Block{}, map[place]int{}
	}
	at := place{in: b, name: c.Name}
	if shape.Repeatable {
		c.index, c.repeated = r.repeats[at], true
		r.repeats[at]++
		c.Path = b.Path.Child(c.Name, c.index)
		return false
	}
	if r.shape.Definitions[shape.Definition] != nil && r.shape.Definitions[shape.Definition].Free {
		return false
	}
	what := c.Name
	for _, l := range c.Labels {
		at.labels += strconv.Quote(l.Text)
		what += fmt.Sprintf(" %q", l.Text)
	}
	first := r.first[at]
	if first == nil {
		r.first[at] = c
		return false
	}
	r.fault(finding.RuleSchema, c.Header, what+" is written twice", "Keep one, or give the other another name.",
		finding.Related{Message: "first written here", Range: first.Header})
	return true
}
