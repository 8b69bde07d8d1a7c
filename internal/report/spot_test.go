package report

import (
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/source"
)

func TestCut(t *testing.T) {
	for _, test := range []struct {
		name, s string
		n       int
		want    string
	}{
		{"what is short enough stays", "abcd", 4, "abcd"},
		{"what is too long says so", "abcde", 4, "abc…"},
		{"characters count, not bytes", "机架服务器", 5, "机架服务器"},
		{"and are not cut in half", "机架服务器", 3, "机架…"},
		{"bytes that are no text are no trap", "a\xff\xfe\xfd", 3, "a\ufffd…"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := cut(test.s, test.n); got != test.want {
				t.Errorf("cut(%q, %d) = %q, want %q", test.s, test.n, got, test.want)
			}
		})
	}
}

func TestSpot(t *testing.T) {
	pos := func(line, column int) source.Pos { return source.Pos{Line: line, Column: column} }
	o := Options{Rel: func(file string) string { return strings.TrimPrefix(file, "/repo/") }}
	for _, test := range []struct {
		name string
		r    source.Range
		want spot
		text string
		last int
	}{
		{"a stretch of a line", source.Range{File: "/repo/b.hcl", Start: pos(2, 3), End: pos(2, 9)}, spot{"b.hcl", true, pos(2, 3), pos(2, 9)}, "b.hcl:2", 2},
		{"a range without a file is in that of the result", source.Range{Start: pos(2, 3), End: pos(2, 3)}, spot{"a.hcl", true, pos(2, 3), pos(2, 3)}, "a.hcl:2", 2},
		{"no lines are the whole file", source.Range{}, spot{file: "a.hcl"}, "a.hcl", 0},
		{"an end before the start is the start", source.Range{Start: pos(5, 3), End: pos(4, 9)}, spot{"a.hcl", true, pos(5, 3), pos(5, 3)}, "a.hcl:5", 5},
		{"columns count from 1", source.Range{Start: pos(5, -3), End: pos(5, 0)}, spot{"a.hcl", true, pos(5, 1), pos(5, 1)}, "a.hcl:5", 5},
		{"an end that takes nothing of its line", source.Range{Start: pos(5, 3), End: pos(7, 1)}, spot{"a.hcl", true, pos(5, 3), pos(7, 1)}, "a.hcl:5", 6},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := o.spot(test.r, "/repo/./a.hcl")
			if got != test.want || got.String() != test.text || got.lastLine() != test.last {
				t.Errorf("spot = %+v, %s to line %d, want %+v, %s to line %d", got, got, got.lastLine(), test.want, test.text, test.last)
			}
		})
	}
	if got := (Options{}).spot(source.Range{}, ""); got != (spot{}) {
		t.Errorf("no file at all is %+v", got)
	}
}
