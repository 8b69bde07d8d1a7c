package document

import (
	"strings"
	"testing"
)

// What overflows the parser's stack, uncatchably, is refused before it.
func TestDeepNestingIsRefused(t *testing.T) {
	const n = 100_000
	for name, tt := range map[string]struct{ file, text, want string }{
		"parentheses":   {"a.hcl", "locals {\n a = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + "\n}", "2:…"},
		"brackets":      {"a.hcl", "locals {\n a = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n}", "2:…"},
		"braces":        {"a.hcl", "locals {\n a = " + strings.Repeat("{a=", n) + "1" + strings.Repeat("}", n) + "\n}", "2:…"},
		"templates":     {"a.hcl", "locals {\n a = " + strings.Repeat(`"${`, n) + "1" + strings.Repeat(`}"`, n) + "\n}", "2:…"},
		"unary minus":   {"a.hcl", "locals {\n a = " + strings.Repeat("-", n) + "1\n}", "2:206 more than 200 signs in a row…"},
		"negations":     {"a.hcl", "locals {\n a = " + strings.Repeat("!", n) + "true\n}", "2:206 more than 200 signs in a row…"},
		"conditionals":  {"a.hcl", "locals {\n a = " + strings.Repeat("a?1:", n) + "1\n}", "2:…"},
		"blocks":        {"a.hcl", strings.Repeat("a {\n", n) + strings.Repeat("}\n", n), "200:3 nested more than 200 deep…"},
		"directives":    {"a.hcl", "locals {\n a = \"" + strings.Repeat("%{if true}", n) + "\"\n}", "2:…"},
		"additions":     {"a.hcl", "locals {\n a = 1" + strings.Repeat("+1", n) + "\n}", "2:…"},
		"indices":       {"a.hcl", "locals {\n a = b" + strings.Repeat("[0]", n) + "\n}", "2:…"},
		"steps":         {"a.hcl", "locals {\n a = b" + strings.Repeat(".c", n) + "\n}", "2:…"},
		"lines":         {"a.hcl", "locals {\n a = <<E\n" + strings.Repeat("line\n", n) + "E\n}", "1003:1 more than 1000 lines or parts in one text…"},
		"dollars":       {"a.hcl", "locals {\n a = \"" + strings.Repeat("$a", n) + "\"\n}", "2:…"},
		"JSON arrays":   {"a.hcl.json", strings.Repeat("[", n) + strings.Repeat("]", n), "1:…"},
		"JSON objects":  {"a.hcl.json", strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n), "1:…"},
		"JSON template": {"a.hcl.json", `{"locals":{"a":"${` + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + `}"}}`, "1:…"},
	} {
		t.Run(name, func(t *testing.T) { check(t, read(tt.file, tt.text, Options{}), tt.want) })
	}
}

// Ordinary specs are far from the bounds: long lists and many lines are fine.
func TestLongSpecsAreNotDeep(t *testing.T) {
	text := "locals {\n  a = [" + strings.Repeat("-1, ", 3000) + "]\n" + strings.Repeat("  # a comment - with - signs\n", 3000) + "}\n" +
		server("")
	check(t, read("a.hcl", text, Options{}))
}

func TestEncodings(t *testing.T) {
	utf16 := "\xff\xfes\x00e\x00r\x00v\x00e\x00r\x00"
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"a byte that is not UTF-8":   {"server \"a\" {\n  platform = \"\xff\"\n}\n", []string{"2:15 byte 0xff is not UTF-8; save the file as UTF-8"}},
		"UTF-16 with its mark":       {utf16, []string{"1:1 the file is UTF-16; save it as UTF-8"}},
		"UTF-16 without":             {utf16[2:], []string{"1:1 the file is UTF-16; save it as UTF-8"}},
		"a byte order mark is fine":  {"\xef\xbb\xbfserver \"a\" {\n  platform = \"p\"\n}\n", nil},
		"so are CR and LF":           {"server \"a\" {\r\n  platform = \"p\"\r\n}\r\n", nil},
		"columns count code points":  {"# 显卡\nserver \"显卡\" { nodse = 2 }\n", []string{`2:1 server "显卡" lacks…`, `2:1 server "显卡" lacks…`, `2:1 server "显卡" lacks…`, `2:15 unknown attribute "nodse" in server; Did you mean "nodes"?`}},
		"a mark does not shift them": {"\xef\xbb\xbfserver \"a\" { nodse = 2 }\n", []string{`1:1 server "a" lacks…`, `1:1 server "a" lacks…`, `1:1 server "a" lacks…`, `1:14 unknown attribute "nodse" in server; Did you mean "nodes"?`}},
		"too large":                  {strings.Repeat("#", MaxSize+1), []string{"1:1 the file is larger than a spec may be, 1 MiB"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, read("a.hcl", tt.text, Options{}), tt.want...) })
	}
	d := read("a.hcl", "\xef\xbb\xbfserver \"a\" {\n  platform = \"p\"\n}\n", Options{})
	if got := d.Servers()[0].Header.Start.Byte; got != 3 {
		t.Errorf("the server starts at byte %d, want 3, behind the mark", got)
	}
}

func TestUnquotedQuantitiesGetAHint(t *testing.T) {
	for name, tt := range map[string]struct{ line, want string }{
		"80GB":      {"capacity = 80GB", `2:14 80GB stands without quotes; Write "80GB".`},
		"80 GB":     {"capacity = 80 GB", `2:14 80 GB stands without quotes; Write "80 GB".`},
		"80%":       {"capacity = 80%", `2:14 80% stands without quotes; Write "80%".`},
		"2:1":       {"capacity = 2:1", `2:14 2:1 stands without quotes; Write "2:1".`},
		"4x16":      {"capacity = 4x16", `2:14 4x16 stands without quotes; Write "4x16".`},
		"a comment": {"capacity = 80GB # all of it", `2:14 80GB stands without quotes; Write "80GB".`},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, read("a.hcl", "server \"a\" {\n  "+tt.line+"\n}\n", Options{}), tt.want)
		})
	}
}

// Nothing that a file holds may panic or hang the reader.
func FuzzRead(f *testing.F) {
	f.Add("a.hcl", server(""))
	f.Add("a.hcl", "locals {\n  a = [for x in range(3) : \"${x}%{if true}y%{endif}\"]\n}\n"+server("  nodes = local.a[0]\n"))
	f.Add("a.hcl.json", `{"server": {"a": {"platform": "${upper(local.x)}"}}, "locals": {"x": "p"}}`)
	f.Add("a.hcl", "include = [\"b.hcl\"]\nvariable \"x\" { default = null }\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		if name != "a.hcl" {
			name = "a.hcl.json"
		}
		d := read(name, text, Options{})
		for _, s := range d.Servers() {
			s.Plain()
			s.Locate([]any{"workload", "tasks", 0, "x"})
		}
		for _, r := range d.Faults {
			if r.Message == "" || r.File != name || r.Range.Start.Line < 1 {
				t.Errorf("a fault without words or place: %+v", r)
			}
		}
	})
}
