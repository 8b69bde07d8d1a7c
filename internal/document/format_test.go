package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestFormat(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"indents and columns":                  {"server \"a\" {\n\tgpu {\ncount=2\n\tmodel =   \"x\"\n}\n}\n", "server \"a\" {\n  gpu {\n    count = 2\n    model = \"x\"\n  }\n}\n"},
		"comments stay":                        {"# one\n  // two\nnodes=1 # three\n/* four\n     five */\n", "# one\n// two\nnodes = 1 # three\n/* four\n     five */\n"},
		"CR LF stays":                          {"nodes=1\r\n# c\r\nx=2", "nodes = 1\r\n# c\r\nx = 2\r\n"},
		"a byte order mark stays":              {"\ufeffnodes=1\n", "\ufeffnodes = 1\n"},
		"a heredoc stays":                      {"x=<<-EOT\n\t a  \n   b ${ 1+2 }\n\tEOT\n", "x = <<-EOT\n\t a  \n   b ${1 + 2}\n\tEOT\n"},
		"blank lines stay":                     {"x=1  \n\n   \n\ny=2\n", "x = 1\n\n\n\ny = 2\n"},
		"the last line gets its end":           {"nodes=1  ", "nodes = 1\n"},
		"spaces behind the last line go":       {"nodes=1\n \t", "nodes = 1\n"},
		"an attribute written twice is no bar": {"x=1\nx=2\n", "x = 1\nx = 2\n"},
		"nothing stays nothing":                {"", ""},
		"what is formatted stays":              {server(""), "server \"a\" {\n  gpu {\n    model = \"x\"\n    count = 1\n  }\n  cpu { model = \"y\" }\n  memory { capacity = \"1GB\" }\n}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, faults := Format(source.NewFile("a.hcl", []byte(tt.text)))
			if len(faults) > 0 {
				t.Fatal(told(faults))
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("text differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFormatGivesTheFaultsOfWhatDoesNotParse(t *testing.T) {
	for name, text := range map[string]string{
		"a block that is left open":      "server \"a\" {\n",
		"spaces that keep indices apart": "x = y.0 .1\n",
		"UTF-16":                         "\xff\xfea\x00",
		"nesting without end":            "x = " + nested(300) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, faults := Format(source.NewFile("a.hcl", []byte(text)))
			if got != nil || len(faults) == 0 || faults[0].Rule != finding.RuleSyntax || faults[0].Range.Start.Line != 1 {
				t.Errorf("Format gives %q, %v", got, told(faults))
			}
		})
	}
}

func nested(n int) string {
	text := make([]byte, 2*n)
	for i := range n {
		text[i], text[n+i] = '[', ']'
	}
	return string(text)
}

// Formatting changes nothing that a spec says, and what is formatted stays as it is.
func FuzzFormat(f *testing.F) {
	f.Add(server("nodes=1 # x\n"))
	f.Add("locals {\n  a = [for x in range(3) : \"${ x }%{if true}y%{endif}\"]\n}\n" + server("  nodes = local.a [0] + - 1\n"))
	f.Add("locals {\r\n a=<<-EOT\r\n   x ${ 1 }\r\n  EOT\r\n b = { c=1, (\"d\") : 2 }\r\n}\r\n" + server(""))
	f.Add("\ufefflocals { a=b.0 .1 }\n/* x\n*/ model \"m\" { /* y */ layers=3 } // z")
	f.Fuzz(func(t *testing.T, text string) {
		once, faults := Format(source.NewFile("a.hcl", []byte(text)))
		if len(faults) > 0 || strings.Contains(text, "\x00") { // which looks like UTF-16 once a text is long enough
			return
		}
		twice, faults := Format(source.NewFile("a.hcl", once))
		if len(faults) > 0 {
			t.Fatalf("%q no longer parses: %v", once, told(faults))
		}
		if string(once) != string(twice) {
			t.Errorf("formatted again %q becomes %q", once, twice)
		}
		before, after := read("a.hcl", text, Options{}), read("a.hcl", string(once), Options{})
		if diff := cmp.Diff(before.Root.Plain(), after.Root.Plain()); diff != "" {
			t.Errorf("%q says something else (-before +after):\n%s", once, diff)
		}
		if len(before.Faults) != len(after.Faults) {
			t.Errorf("%q has faults %q, and had %q", once, told(after.Faults), told(before.Faults))
		}
	})
}
