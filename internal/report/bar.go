package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/fatih/color"

	"github.com/rackvet/rackvet/internal/units"
)

// Part is one stretch of a bar, in bytes.
type Part struct {
	Name  string
	Bytes float64
}

// fills tell the parts of a bar apart, with or without colours.
var (
	blocks = []string{"█", "▓", "▒", "░", "▚", "▞", "▙", "▜"}
	ascii  = []string{"#", "=", "+", "-", "o", "x", "%", "@"}
)

// bar draws parts, stacked, against what there is room for. What is too much
// runs past the mark that stands at the end of the room.
func bar(parts []Part, room float64, columns int, plain bool, paint []*color.Color) string {
	sum := 0.0
	for _, p := range parts {
		sum += p.Bytes
	}
	whole := max(sum, room)
	if whole <= 0 || columns < 1 {
		return ""
	}
	fill, empty, mark := blocks, "·", "│"
	if plain {
		fill, empty, mark = ascii, ".", "|"
	}
	at := func(bytes float64) int { return int(math.Round(bytes / whole * float64(columns))) }
	var b strings.Builder
	drawn, end := 0.0, at(room)
	for i, p := range parts {
		from, to := at(drawn), at(drawn+p.Bytes)
		drawn += p.Bytes
		if room > 0 && from < end && to > end { // the mark stands inside this part
			b.WriteString(paint[i%len(paint)].Sprint(strings.Repeat(fill[i%len(fill)], end-from)) + mark)
			from = end
		}
		b.WriteString(paint[i%len(paint)].Sprint(strings.Repeat(fill[i%len(fill)], to-from)))
		if room > 0 && to == end && drawn < sum {
			b.WriteString(mark)
		}
	}
	if used := at(sum); used <= end {
		b.WriteString(strings.Repeat(empty, end-used) + mark)
	}
	return b.String()
}

// legend names the parts with the fill that stands for each.
func legend(parts []Part, plain bool, paint []*color.Color) string {
	fill := blocks
	if plain {
		fill = ascii
	}
	var words []string
	for i, p := range parts {
		words = append(words, fmt.Sprintf("%s %s %s", paint[i%len(paint)].Sprint(fill[i%len(fill)]), name(p.Name), units.PrintBytes(p.Bytes)))
	}
	return strings.Join(words, "  ")
}
