package document

import (
	"fmt"
	"strings"
	"testing"
)

// What is refused is no value for what is made of it: each doubling below would feed
// the next.
func TestRefusedValuesStopWhatIsMadeOfThem(t *testing.T) {
	for name, step := range map[string]string{
		"concat":      `concat(local.x%[1]d, local.x%[1]d)`,
		"flatten":     `flatten([local.x%[1]d, local.x%[1]d])`,
		"coalesce":    `coalesce(concat(local.x%[1]d, local.x%[1]d), [])`,
		"conditional": `true ? concat(local.x%[1]d, local.x%[1]d) : []`,
		"nested":      `[local.x%[1]d, local.x%[1]d]`,
		"object":      `{ a = local.x%[1]d, b = local.x%[1]d }`,
		"values":      `values({ a = local.x%[1]d, b = local.x%[1]d })`,
		"length":      `concat(local.x%[1]d, slice(local.x%[1]d, 0, length(flatten(local.x%[1]d))))`,
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			text.WriteString("locals {\n  x0 = [\"a\"]\n")
			for i := range 40 {
				fmt.Fprintf(&text, "  x%d = %s\n", i+1, fmt.Sprintf(step, i))
			}
			text.WriteString("}\nserver \"a\" {\n  platform = \"p\"\n  nodes = length(flatten(local.x40))\n}\n")
			d := read("a.hcl", text.String(), Options{})
			if len(d.Faults) != 1 || d.Faults[0].Server != "a" {
				t.Errorf("the faults are %v, want one of the server", told(d.Faults))
			}
		})
	}
}

// A server that uses what has no value is at fault, each for itself, and once.
func TestServersAreToldWhatTheyLack(t *testing.T) {
	servers := ""
	for _, name := range []string{"a", "b"} {
		servers += fmt.Sprintf("server %q {\n  platform = local.p\n  nodes = var.n\n  description = \"${var.n}\"\n}\n", name)
	}
	check(t, read("a.hcl", "variable \"n\" {}\nlocals {\n  p = lowr(\"X\")\n}\n"+servers, Options{}),
		`3:7 there is no function "lowr"; Did you mean "lower"?`,
		`8:20 variable "n" has no value; Give it one with --var n=…, or a default. (declared here 1:1)`,
		`11:14 local.p has no value (there is no function "lowr" 3:7)`,
		`13:20 variable "n" has no value; Give it one with --var n=…, or a default. (declared here 1:1)`)
}

func TestVariablesWithoutAValue(t *testing.T) {
	const use = "server \"a\" {\n  platform = \"p\"\n  nodes = var.n\n}\n"
	const rule = `variable "n" has no value; Give it one with --var n=…, or a default.`
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"nothing uses it":        {"variable \"n\" {}\n" + server(""), []string{"1:1 " + rule}},
		"a model uses it":        {"variable \"n\" {}\nmodel \"m\" { layers = var.n }\n" + server(""), []string{"1:1 " + rule}},
		"a local uses it":        {"variable \"n\" {}\nlocals { a = var.n }\n" + server(""), []string{"1:1 " + rule}},
		"a server, by a local":   {"variable \"n\" {}\nlocals { n = var.n }\n" + server("  nodes = local.n\n"), []string{"2:14 " + rule + " (declared here 1:1)"}},
		"a default that is none": {"variable \"n\" { default = [1] }\n" + use, []string{`4:11 variable "n" has no value, since its default is wrong (declared here 1:1)`}},
		"a default without a value": {"variable \"n\" { default = 1/0 }\n" + use, []string{"1:26 division by zero",
			`4:11 variable "n" has no value, since its default is wrong (declared here 1:1)`}},
		"a default of another type": {"variable \"n\" {\n  type = \"number\"\n  default = \"nvidia-l40s\"\n}\n" + server(""),
			[]string{"3:13 default is text in quotes and must be a number, as its type says"}},
		"an included variable":        {"include = [\"b.hcl\"]\n" + use, []string{"4:11 " + rule + " (declared here 1:1)"}},
		"an included one without use": {"include = [\"b.hcl\"]\n" + server(""), []string{"1:12 " + rule + " (declared here 1:1)"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, read("a.hcl", tt.text, Options{Open: files(map[string]string{"b.hcl": "variable \"n\" {}\n"})}), tt.want...)
		})
	}
}

// The server is the one that an attribute is written twice in.
func TestAnAttributeTwiceIsItsServers(t *testing.T) {
	d := read("a.hcl", "server \"b\" {\n  platform = \"p\"\n}\nserver \"a\" {\n  platform = \"p\"\n  platform = \"q\"\n}\n", Options{})
	check(t, d, `6:3 "platform" is written twice; Keep one of the two. (first written here 5:3)`)
	if got := d.Faults[0].Server; got != "a" {
		t.Errorf("the server is %q, want a", got)
	}
}

// Many expressions within bounds are beyond them together.
func TestAllExpressionsAreBoundedTogether(t *testing.T) {
	var text strings.Builder
	text.WriteString("{\"locals\": {\"b\": [" + strings.Repeat("\"0123456\",", 5000) + "\"\"], \"a\": [")
	for range 3000 {
		text.WriteString("\"${length(local.b)}\",")
	}
	text.WriteString("\"\"]}}")
	d := read("a.hcl.json", text.String(), Options{})
	if len(d.Faults) != 1 || !strings.HasPrefix(d.Faults[0].Message, "the values of the file's expressions may grow to more than 32 MiB together") {
		t.Errorf("the faults are %v", told(d.Faults))
	}
}
