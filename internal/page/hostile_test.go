package page

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rackvet/rackvet/internal/finding"
	format "github.com/rackvet/rackvet/internal/report"
)

// real are the escapes that rackvet writes its reports with.
var real = Escapes{Line: format.Escape, Markdown: format.EscapeMarkdown, JSON: format.EscapeJSON}

// hostile are texts that try to be something else than text.
var hostile = map[string]string{
	"tags":                      `"><script>alert(1)</script><img src=x onerror=alert(1)>`,
	"quotes":                    "' onload='x\" style=\"a`b` ${c}",
	"the ends of elements":      "</style></title></td></table></details></svg>--><!-- ]]>",
	"a template":                `{{template "page" .}}{{end}}`,
	"control characters":        "\x00\x1b[31m\x07\x7f\u0085",
	"line breaks":               "\r\n\n# heading\n\n| a | b |\n| --- | --- |\n- [x](y)",
	"right to left":             "\u202e\u2066txt.exe\u2069\u200f\u061c\ufeff",
	"another script":            strings.Repeat("שלום ", 20),
	"bytes that are no text":    "\xff\xfe\xc3\x28",
	"marks that pile up":        "z" + strings.Repeat("\u0351\u036b", 500),
	"a name of 10,000 letters":  strings.Repeat("w", 10_000),
	"words without end":         strings.Repeat("ab ", 10_000),
	"Markdown":                  "**b** _i_ [a](https://evil.example) ![p](x) `c` | d | <b>e</b> @somebody #12",
	"an address that is a code": "javascript:alert(1)",
}

// steering are fields that hold words of ours, on which the page turns.
var steering = []string{"Verdict", "Outcome", "Unit", "From", "Bound", "Rule", "ID", "SHA256", "Effective", "Schema"}

// spoil hands every text in v that comes from strangers through f.
func spoil(v reflect.Value, f func(string) string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(v.Elem(), f)
		}
	case reflect.Interface:
		if s, ok := v.Interface().(string); ok {
			v.Set(reflect.ValueOf(f(s)))
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !slices.Contains(steering, name) {
				spoil(v.Field(i), f)
			}
		}
	case reflect.String:
		v.SetString(f(v.String()))
	}
}

// stranger is a report on which all is to be said; f makes its texts.
func stranger(f func(string) string) *Report {
	s := lab()
	s.Parts[0].Source = "the maker" // no link either way
	s.Workloads[0].GPU.Rule = ""    // evidence is not held against components
	r := report(s, sound())         // two, for the overview
	r.Incomplete, r.Faults = true, []string{"a rule stumbled"}
	r.Problems = []finding.Result{result("spec/syntax", finding.Fail, finding.Error, "the file can't be read", 0, 0, 0, "")}
	spoil(reflect.ValueOf(r), func(text string) string {
		if text == "" {
			return text
		}
		return f(text)
	})
	return r
}

// tags are the elements of a page with the names of their attributes.
func tags(page string) []string {
	found := regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1)
	for i, tag := range found {
		found[i] = regexp.MustCompile(`"[^"]*"`).ReplaceAllString(tag, `""`)
	}
	return found
}

// hidden is the first character of a text that does something else than show itself.
func hidden(text string) (rune, bool) {
	for _, r := range text {
		if r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return r, true
		}
	}
	return 0, false
}

func TestHostileTextStaysInItsCell(t *testing.T) {
	want := tags(write(t, "html", stranger(func(s string) string { return s }), real))
	lines := strings.Count(write(t, "markdown", stranger(func(s string) string { return s }), real), "\n")
	for name, text := range hostile {
		r := stranger(func(s string) string { return s + text })
		got := write(t, "html", r, real)
		if tags := tags(got); !slices.Equal(tags, want) {
			for i := range want {
				if i >= len(tags) || tags[i] != want[i] {
					t.Errorf("%s change the page: %v is %v", name, want[i:min(i+3, len(want))], tags[min(i, len(tags)):min(i+3, len(tags))])
					break
				}
			}
		}
		if r, ok := hidden(got); ok || !utf8.ValidString(got) {
			at := max(strings.IndexRune(got, r), 0)
			t.Errorf("%s leave %U in the page, which is text: %v: %.200q", name, r, utf8.ValidString(got), got[max(0, at-100):])
		}
		if len(got) > 400_000 {
			t.Errorf("%s make the page %d bytes long", name, len(got))
		}
		if got := write(t, "markdown", r, real); strings.Count(got, "\n") != lines || strings.Contains(got, "<script") || regexp.MustCompile(`[^\\]\]\(`).MatchString(got) {
			t.Errorf("%s change the Markdown: %d lines, and there were %d", name, strings.Count(got, "\n"), lines)
		}
		if r, ok := hidden(write(t, "json", r, real)); ok {
			t.Errorf("%s leave %U in JSON", name, r)
		}
	}
}

func TestNothingOfAStrangersIsALink(t *testing.T) {
	for _, source := range []string{"javascript:alert(1)", "data:text/html,x", "http://evil.example", "https://evil.example/\"><b>", "https://a b"} {
		s := lab()
		s.Parts[0].Source = source
		if got := write(t, "html", report(s), real); strings.Contains(got, "<a href=\"http") || strings.Contains(got, "<a href=\"javascript") {
			t.Errorf("%s is a link", source)
		}
	}
	s := lab()
	s.Parts[0].From, s.Parts[0].Source = "spec", "https://evil.example"
	if got := write(t, "html", report(s), real); strings.Contains(got, "<a href=\"http") {
		t.Error("what a spec gives as source is a link")
	}
}

func TestShorten(t *testing.T) {
	for in, want := range map[string]string{
		"short":                                 "short",
		strings.Repeat("a", 10):                 "aaaaaaaaaa",
		strings.Repeat("a", 12):                 "aaaaaaaaaa… and 2 more characters",
		strings.Repeat("é", 11):                 "éééééééééé… and 1 more characters",
		"e" + strings.Repeat("\u0301", 9) + "x": "e\u0301\u0301\u0301\u0301x",
		"\xff\xfe":                              "\xff\xfe",
	} {
		if got := shorten(in, 10); got != want {
			t.Errorf("%q is shortened to %q, want %q", in, got, want)
		}
	}
}
