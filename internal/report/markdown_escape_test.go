package report

import (
	"strings"
	"testing"
)

func TestEscapeMarkdown(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"prose stays", "host memory is 0.8 × GPU memory: 128 GiB, at least 1.5 ×", "host memory is 0.8 × GPU memory: 128 GiB, at least 1.5 ×"},
		{"hyphens and full stops within a line stay", "amd-epyc-7543, 1.5 + 2", "amd-epyc-7543, 1.5 + 2"},
		{"emphasis and code are none", "*a* _b_ `c` ~~d~~", "\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~"},
		{"links and pictures are none", "![x](y)", `!\[x\](y)`},
		{"a cell of a table ends where it should", "a|b", `a\|b`},
		{"a backslash undoes nothing", `\|`, `\\\|`},
		{"HTML and its entities are text", "<img src=x>&lt;", "&lt;img src=x&gt;&amp;lt;"},
		{"a comment can't be closed", "a --> b", "a --&gt; b"},
		{"a heading is none", "# a", `\# a`},
		{"lists are none", "- a", `\- a`},
		{"numbered lists are none", "12. a", `12\. a`},
		{"underlines are none", "===", `\===`},
		{"indented code is none", "     a", "a"},
		{"a line break does not end the line", "a\n# b", `a\\n# b`},
		{"nobody is called", "see @octo/team", "see @<!-- -->octo/team"},
		{"an address of mail is none", "a@b.example", "a@<!-- -->b.example"},
		{"no issue is referred to", "#12 GH-12 a/b#3", `\#<!-- -->12 GH-<!-- -->12 a/b#<!-- -->3`},
		{"an address is none", "https://evil.example www.evil.example", "https:<!-- -->//evil.example www<!-- -->.evil.example"},
		{"a short name of a picture is none", ":+1::tada:", ":<!-- -->+1::<!-- -->tada:"},
		{"mathematics is none", "$x$", "<span>$</span>x<span>$</span>"},
		{"what hides or reorders is shown", "\u202ea\x00\u200b", `\\u202ea\\x00\\u200b`},
		{"nothing stays nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := EscapeMarkdown(test.in); got != test.want {
				t.Errorf("EscapeMarkdown(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func FuzzEscapeMarkdown(f *testing.F) {
	for _, s := range []string{"", "plain", "@a #1 gh-2 :x: $y$ www.z http://q", "1. \\`*_[](){}<>|~&", "-->\n\x00\u202e\xff", strings.Repeat("@a", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := EscapeMarkdown(s)
		checkHarmless(t, got)
		bare := strings.NewReplacer(markdownBreak, "", "<span>", "", "</span>", "").Replace(got)
		if strings.ContainsAny(bare, "<>\n") {
			t.Errorf("%q holds markup of HTML", got)
		}
		for i := range bare { // what stands behind an even number of backslashes is not escaped
			if strings.IndexByte("`*_[]|~", bare[i]) >= 0 && (len(bare[:i])-len(strings.TrimRight(bare[:i], `\`)))%2 == 0 {
				t.Errorf("%q holds markup of Markdown at %d", bare, i)
			}
		}
	})
}
