package policy

import (
	"cmp"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/cover"
)

// Stretch is a piece of a file: line and column of its start and of its end.
type Stretch [4]int

// Stretches are pieces of files, by file.
type Stretches map[string][]Stretch

func newStretch(r cover.Range) Stretch {
	return Stretch{r.Start.Row, r.Start.Col, r.End.Row, r.End.Col}
}

// Coverable are the stretches of the policies, tests left out, that a test can get
// through.
func (t *Tester) Coverable() Stretches {
	s := Stretches{}
	for file, f := range cover.New().Report(t.policies).Files {
		for _, r := range f.NotCovered {
			s[file] = append(s[file], newStretch(r))
		}
	}
	return s
}

// Coverage gathers what tests got through.
type Coverage struct {
	all     Stretches
	reached map[string]map[Stretch]bool
}

// NewCoverage is for policies of those stretches.
func NewCoverage(all Stretches) *Coverage {
	return &Coverage{all: all, reached: map[string]map[Stretch]bool{}}
}

// Add notes what a test got through.
func (c *Coverage) Add(s Stretches) {
	for file, list := range s {
		if c.all[file] == nil {
			continue // a test, or built in
		}
		if c.reached[file] == nil {
			c.reached[file] = map[Stretch]bool{}
		}
		for _, x := range list {
			c.reached[file][x] = true
		}
	}
}

// FileCoverage is that of one file. Missed are the lines that no test got through,
// as stretches of first and last.
type FileCoverage struct {
	File           string
	Lines, Reached int
	Missed         [][2]int
}

// Files gives the coverage of each file, by name. A line counts as missed where
// anything on it is.
func (c *Coverage) Files() []FileCoverage {
	var files []FileCoverage
	for file, all := range c.all {
		reached := within(c.reached[file])
		lines, missed := map[int]bool{}, map[int]bool{}
		for _, s := range all {
			ok := reached(s)
			for n := s[0]; n <= s[2]; n++ {
				lines[n] = true
				if !ok {
					missed[n] = true
				}
			}
		}
		files = append(files, FileCoverage{file, len(lines), len(lines) - len(missed), runs(missed)})
	}
	slices.SortFunc(files, func(a, b FileCoverage) int { return cmp.Compare(a.File, b.File) })
	return files
}

// within tells whether a stretch lies in one of a set: of those that start no later,
// one has to end no sooner.
func within(set map[Stretch]bool) func(Stretch) bool {
	sorted := slices.SortedFunc(maps.Keys(set), func(a, b Stretch) int { return slices.Compare(a[:], b[:]) })
	ends := make([][2]int, len(sorted)) // the last end so far
	for i, s := range sorted {
		ends[i] = [2]int{s[2], s[3]}
		if i > 0 && slices.Compare(ends[i-1][:], ends[i][:]) > 0 {
			ends[i] = ends[i-1]
		}
	}
	return func(s Stretch) bool {
		n, _ := slices.BinarySearchFunc(sorted, s, func(x, s Stretch) int {
			if slices.Compare(x[:2], s[:2]) <= 0 {
				return -1
			}
			return 1
		})
		return n > 0 && slices.Compare(ends[n-1][:], s[2:]) >= 0
	}
}

// runs puts lines that follow one another together.
func runs(lines map[int]bool) [][2]int {
	var out [][2]int
	for _, n := range slices.Sorted(maps.Keys(lines)) {
		if last := len(out) - 1; last >= 0 && out[last][1] == n-1 {
			out[last][1] = n
			continue
		}
		out = append(out, [2]int{n, n})
	}
	return out
}
