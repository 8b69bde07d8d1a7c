package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// tabColumns is how many columns a tab of a source line takes, wherever it
// stands, so that a line looks the same behind a gutter of any width.
const tabColumns = 4

// columns is how many columns of a terminal s takes, if s is harmless.
func columns(s string) int {
	total := 0
	for s != "" {
		n := clusterLen(s)
		total += clusterColumns(s[:n])
		s = s[n:]
	}
	return total
}

// clusterColumns is the width of one grapheme cluster: that of its widest rune,
// since the others are drawn on top of it. What asks for emoji style by
// U+FE0F, and a flag's pair of letters, take two columns. Runes that Unicode
// calls ambiguous take one, as in terminals outside East Asia.
func clusterColumns(cluster string) int {
	if len(cluster) == 1 {
		return 1
	}
	widest := 0
	for _, r := range cluster {
		widest = max(widest, runeColumns(r))
	}
	if first, n := utf8.DecodeRuneInString(cluster); n < len(cluster) {
		if strings.ContainsRune(cluster, '\ufe0f') || unicode.Is(unicode.Regional_Indicator, first) {
			return 2
		}
	}
	return widest
}

func runeColumns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
