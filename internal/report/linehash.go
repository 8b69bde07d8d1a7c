package report

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rackvet/rackvet/internal/source"
)

// hashWindow is how many UTF-16 units a line's hash takes in, from the start of
// the line on.
const hashWindow = 100

// hashBase is what the rolling hash multiplies by, and hashOut its power that a
// unit has gathered by the time it leaves the window.
const hashBase = 37

var hashOut = func() uint64 {
	out := uint64(1)
	for range hashWindow {
		out *= hashBase
	}
	return out
}()

// lineHashes computes the hash by which GitHub's code scanning knows a line
// again, for each line of f: 64 bits over the next hundred UTF-16 units that are
// no blank and no tab, in hexadecimal, and after a colon how many lines up to
// this one have that hash. It has to be the same as what GitHub's own upload
// computes, or alerts are closed and opened anew: so lines end as they do there,
// at CR too, the byte order mark counts, the end of the file is a unit of its own,
// and zeros follow it. A file that is not UTF-8 has no hashes.
func lineHashes(f *source.File) []string {
	if !utf8.Valid(f.Bytes) {
		return nil
	}
	h := lineHasher{seen: map[uint64]int{}, lineStart: true}
	if f.BOM {
		h.unit('\ufeff')
	}
	afterCR := false
	for rest := f.Bytes; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		rest = rest[n:]
		skip := r == ' ' || r == '\t' || r == '\n' && afterCR
		afterCR = r == '\r' && !skip
		switch {
		case skip:
		case r == '\r':
			h.unit('\n')
		case r >= 0x10000:
			first, second := utf16.EncodeRune(r)
			h.unit(uint64(first))
			h.unit(uint64(second))
		default:
			h.unit(uint64(r))
		}
	}
	h.unit(0xffff)
	for range hashWindow {
		h.push(0)
	}
	return h.hashes
}

// lineHasher is a window that moves over a file. A line's hash is known once its
// first unit is about to leave the window.
type lineHasher struct {
	hash      uint64
	window    [hashWindow]uint64
	starts    [hashWindow]bool // which units of the window start a line
	at        int
	lineStart bool
	seen      map[uint64]int
	hashes    []string
}

// unit takes a unit of the text in.
func (h *lineHasher) unit(u uint64) {
	start := h.lineStart
	h.lineStart = u == '\n'
	at := h.at
	h.push(u)
	h.starts[at] = start
}

// push moves the window on by one unit.
func (h *lineHasher) push(u uint64) {
	if h.starts[h.at] {
		h.starts[h.at] = false
		h.seen[h.hash]++
		h.hashes = append(h.hashes, strconv.FormatUint(h.hash, 16)+":"+strconv.Itoa(h.seen[h.hash]))
	}
	h.hash = h.hash*hashBase + u - h.window[h.at]*hashOut
	h.window[h.at] = u
	h.at = (h.at + 1) % hashWindow
}
