package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/source"
)

func TestNewSnippetPlacesTheCaret(t *testing.T) {
	// Columns follow from the widths that terminals draw: 2 for what Unicode's
	// EastAsianWidth.txt calls wide or fullwidth, and for emoji; 0 for
	// combining marks; 4 for a tab, which is rackvet's own choice.
	for _, test := range []struct {
		name, line, mark string
		want             Snippet
	}{
		{"plain text", `  a = "x"`, `"x"`, Snippet{1, `  a = "x"`, 6, 3}},
		{"a tab takes four columns wherever it stands", "\ta\t= x", "x", Snippet{1, "    a    = x", 11, 1}},
		{"a tab that is underlined is underlined whole", "a\tb", "\t", Snippet{1, "a    b", 1, 4}},
		{"CJK takes two columns a character", `名前 = "电源"`, `"电源"`, Snippet{1, `名前 = "电源"`, 7, 6}},
		{"fullwidth letters take two columns", "ＡＢ x", "x", Snippet{1, "ＡＢ x", 5, 1}},
		{"halfwidth katakana take one column", "ｶﾅ x", "x", Snippet{1, "ｶﾅ x", 3, 1}},
		{"an emoji takes two columns", "# 🚀 x", "x", Snippet{1, "# 🚀 x", 5, 1}},
		{"a joined emoji takes two columns as a whole", "👩‍💻 x", "x", Snippet{1, "👩‍💻 x", 3, 1}},
		{"a flag takes two columns", "🇫🇷 x", "x", Snippet{1, "🇫🇷 x", 3, 1}},
		{"a sign in emoji style takes two columns", "❤️ x", "x", Snippet{1, "❤️ x", 3, 1}},
		{"a combining accent takes none", "e\u0301e\u0301 x", "x", Snippet{1, "e\u0301e\u0301 x", 3, 1}},
		{"half of a character is underlined whole", "e\u0301!", "\u0301", Snippet{1, "e\u0301!", 0, 1}},
		{"an escape sequence takes the columns of its spelling", "\x1b[0m x", "x", Snippet{1, `\x1b[0m x`, 8, 1}},
		{"a byte that is not UTF-8 takes the columns of its spelling", "\xff x", "x", Snippet{1, `\xff x`, 5, 1}},
		{"a carriage return at the end is part of the line ending", "a = x\r", "x", Snippet{1, "a = x", 4, 1}},
		{"an empty range still has a caret", "abc", "", Snippet{1, "abc", 0, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := source.NewFile("a.hcl", []byte(test.line+"\nnext\n"))
			i := strings.Index(test.line, test.mark)
			got, ok := NewSnippet(f, f.Range(i, i+len(test.mark)), 0)
			if diff := cmp.Diff(test.want, got); diff != "" || !ok {
				t.Errorf("snippet (-want +got), ok %v:\n%s", ok, diff)
			}
			if got.Start > columns(got.Text) {
				t.Errorf("the caret starts at %d, behind the %d columns of the line", got.Start, columns(got.Text))
			}
		})
	}
}

func TestNewSnippetOfOddRanges(t *testing.T) {
	f := source.NewFile("a.hcl", []byte("\xef\xbb\xbfgpu {  \r\n  count = 1\r\n}"))
	pos := func(line, column int) source.Pos { return source.Pos{Line: line, Column: column} }
	for _, test := range []struct {
		name string
		f    *source.File
		r    source.Range
		want Snippet
		ok   bool
	}{
		{"several lines are underlined to the end of the first, without blanks", f, source.Range{Start: pos(1, 1), End: pos(3, 2)}, Snippet{1, "gpu {", 0, 5}, true},
		{"behind the end of a line there is one caret", f, source.Range{Start: pos(2, 12), End: pos(2, 12)}, Snippet{2, "  count = 1", 11, 1}, true},
		{"far behind the end of a line there is one caret at the end", f, source.Range{Start: pos(2, 99), End: pos(2, 120)}, Snippet{2, "  count = 1", 11, 1}, true},
		{"an end before the start is one caret", f, source.Range{Start: pos(2, 3), End: pos(2, 1)}, Snippet{2, "  count = 1", 2, 1}, true},
		{"an unset end underlines the rest", f, source.Range{Start: pos(2, 3)}, Snippet{2, "  count = 1", 2, 9}, true},
		{"an unset column is the first", f, source.Range{Start: pos(2, 0), End: pos(2, 3)}, Snippet{2, "  count = 1", 0, 2}, true},
		{"a line past the end of the file is none", f, source.Range{Start: pos(4, 1), End: pos(4, 2)}, Snippet{}, false},
		{"the zero range is none", f, source.Range{}, Snippet{}, false},
		{"a range of another file is none", f, source.Range{File: "b.hcl", Start: pos(1, 1), End: pos(1, 2)}, Snippet{}, false},
		{"without a file there is none", nil, source.Range{Start: pos(1, 1), End: pos(1, 2)}, Snippet{}, false},
		{"the one line of an empty file is empty", source.NewFile("a.hcl", nil), source.Range{Start: pos(1, 1), End: pos(1, 1)}, Snippet{1, "", 0, 1}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := NewSnippet(test.f, test.r, 0)
			if diff := cmp.Diff(test.want, got); diff != "" || ok != test.ok {
				t.Errorf("snippet (-want +got), ok %v:\n%s", ok, diff)
			}
		})
	}
}

func TestNewSnippetCutsLongLines(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after int // characters around the mark
		unit          string
		mark          string
		limit         int
		cutLeft       bool
		cutRight      bool
		width         int
	}{
		{"a line of 200 columns is left alone", 98, 99, "a", "<x>", 0, false, false, 3},
		{"a line of 201 columns is cut where less is lost", 99, 99, "a", "<x>", 0, true, false, 3},
		{"a line that is long on either side is cut on both", 300, 300, "a", "<x>", 0, true, true, 3},
		{"a mark near the start leaves the start", 5, 500, "a", "<x>", 0, false, true, 3},
		{"a mark near the end leaves the end", 500, 5, "a", "<x>", 0, true, false, 3},
		{"a mark in the middle of megabytes is found", 3e6, 3e6, "a", "<x>", 0, true, true, 3},
		{"wide characters are not cut in half", 300, 300, "電", "<x>", 81, true, true, 3},
		{"a mark that is too long is underlined as far as it shows", 0, 0, "", strings.Repeat("m", 300), 100, false, true, 98},
	} {
		t.Run(test.name, func(t *testing.T) {
			line := strings.Repeat(test.unit, test.before) + test.mark + strings.Repeat(test.unit, test.after)
			f := source.NewFile("a.hcl", []byte(line))
			start := test.before * len(test.unit)
			got, ok := NewSnippet(f, f.Range(start, start+len(test.mark)), test.limit)
			limit := test.limit
			if limit == 0 {
				limit = maxColumns
			}
			if n := columns(got.Text); !ok || n > limit {
				t.Errorf("%d columns, want at most %d: %q", n, limit, got.Text)
			}
			if l, r := strings.HasPrefix(got.Text, "…"), strings.HasSuffix(got.Text, "…"); l != test.cutLeft || r != test.cutRight {
				t.Errorf("cut left %v and right %v, want %v and %v: %q", l, r, test.cutLeft, test.cutRight, got.Text)
			}
			if got.Width != test.width {
				t.Errorf("the caret is %d wide, want %d", got.Width, test.width)
			}
			i := strings.IndexAny(got.Text, "<m")
			if i < 0 || columns(got.Text[:i]) != got.Start {
				t.Errorf("the caret starts at %d, not at the mark: %q", got.Start, got.Text)
			}
		})
	}
}

func FuzzNewSnippet(f *testing.F) {
	f.Add("a = \t電 👩‍💻 \x1b ##[x]\r\nb", 1, 5, 1, 9, 0)
	f.Add(strings.Repeat("電a", 4000), 1, 6000, 1, 7000, 33)
	f.Fuzz(func(t *testing.T, text string, line, column, endLine, endColumn, limit int) {
		file := source.NewFile("a.hcl", []byte(text))
		s, ok := NewSnippet(file, source.Range{Start: source.Pos{Line: line, Column: column}, End: source.Pos{Line: endLine, Column: endColumn}}, limit)
		if !ok {
			return
		}
		checkHarmless(t, "| "+s.Text)
		if limit <= 0 {
			limit = maxColumns
		}
		// The tightest limit that text output uses is 20.
		if n := columns(s.Text); limit >= 20 && (n > limit || s.Start > limit || s.Width < 1 || s.Start+s.Width > limit+1) {
			t.Errorf("%d columns and a caret at %d+%d do not fit into %d: %q", n, s.Start, s.Width, limit, s.Text)
		}
	})
}
