// Package source holds the bytes of a spec file and turns byte offsets into
// positions a person can find: lines and columns from 1, in Unicode code
// points.
package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Pos is a place in a file. Line and Column count from 1; Column counts
// Unicode code points, so that a tab and a CJK character are one each. Byte
// counts from 0 in the file as it lies on disk, byte order mark included.
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

// Range is a stretch of a file. End is exclusive. The zero Range is no place.
type Range struct {
	File  string `json:"file"`
	Start Pos    `json:"start"`
	End   Pos    `json:"end"`
}

// IsZero reports whether r names no place at all.
func (r Range) IsZero() bool { return r == Range{} }

// Contains reports whether r covers the whole of o.
func (r Range) Contains(o Range) bool {
	return r.File == o.File && r.Start.Byte <= o.Start.Byte && o.End.Byte <= r.End.Byte
}

// File is one spec as read. Bytes lacks the byte order mark that BOM tells of.
type File struct {
	// Path is the name shown to people: as given, with forward slashes.
	Path  string
	Bytes []byte
	// BOM says that a UTF-8 byte order mark stood before Bytes.
	BOM bool

	lines []int // offsets in Bytes at which lines start
	// runes are the code points before each stretch of Bytes. JSON is often one line,
	// too long to count through for each place in it.
	runes []int
}

// stretch is how many bytes are counted through for a column at most, twice.
const stretch = 256

var utf8BOM = []byte("\xef\xbb\xbf")

// NewFile indexes the lines of content. A leading UTF-8 byte order mark is
// taken off and remembered.
func NewFile(path string, content []byte) *File {
	f := &File{Path: path}
	f.Bytes, f.BOM = bytes.CutPrefix(content, utf8BOM)
	f.lines = append(f.lines, 0)
	runes := 0
	for i, b := range f.Bytes {
		if i%stretch == 0 {
			f.runes = append(f.runes, runes)
		}
		if utf8.RuneStart(b) {
			runes++
		}
		if b == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	f.runes = append(f.runes, runes)
	return f
}

// Size is that of the whole file, its byte order mark included.
func (f *File) Size() int {
	if f.BOM {
		return len(f.Bytes) + len(utf8BOM)
	}
	return len(f.Bytes)
}

// WithBOM is text with the byte order mark that the file has.
func (f *File) WithBOM(text []byte) []byte {
	if !f.BOM {
		return text
	}
	return append(bytes.Clone(utf8BOM), text...)
}

// Pos gives the position of an offset in Bytes. Offsets outside the file are
// taken to its nearest end.
func (f *File) Pos(offset int) Pos {
	offset = max(0, min(offset, len(f.Bytes)))
	line := sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset }) - 1
	p := Pos{Line: line + 1, Column: f.runesBefore(offset) - f.runesBefore(f.lines[line]) + 1, Byte: offset}
	if f.BOM {
		p.Byte += len(utf8BOM)
	}
	return p
}

// runesBefore counts the code points before an offset, by their first bytes.
func (f *File) runesBefore(offset int) int {
	at := offset / stretch
	n := f.runes[at]
	for _, b := range f.Bytes[at*stretch : offset] {
		if utf8.RuneStart(b) {
			n++
		}
	}
	return n
}

// Range gives the range of the offsets [start, end) in Bytes.
func (f *File) Range(start, end int) Range {
	return Range{File: f.Path, Start: f.Pos(start), End: f.Pos(max(start, end))}
}

// Line is the text of line n, from 1, without its line ending. A line that the
// file lacks is empty.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	end := len(f.Bytes)
	if n < len(f.lines) {
		end = f.lines[n] - 1
	}
	return string(bytes.TrimSuffix(f.Bytes[f.lines[n-1]:end], []byte("\r")))
}

// Text is what stands at r.
func (f *File) Text(r Range) string {
	shift := 0
	if f.BOM {
		shift = len(utf8BOM)
	}
	start, end := r.Start.Byte-shift, r.End.Byte-shift
	if start < 0 || end > len(f.Bytes) || start > end {
		return ""
	}
	return string(f.Bytes[start:end])
}
