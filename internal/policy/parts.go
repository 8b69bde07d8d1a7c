package policy

import (
	"errors"
	"runtime"
	"slices"
)

// leastPart is how many rules make it worth while to compile them apart from
// others: libraries and what rules read of one another are compiled in each part.
const leastPart = 8

// partsOf is in how many parts the rules of b are compiled at once. OPA's compiler
// works on one processor, and takes most of a start.
func partsOf(b *Bundle, o Options) int {
	if o.whole || o.Print || o.Nothing || len(o.Only) > 0 {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), len(b.rules)/leastPart)
}

// inParts compiles the rules in n parts at once.
func inParts(b *Bundle, o Options, n int) (*Engine, error) {
	o.Profile, o.Schema, o.whole = "", nil, true // b has the one, and has been checked by the other
	groups := split(b, n)
	e := &Engine{rules: b.rules, parts: make([]*Engine, len(groups))}
	errs := make([]error, len(groups))
	parallel(len(groups), func(i int) {
		var others []string
		for k, g := range groups {
			if k != i {
				others = append(others, g...)
			}
		}
		part, err := b.Without(others...)
		if err == nil {
			e.parts[i], err = NewEngine(part, o)
		}
		errs[i] = err
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return e, nil
}

// split parts the ids of b's rules, in their order, into n groups of about as much
// text.
func split(b *Bundle, n int) [][]string {
	sizes, total := make([]int, len(b.rules)), 0
	for i, r := range b.rules {
		for _, x := range b.modules[r.File].Rules {
			sizes[i] += len(x.Location.Text)
		}
		total += sizes[i]
	}
	groups, before := make([][]string, n), 0
	for i, r := range b.rules {
		k := min(before*n/max(total, 1), n-1)
		groups[k] = append(groups[k], r.ID)
		before += sizes[i]
	}
	return slices.DeleteFunc(groups, func(g []string) bool { return len(g) == 0 })
}
