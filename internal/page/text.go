package page

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rackvet/rackvet/internal/units"
)

// Escapes make what strangers wrote harmless. Line gives a text as one line in
// which everything can be seen, Markdown as one that Markdown shows as it is, and
// JSON does for JSON what Line does for text.
type Escapes struct {
	Line, Markdown func(string) string
	JSON           func([]byte) []byte
}

// The most characters that are shown of a name and of other texts. JSON has all.
const (
	maxName = 120
	maxText = 1000
)

// text is a stranger's text of bearable length.
func (e Escapes) text(s string) string { return e.Line(shorten(s, maxText)) }

// name is a stranger's name of bearable length.
func (e Escapes) name(s string) string { return e.Line(shorten(s, maxName)) }

// shorten gives the first characters of s, and says how many more there are. Marks
// that pile up on one letter would be drawn over the lines around it: a few of them
// stay.
func shorten(s string, most int) string {
	if len(s) <= most && isASCII(s) {
		return s
	}
	var b strings.Builder
	n, marks, left := 0, 0, 0
	for i, r := range s {
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		switch {
		case marks > maxMarks:
		case n >= most:
			left++
		default:
			n++
			b.WriteString(s[i : i+width(s, i, r)])
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "… and %s more characters", units.Thousands(float64(left)))
	}
	return b.String()
}

// maxMarks is how many marks a letter may bear: no script needs more.
const maxMarks = 4

// width is how many bytes r takes at i; of a byte that is no character, it is one.
func width(s string, i int, r rune) int {
	if r == utf8.RuneError {
		_, n := utf8.DecodeRuneInString(s[i:])
		return n
	}
	return utf8.RuneLen(r)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// number is a value of a result with its unit, "" where there is none.
func number(v *float64, unit string) string {
	if v == nil {
		return ""
	}
	return units.Print(*v, unit)
}

// signed is a margin: "+6.7 %", "−47 %".
func signed(v *float64) string {
	if v == nil {
		return ""
	}
	percent := *v * 100
	text := units.Number(percent, 0)
	if percent > -10 && percent < 10 {
		text = units.Number(percent, 1)
	}
	if minus, ok := strings.CutPrefix(text, "-"); ok {
		return "−" + minus + " %"
	}
	if text == "0" {
		return "0 %"
	}
	return "+" + text + " %"
}

// sentence begins a message with a capital, unless it begins with a name.
func sentence(s string) string {
	word, _, _ := strings.Cut(s, " ")
	if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return s
	}
	return capital(s)
}

// list joins words as in a sentence: "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
