package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/source"
)

func TestExpressionsAreEvaluated(t *testing.T) {
	d := read("a.hcl", `
variable "cards" { default = 4 }
variable "name" {}
locals {
  sizes = [for n in range(3) : n * 8]
  total = sum(local.sizes)
  big   = var.cards > 2 ? "big" : "small"
}
server "a" {
  platform    = "${upper(var.name)}-${local.big}"
  description = join(", ", [for k, v in { a = 1, b = 2 } : format("%s=%d", k, v)])
  nodes       = local.total - 16
}
`, Options{Variables: map[string]string{"name": "dgx", "cards": "8"}})
	check(t, d)
	got := fmt.Sprint(d.Servers()[0].Plain())
	if want := "map[description:a=1, b=2 nodes:8 platform:DGX-big]"; got != want {
		t.Errorf("the server is %s, want %s", got, want)
	}
}

// An expression that can't be evaluated is a located fault, never a string.
func TestWhatHasNoValueSaysWhere(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"an unknown function":   {`nodes = lenght([1])`, []string{`9:9 there is no function "lenght"; Did you mean "length"?`}},
		"null":                  {`nodes = null`, []string{`9:9 "nodes" is null; Leave the attribute out instead.`}},
		"a missing local":       {`nodes = local.cuont`, []string{`9:9 there is no local "cuont"; Did you mean "local.count"?`}},
		"a missing variable":    {`nodes = var.x`, []string{`9:9 there is no variable "x"; The file has no variables.`}},
		"a bare word":           {`schedule = exclusive`, []string{`9:12 "exclusive" is no known name; If it is text, put it in quotes: "exclusive".`}},
		"local alone":           {`nodes = local`, []string{`9:9 "local" alone is no value; Write local.<name>.`}},
		"text plus a number":    {`nodes = "a" + 1`, []string{`9:9 invalid operand: unsuitable value for left operand: a number is required…`}},
		"division by zero":      {`nodes = 1 / 0`, []string{`9:9 division by zero`}},
		"a remainder by zero":   {`nodes = 4 % 0`, []string{`9:9 division by zero`}},
		"zero within a text":    {`description = "x ${1/0}"`, []string{`9:20 division by zero`}},
		"a number beyond all":   {`nodes = 1e400`, []string{`9:9 "nodes" is too large a number`}},
		"a number near zero":    {`nodes = 1e-400`, []string{`9:9 "nodes" is too near to zero`}},
		"no logarithm":          {`nodes = log(-1, 10)`, []string{`9:9 error in function call: call to function "log" failed: the result is not a number`}},
		"a logarithm to base 1": {`nodes = log(1, 1)`, []string{`9:9 error in function call: call to function "log" failed: the result is not a number`}},
		"a root of -1":          {`nodes = pow(-1, 0.5)`, []string{`9:9 error in function call: call to function "pow" failed: the result is not a number`}},
		"infinity in a text":    {`description = "${pow(10, 400)}"`, []string{`9:18 error in function call: call to function "pow" failed: the number is beyond all measure`}},
		"a bad index":           {`nodes = [1][3]`, []string{`9:12 invalid index: the given key does not identify an element in this collection value…`}},
		"a local made of itself": {"nodes = local.a\n}\nlocals {\n  a = local.b\n  b = local.a",
			[]string{`13:7 local.a is made of itself; Break the circle. (defined here 12:3)`}},
	} {
		t.Run(name, func(t *testing.T) {
			text := "locals {\n  count = 1\n}\nserver \"a\" {\n  platform = \"p\"\n\n\n\n" + tt.text + "\n}\n"
			check(t, read("a.hcl", text, Options{}), tt.want...)
		})
	}
}

// Evaluation is bounded before it starts: none of these may take memory.
func TestGrowthIsRefused(t *testing.T) {
	var doubling strings.Builder
	doubling.WriteString("locals {\n  a0 = \"0123456789\"\n")
	for i := range 40 {
		fmt.Fprintf(&doubling, "  a%d = \"${local.a%d}${local.a%d}\"\n", i+1, i, i)
	}
	doubling.WriteString("}\n")
	lists := strings.NewReplacer(`"$`, "[$", `}"`, "}]", "}${", ", ", "${", "", "}]", "]").Replace(doubling.String())
	for name, tt := range map[string]struct{ text, want string }{
		"a for inside a for":                        {`locals { a = [for x in range(10) : [for y in range(10) : y]] }`, "1:36 a for stands inside a for; Take the inner one out into a local."},
		"a range beyond all":                        {`locals { a = range(1000000000) }`, "1:14 error in function call: …"},
		"a for over ranges of ranges":               {`locals { a = [for x in range(1000) : range(1000)] }`, `1:14 the value of "local.a" may grow to …`},
		"locals that double forty times":            {doubling.String(), `15:9 the value of "local.a13" has more than 65536 bytes of text`},
		"lists that double":                         {lists, "…"},
		"a number of a million digits":              {`locals { a = tostring(1e9999999) }`, "1:23 a number beyond all measure"},
		"a number that squares itself":              {"locals {\n a = 1e300\n b = local.a * local.a\n}", `3:6 the number is beyond all measure`},
		"a product of many":                         {"locals {\n a = 1e300" + strings.Repeat(" * 1e300", 200) + "\n}", "2:6 more than 100 multiplications in one expression; Take it apart into locals."},
		"a wide format":                             {`locals { a = format("%1000000000d", 1) }`, "1:22 a width …"},
		"a width from an argument":                  {`locals { a = format("%*d", 1000000, 1) }`, "1:22 a width …"},
		"a long separator":                          {"locals {\n a = join(format(\"%900s\", \"\"), [for n in range(1000) : \"x\"])\n}", `2:6 the value of "local.a" may grow to …`},
		"text that is a number of a billion digits": {"locals {\n a = \"x ${\"1e999999999\" * 1}\"\n}", `2:11 the number is beyond all measure`},
		"such a text that is printed":               {"locals {\n a = format(\"%d\", \"1e999999999\")\n}", `2:20 the number is beyond all measure`},
		"an argument that is printed often":         {"locals {\n b = join(\"\", [for n in range(1000) : \"a\"])\n a = format(\"" + strings.Repeat("%[1]s", 400) + "\", local.b)\n}", `3:6 the value of "local.a" may grow to …`},
		"a comparison of each with each":            {"locals {\n b = [" + strings.Repeat("1, ", 6000) + "]\n a = distinct(local.b)\n}", `3:6 the value of "local.a" may grow to …`},
		"a replacement of every letter":             {"locals {\n b = join(\"\", [for n in range(1000) : \"a\"])\n a = replace(local.b, \"a\", local.b)\n}", `3:6 the value of "local.a" may grow to …`},
	} {
		t.Run(name, func(t *testing.T) {
			d := read("a.hcl", tt.text, Options{})
			if len(d.Faults) == 0 {
				t.Fatal("no fault")
			}
			check(t, &Document{Faults: d.Faults[:1]}, tt.want)
		})
	}
}

func TestVariables(t *testing.T) {
	const text = "variable \"n\" {\n  type = \"number\"\n}\nserver \"a\" {\n  platform = \"p\"\n  nodes = var.n\n}\n"
	check(t, read("a.hcl", text, Options{}), `6:11 variable "n" has no value; Give it one with --var n=…, or a default. (declared here 1:1)`)
	check(t, read("a.hcl", text, Options{Variables: map[string]string{"n": "two"}}),
		`6:11 the value given for variable "n" is "two" and must be a number (declared here 1:1)`)
	check(t, read("a.hcl", text, Options{Variables: map[string]string{"n": "2"}}))

	values, faults := ReadVariables(source.NewFile("v.hcl", []byte("a = 1\nb = \"x\"\nc = true\n")))
	if got := fmt.Sprint(values, faults); got != "map[a:1 b:x c:true] []" {
		t.Errorf("the variables are %s", got)
	}
	if _, faults := ReadVariables(source.NewFile("v.hcl", []byte("a = [1]\n"))); len(faults) != 1 {
		t.Errorf("a list gives %d faults, want 1", len(faults))
	}
}
