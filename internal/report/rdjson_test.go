package report

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

type rdReport struct {
	Diagnostics []rdDiagnostic
}

func readRDJSON(t *testing.T, text string) rdReport {
	t.Helper()
	var got rdReport
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in\n%.2000s", err, text)
	}
	return got
}

func TestRDJSON(t *testing.T) {
	o, servers, problems := review(t)
	got := write(t, "rdjson", o, servers, problems)
	golden(t, "rdjson.json", got)
	readRDJSON(t, got)
	o.All = true
	golden(t, "rdjson_all.json", write(t, "rdjson", o, servers, problems))
	none := `{"source":{"name":"rackvet","url":"https://github.com/rackvet/rackvet"},"diagnostics":[]}` + "\n"
	if got := write(t, "rdjson", o, nil, nil); got != none {
		t.Errorf("no servers make\n%s, want\n%s", got, none)
	}
}

func TestRDJSONColumnsCountBytes(t *testing.T) {
	for _, test := range []struct{ name, file, text string }{
		{"in ASCII", "a = 1\nb = 22\n", "22"},
		{"behind letters of two, three and four bytes", "x = \"é电🚀\" + 80\n", "80"},
		{"of letters of several bytes", "a\nx = \"é电🚀\"\n", "é电🚀"},
		{"in a line that ends in CR LF", "a\r\n\té = 1\r\n", "1"},
		{"over lines", "é {\n  \"电\"\n}\n", "{\n  \"电\"\n}"},
		{"at the end of the file", "é = 电", "电"},
		{"in the first line behind a byte order mark", "\xef\xbb\xbfé = 1\n", "1"},
		{"in the second line behind a byte order mark", "\xef\xbb\xbfé = 1\né = 2\n", "2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := source.NewFile("a.hcl", []byte(test.file))
			r := at(t, f, test.text)
			got, ok := byteRange(r, f)
			if !ok {
				t.Fatalf("%v has no columns", r)
			}
			// A reader cuts lines of the file on disk by bytes.
			lines := strings.SplitAfter(test.file, "\n")
			offset := func(p rdPosition) int { return len(strings.Join(lines[:p.Line-1], "")) + p.Column - 1 }
			if cut := test.file[offset(got.Start):offset(got.End)]; cut != test.text {
				t.Errorf("%v is %q, want %q", got, cut, test.text)
			}
		})
	}
}

func TestRDJSONTellsLinesAloneWhereColumnsAreNotKnown(t *testing.T) {
	f := source.NewFile("a.hcl", []byte("é = 1\né = 2\n"))
	r := f.Range(4, 5)
	other, stale, past := r, r, r
	other.File = "b.hcl"
	stale.Start.Column++
	past.End.Byte = 99
	block := source.Range{File: "b.hcl", Start: source.Pos{Line: 1, Column: 1}, End: source.Pos{Line: 3, Column: 1}}
	for _, test := range []struct {
		name string
		r    source.Range
		file *source.File
		want string
	}{
		{"a file that was not read", r, nil, `{"path":"a.hcl","range":{"start":{"line":1},"end":{"line":1}}}`},
		{"another file", other, f, `{"path":"b.hcl","range":{"start":{"line":1},"end":{"line":1}}}`},
		{"a place that is not where it says", stale, f, `{"path":"a.hcl","range":{"start":{"line":1},"end":{"line":1}}}`},
		{"a place past the end", past, f, `{"path":"a.hcl","range":{"start":{"line":1},"end":{"line":1}}}`},
		{"lines up to the start of another", block, f, `{"path":"b.hcl","range":{"start":{"line":1},"end":{"line":2}}}`},
		{"no place at all", source.Range{}, f, `{"path":"a.hcl"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			format := &rdjsonFormat{}
			got, err := marshal(format.location(test.r, "a.hcl", test.file))
			if err != nil || string(got) != test.want {
				t.Errorf("location is %s, %v, want %s", got, err, test.want)
			}
		})
	}
}

func TestRDJSONSuggestsWholeRepairsOnly(t *testing.T) {
	f := source.NewFile("a.hcl", []byte("é = 1\nb = 2\n"))
	first, second := fix(finding.Path{"é"}, "3", at(t, f, "1"), "3"), fix(finding.Path{"b"}, "4", at(t, f, "2"), "4")
	put := fix(finding.Path{"c"}, "5", f.Range(len(f.Bytes), len(f.Bytes)), "c = 5\n")
	lost, elsewhere := second, fix(finding.Path{"b"}, "4", source.Range{File: "b.hcl"}, "4")
	lost.Range = nil
	for _, test := range []struct {
		name  string
		fixes []finding.Fix
		want  []rdSuggestion
	}{
		{"each edit is a suggestion", []finding.Fix{first, second}, []rdSuggestion{{rdRange{rdPosition{1, 6}, rdPosition{1, 7}}, "3"}, {rdRange{rdPosition{2, 5}, rdPosition{2, 6}}, "4"}}},
		{"what is put in replaces nothing", []finding.Fix{put}, []rdSuggestion{{rdRange{rdPosition{3, 1}, rdPosition{3, 1}}, "c = 5\n"}}},
		{"an edit without a place takes the others with it", []finding.Fix{first, lost}, nil},
		{"an edit of another file takes the others with it", []finding.Fix{first, elsewhere}, nil},
		{"no edits are no suggestions", nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, suggestions(test.fixes, f)); diff != "" {
				t.Errorf("suggestions (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRDJSONOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	text := write(t, "rdjson", o, servers, problems)
	checkHarmless(t, text)
	golden(t, "rdjson_hostile.json", text)
	if !utf8.ValidString(text) {
		t.Error("it is not UTF-8")
	}
	got := readRDJSON(t, text)
	if want := len(servers[0].Results) + len(problems); len(got.Diagnostics) != want {
		t.Errorf("%d diagnostics, want %d", len(got.Diagnostics), want)
	}
	for _, d := range got.Diagnostics {
		for line := range strings.SplitSeq(d.Message, "\n\n") {
			checkHarmless(t, line) // readers print it as it is
		}
		if d.Code.Value == "" || d.Severity == "" || len(d.Message) > 100_000 {
			t.Errorf("%.300v is no diagnostic", d)
		}
	}
}
