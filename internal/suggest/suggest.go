// Package suggest finds the known names that a mistyped one is most like.
package suggest

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Nearest lists at most n of the known names that a writer of name may have
// meant, the likeliest first: those within a third of the longer name's length
// (at least 1) in edits, or that name begins or that begin it. Case counts for
// nothing, names as near as one another stand in alphabetical order, and each
// name is given once.
func Nearest(name string, known []string, n int) []string {
	type hit struct {
		name     string
		distance int
	}
	var hits []hit
	folded := []rune(strings.ToLower(name))
	var rows matrix
	for _, k := range known {
		if d, ok := near(folded, []rune(strings.ToLower(k)), &rows); ok {
			hits = append(hits, hit{k, d})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return strings.Compare(a.name, b.name)
	})
	var names []string
	for _, h := range hits {
		if len(names) >= n {
			break
		}
		if len(names) == 0 || names[len(names)-1] != h.name {
			names = append(names, h.name)
		}
	}
	return names
}

// shortestPrefix is how long a beginning must be to count as one: shorter ones
// begin too many names.
const shortestPrefix = 3

func near(name, known []rune, rows *matrix) (int, bool) {
	if len(name) == 0 || len(known) == 0 {
		return 0, false
	}
	shorter, longer := min(len(name), len(known)), max(len(name), len(known))
	bound := max(1, longer/3)
	if longer-shorter <= bound {
		if d := rows.distance(name, known, bound); d <= bound && d < longer {
			return d, true
		}
	}
	if shorter >= shortestPrefix && slices.Equal(name[:shorter], known[:shorter]) {
		return longer - shorter, true
	}
	return 0, false
}

// Distance is how many edits turn a into b: a letter put in, left out or
// changed, or two neighbours swapped, no letter being edited twice (the
// restricted Damerau-Levenshtein distance).
func Distance(a, b string) int {
	return new(matrix).distance([]rune(a), []rune(b), math.MaxInt)
}

// matrix is room for the three rows of the computation, used again and again.
type matrix [3][]int

// distance is that of Distance, or anything above bound where it is above bound.
func (m *matrix) distance(a, b []rune, bound int) int {
	for i := range m {
		m[i] = slices.Grow(m[i][:0], len(b)+1)[:len(b)+1]
	}
	// Row i holds the distances from a[:i] to every beginning of b; a swap looks
	// two rows back.
	before, last, row := m[0], m[1], m[2]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		// A swap can still give what the last row had, and one more.
		if least > bound && slices.Min(last)+1 > bound {
			return least
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// Quote lists names for a message: "a", "a" or "b", "a", "b" or "c". Control
// characters are written as Go writes them.
func Quote(names []string) string {
	var b strings.Builder
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(n))
	}
	return b.String()
}
