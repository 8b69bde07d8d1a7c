package report

import (
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/apparentlymart/go-textseg/v15/textseg"
)

// Escape gives s as one harmless line. Specs come from strangers' pull
// requests, so what they say must not move the cursor, reorder the line, hide
// from the reviewer or talk to the machine that runs the check:
//   - control characters, line breaks, invisible and bidirectional format
//     characters and bytes that are not UTF-8 are shown as \x1b, \n or \u202e;
//   - "::" at the start of s or of a word, "##[" and "##vso[", by which CI
//     systems take commands out of a log, lose their first character to \x3a
//     or \x23. (Leading blanks do not help: runners trim them.)
//
// A backslash itself is left alone: doubling it would spoil every path and
// regular expression to mark what is plain to see.
func Escape(s string) string {
	if harmless(s) {
		return s
	}
	var b strings.Builder
	for _, shown := range pieces(s) {
		b.WriteString(shown)
	}
	return b.String()
}

// harmless is a quick sufficient test, for nearly every string there is.
func harmless(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return !strings.Contains(s, "::") && !strings.Contains(s, "##")
}

// pieces gives the user-perceived characters of s, raw and as they are shown.
func pieces(s string) iter.Seq2[string, string] {
	return func(yield func(raw, shown string) bool) {
		wordStart := true
		for rest := s; rest != ""; {
			n := clusterLen(rest)
			var shown string
			shown, wordStart = show(rest, n, wordStart)
			if !yield(rest[:n], shown) {
				return
			}
			rest = rest[n:]
		}
	}
}

// startsCommand reports whether s begins as what GitHub's and Azure's runners
// obey wherever in a line it stands.
func startsCommand(s string) bool {
	return strings.HasPrefix(s, "##[") || strings.HasPrefix(s, "##vso[")
}

// clusterLen is the length of the first grapheme cluster of s in bytes.
func clusterLen(s string) int {
	if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1 // also between CR and LF, which are shown one by one
	}
	// A cluster of more than 256 bytes is an attack on somebody's terminal.
	part := []byte(s[:min(len(s), 256)])
	n, _, err := textseg.ScanGraphemeClusters(part, true)
	if err != nil || n == 0 {
		n = 1
	}
	// The scanner takes broken bytes together with what stands behind them.
	for i := 0; i < n; {
		r, size := utf8.DecodeRune(part[i:])
		if r == utf8.RuneError && size == 1 {
			return max(i, 1)
		}
		i += size
	}
	return n
}

// show makes the runes of the first n bytes of s, a cluster, visible where they
// are not, and breaks commands, which may start at any of them. It takes and
// gives whether what comes next starts a word.
func show(s string, n int, wordStart bool) (string, bool) {
	var b strings.Builder
	for i := 0; i < n; {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case wordStart && strings.HasPrefix(s[i:], "::"), r == '#' && startsCommand(s[i:]):
			fmt.Fprintf(&b, `\x%02x`, r)
		case !hostile(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		wordStart = unicode.IsSpace(r) && !hostile(r)
		i += size
	}
	return b.String(), wordStart
}

// hostile reports whether r does something else than show itself: control
// characters, line and paragraph separators, and format characters, except
// the joiners, which emoji and several scripts are written with, and the signs
// that are drawn around the digits after them.
func hostile(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r == '\u200c', r == '\u200d', unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// EscapeJSON does for JSON what Escape does for text, by JSON's own escapes,
// so that the values stay what they are. Everything it touches can only stand
// within a string.
func EscapeJSON(b []byte) []byte {
	var out []byte // nil as long as nothing had to change
	done := 0
	for i := 0; i < len(b); {
		r, n := rune(b[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(b[i:])
		}
		if r >= 0x7f && hostile(r) || r == '#' && startsCommand(string(b[i:min(i+6, len(b))])) {
			out = append(out, b[done:i]...)
			for _, u := range utf16.Encode([]rune{r}) {
				out = fmt.Appendf(out, `\u%04x`, u)
			}
			done = i + n
		}
		i += n
	}
	if out == nil {
		return b
	}
	return append(out, b[done:]...)
}
