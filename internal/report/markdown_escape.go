package report

import (
	"regexp"
	"strings"
)

// markdownSpecial is what Markdown or HTML takes for markup within a line.
var markdownSpecial = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`,
	"&", "&amp;", "<", "&lt;", ">", "&gt;",
	// Sites that typeset mathematics take it from between two of these.
	"$", "<span>$</span>",
)

// markdownStart is what makes a heading, a list, a rule or an underline of the
// line that it starts.
var markdownStart = regexp.MustCompile(`^(?:[-+=#]|[0-9]+[.)])`)

// markdownLink is what sites make links, calls and pictures of in plain text:
// @somebody, #12, GH-12, :tada: and addresses. Nothing comes of it where the
// two halves stand apart.
var markdownLink = regexp.MustCompile(`(@)(\w)|(#)(\d)|(?i:\b(gh-)(\d))|(:)([\w+/-])|(?i:\b(www)(\.))`)

// markdownBreak keeps two halves apart. Nobody sees it.
const markdownBreak = "<!-- -->"

// EscapeMarkdown gives s as one line that Markdown shows as it is, in a
// paragraph, a list or the cell of a table: no markup, no link, and nobody is
// called. What a spec says is a stranger's word, and a comment about it must not
// let that pass for rackvet's.
func EscapeMarkdown(s string) string {
	s = strings.TrimSpace(Escape(s)) // four blanks in front would be code
	start := markdownStart.FindString(s)
	// Of the halves that the expression names, one pair is not empty. Escape has
	// left no zero byte, so that one can stand for the break until the rest is done.
	s = markdownLink.ReplaceAllString(s, "$1$3$5$7$9\x00$2$4$6$8${10}")
	s = strings.ReplaceAll(markdownSpecial.Replace(s), "\x00", markdownBreak)
	if start != "" {
		at := len(start) - 1
		s = s[:at] + `\` + s[at:]
	}
	return s
}

// markdownCode is s as code. It needs no backticks, so that those in s are none
// either.
func markdownCode(s string) string { return "<code>" + EscapeMarkdown(s) + "</code>" }
