package report

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEscape(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain text stays", `host memory is 0.8 × of "lab"`, `host memory is 0.8 × of "lab"`},
		{"a backslash stays", `C:\specs\a.hcl`, `C:\specs\a.hcl`},
		{"an escape sequence is spelt out", "\x1b[31mred", `\x1b[31mred`},
		{"line breaks and tabs are spelt out", "a\nb\r\nc\td\x00", `a\nb\r\nc\td\x00`},
		{"separators that some editors break lines at are spelt out", "a\u2028b\u2029c\u0085d", `a\u2028b\u2029c\u0085d`},
		{"delete and the one-byte control introducer are spelt out", "\x7f\u009b", `\x7f\u009b`},
		{"bidirectional overrides are spelt out", "\u202a\u202e\u2066\u2069\u200f", `\u202a\u202e\u2066\u2069\u200f`},
		{"invisible characters are spelt out", "a\u200bb\ufeff\u00ad\U000e0041", `a\u200bb\ufeff\u00ad\U000e0041`},
		{"bytes that are not UTF-8 are spelt out", "a\xff\xc3", `a\xff\xc3`},
		{"a replacement character that was written stays", "\ufffd", "\ufffd"},
		{"scripts, accents and joined emoji stay", "電源 é e\u0301 नमस्ते 👩‍💻 🇫🇷 ❤️", "電源 é e\u0301 नमस्ते 👩‍💻 🇫🇷 ❤️"},
		{"a workflow command at the start is broken", "::error::x", `\x3a:error::x`},
		{"a workflow command behind blanks is broken", " \u00a0::error::x", " \u00a0\\x3a:error::x"},
		{"a workflow command behind a line break is broken", "a\n::error::x", `a\n::error::x`},
		{"a workflow command that wrapping could bring to the start is broken", "see ::error::x", `see \x3a:error::x`},
		{"colons within a word stay", "provider::x::y", "provider::x::y"},
		{"an old workflow command is broken anywhere", "a##[error]b", `a\x23#[error]b`},
		{"a pipeline command is broken anywhere", "a ##vso[task]b", `a \x23#vso[task]b`},
		{"a command is broken behind what joins the next character", "\u0600##[x] \u0600::x", "\u0600\\x23#[x] \u0600::x"},
		{"a command is broken behind broken bytes", "\xf0\x9f\x92##[x] \xf0\x9f ::x", `\xf0\x9f\x92\x23#[x] \xf0\x9f \x3a:x`},
		{"a comment of two hashes stays", "## notes", "## notes"},
		{"three hashes hide no command", "###[x]", `#\x23#[x]`},
		{"nothing stays nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Escape(test.in); got != test.want {
				t.Errorf("Escape(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "plain", "\x1b[0m", "::error::", " ##[x] ##vso[y]", "a\r\n\tb", "\u202e電\u0301\xff", "👩\u200d💻\u200d", strings.Repeat("\u0301", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Escape(s)
		if !utf8.ValidString(got) {
			t.Errorf("%q is not UTF-8", got)
		}
		if strings.ContainsAny(got, "\n\r\t") {
			t.Errorf("%q is more than a line", got)
		}
		checkHarmless(t, got)
		if again := Escape(got); again != got {
			t.Errorf("escaped twice %q becomes %q", got, again)
		}
		if n := columns(got); n > 6*len(s) {
			t.Errorf("%q takes %d columns", got, n)
		}
	})
}

func FuzzEscapeJSON(f *testing.F) {
	f.Add("\x1b\u202e\u009b\U000e0041 ##[x] ##vso[y] <&> 電")
	f.Fuzz(func(t *testing.T, s string) {
		plain, err := marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		escaped := EscapeJSON(plain)
		checkHarmless(t, string(escaped))
		var want, got string
		if err := json.Unmarshal(plain, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(escaped, &got); err != nil {
			t.Fatalf("%s is no JSON: %v", escaped, err)
		}
		if got != want {
			t.Errorf("escaping made %q out of %q", got, want)
		}
	})
}
