package validate

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// check reads a text and holds all its blocks against the schema.
func check(t testing.TB, c *Checker, text string) []string {
	t.Helper()
	f := source.NewFile("a.hcl", []byte(text))
	d := document.Read(f, document.Options{})
	var told []string
	for _, b := range d.Root.Blocks {
		for _, r := range c.Check(f, b) {
			s := fmt.Sprintf("%d:%d %s", r.Range.Start.Line, r.Range.Start.Column, r.Message)
			if r.Help != "" {
				s += "; " + r.Help
			}
			told = append(told, s)
		}
	}
	return told
}

func newChecker(t testing.TB) *Checker {
	t.Helper()
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFaultsOfObjectsAreThoseOfTheirMembers(t *testing.T) {
	c := newChecker(t)
	for line, want := range map[string]string{
		`cores = { "7543" = 32, "q80-30" = 80 }`: "[]",
		`cores = { "7543" = 32, "7553" = 0 }`:    `[2:35 cores["7553"] is 0 and must be a whole number from 1 to 4096]`,
		`cores = { "7543" = "32" }`:              `[2:22 cores["7543"] is "32" and must be a whole number from 1 to 4096; Write 32 without quotes.]`,
		`cores = { "7543" = 32.5 }`:              `[2:22 cores["7543"] is 32.5 and must be a whole number from 1 to 4096]`,
		`cores = 32`:                             `[2:11 cores is 32 and must be an object, each member a whole number from 1 to 4096]`,
		`cores = [32]`:                           `[2:11 cores is a list of 1 and must be an object, each member a whole number from 1 to 4096]`,
	} {
		if got := fmt.Sprint(check(t, c, "part \"cpu\" \"acme\" {\n  "+line+"\n}\n")); got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

func TestFaultsOfValuesAreWorded(t *testing.T) {
	c := newChecker(t)
	for name, tt := range map[string]struct{ line, want string }{
		"a count of zero":             {"gpu { count = 0 }", "count is 0 and must be a whole number from 1 to 1024"},
		"a negative count":            {"gpu { count = -1 }", "count is -1 and must be a whole number from 1 to 1024"},
		"half a GPU":                  {"gpu { count = 2.5 }", "count is 2.5 and must be a whole number from 1 to 1024"},
		"a count in words":            {`gpu { count = "two" }`, `count is "two" and must be a whole number from 1 to 1024`},
		"a count in quotes":           {`gpu { count = "2" }`, `count is "2" and must be a whole number from 1 to 1024; Write 2 without quotes.`},
		"a large count":               {"gpu { count = 1e30 }", "count is 1e+30 and must be a whole number from 1 to 1024"},
		"a choice mistyped":           {`gpu { link = "nvlnk" }`, `link is "nvlnk" and must be "none", "pcie", "nvlink-bridge", "nvlink", "nvswitch", "xgmi", "roce", "xe-link", "hccs", "ub", "mlu-link", "blink", "neuronlink" or "ici"; Did you mean "nvlink"?`},
		"a number for a choice":       {"gpu { link = 4 }", `link is 4 and must be "none", "pcie", "nvlink-bridge", "nvlink", "nvswitch", "xgmi", "roce", "xe-link", "hccs", "ub", "mlu-link", "blink", "neuronlink" or "ici"`},
		"a number for text":           {"gpu { model = 4090 }", `model is 4090 and must be text in quotes; Write "4090" in quotes.`},
		"a bare number of memory":     {"memory { capacity = 128 }", `capacity is the bare number 128 and must be an amount of memory such as "80GB"; Write a unit with it, in quotes: "128GB".`},
		"memory without a unit":       {`memory { capacity = "128" }`, `capacity: "128" has no unit; Write "128GB".`},
		"an unknown unit":             {`memory { capacity = "80 GBs" }`, `capacity: unknown unit "GBs" for an amount of memory; Write "80GB".`},
		"a negative amount":           {`memory { capacity = "-1GB" }`, `capacity: "-1GB" is negative; It is written as in "80GB".`},
		"not a number at all":         {`memory { capacity = "NaN" }`, `capacity: "NaN" is not an amount of memory; It is written as in "80GB".`},
		"an exponent":                 {`memory { capacity = "1e400GB" }`, `capacity: "1e400GB" is not an amount of memory; It is written as in "80GB".`},
		"bytes where bits are meant":  {`network "n" { speed = "200GB/s" }`, `speed: "GB/s" is bytes a second, and this is in bits; It is written as in "200Gb/s".`},
		"yes for true":                {`memory { ecc = "yes" }`, `ecc is "yes" and must be true or false`},
		"a slot of seven lanes":       {`gpu { pcie = "4x7" }`, `pcie: "4x7" is no PCIe slot (generation 1 to 7, x, lanes 1, 2, 4, 8, 16 or 32); It is written as in "4x16".`},
		"redundancy as a word":        {`power { redundancy = "n+1" }`, `redundancy: "n+1" is no redundancy (supplies needed + spare, in numbers); It is written as in "1+1".`},
		"a currency of two letters":   {`budget { currency = "$" }`, `currency is "$" and must be a currency of three capitals such as "USD"`},
		"a list where text is needed": {`gpu { model = ["a"] }`, `model is a list of 1 and must be text in quotes`},
		"utilization as a percentage": {`workload "inference" "i" { utilization = 90 }`, "utilization is 90 and must be a number from 0.01 to 1"},
		"a part without a name":       {`gpu { model = "" }`, "model is empty"},
		"a platform of blanks":        {`platform = "  "`, "platform is blank"},
		"a power supply of nothing":   {`power { rating = "0W" }`, `rating: "0W" is nothing, and it must be more; It is written as in "350W".`},
		"a drive of nothing":          {`storage "d" { size = "0.00 TB" }`, `size: "0.00 TB" is nothing, and it must be more; It is written as in "3.84TB".`},
		"utilization of next to none": {`workload "inference" "i" { utilization = 1e-300 }`, "utilization is 1e-300 and must be a number from 0.01 to 1"},
		"a number to describe":        {"description = 4", `description is 4 and must be text in quotes; Write "4" in quotes.`},
		"no number in quotes":         {`gpu { count = "NaN" }`, `count is "NaN" and must be a whole number from 1 to 1024`},
		"too many in quotes":          {`gpu { count = "1025" }`, `count is "1025" and must be a whole number from 1 to 1024`},
		"a count that is computed":    {`gpu { count = format("%d", 4) }`, `count is "4" and must be a whole number from 1 to 1024`},
		"bytes without a unit":        {`memory { capacity = 80e9 }`, `capacity is the bare number 80000000000 and must be an amount of memory such as "80GB"`},
		"a bare negative":             {`memory { capacity = -1 }`, `capacity is the bare number -1 and must be an amount of memory such as "80GB"`},
		"no host memory for a task":   {`workload "tasks" "t" { host_memory = "0" }`, `host_memory: "0" has no unit; It is written as in "80GB".`},
		"control characters":          {`description = "a\u001b[31m"`, "description has control characters in it"},
	} {
		t.Run(name, func(t *testing.T) {
			got := check(t, c, "server \"a\" {\n  "+tt.line+"\n}\n")
			if len(got) != 1 || !strings.HasPrefix(got[0], "2:") {
				t.Fatalf("faults are %q", got)
			}
			if _, words, _ := strings.Cut(got[0], " "); words != tt.want {
				t.Errorf("fault is\n%s, want\n%s", words, tt.want)
			}
		})
	}
}

// CUE shows faults of one kind at a time; a run must show all.
func TestAllFaultsOfAServerShowAtOnce(t *testing.T) {
	got := check(t, newChecker(t), `server "a" {
  nodes = 0
  gpu {
    model = 1
    count = "x"
    unknown = 3
  }
  memory {
    capacity = "1 GBs"
    dimm {
      count = 8
      size  = 16
    }
  }
  workload "tasks" "t" {
    count      = 1.5
    gpu_memory = "12"
  }
}
part "gpu" "x" {
  memory = "80GB"
  links  = ["nvlink", "nvlnk", 3]
}
`)
	want := []string{
		"2:11 nodes is 0 and must be a whole number from 1 to 100000",
		`4:13 model is 1 and must be text in quotes; Write "1" in quotes.`,
		`5:13 count is "x" and must be a whole number from 1 to 1024`,
		`9:16 capacity: unknown unit "GBs" for an amount of memory; Write "1GB".`,
		`12:15 size is the bare number 16 and must be an amount of memory such as "80GB"; Write a unit with it, in quotes: "16GB".`,
		"16:18 count is 1.5 and must be a whole number from 1 to 100000",
		`17:18 gpu_memory: "12" has no unit; Write "12GB".`,
		`22:23 links[1] is "nvlnk" and must be "nvlink-bridge", "nvlink", "nvswitch", "xgmi", "roce", "xe-link", "hccs", "ub", "mlu-link", "blink", "neuronlink" or "ici"; Did you mean "nvlink"?`,
		`22:32 links[2] is 3 and must be "nvlink-bridge", "nvlink", "nvswitch", "xgmi", "roce", "xe-link", "hccs", "ub", "mlu-link", "blink", "neuronlink" or "ici"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults differ (-want +got):\n%s", diff)
	}
}

// Attributes are checked one by one, which says all only as long as no
// definition ties one field to another.
func TestNoDefinitionTiesFieldsTogether(t *testing.T) {
	paths, err := filepath.Glob("../../schema/*.cue")
	if err != nil || len(paths) < 20 {
		t.Fatalf("the schema's files: %v, %v", paths, err)
	}
	words := []string{"string", "int", "number", "bool", "_"}
	for _, path := range paths {
		f, err := parser.ParseFile(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		ast.Walk(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Package:
				return false
			case *ast.Field: // its label is no reference
				ast.Walk(n.Value, func(v ast.Node) bool {
					if _, inner := v.(*ast.Field); inner {
						return false // met again from outside
					}
					if id, ok := v.(*ast.Ident); ok && !strings.HasPrefix(id.Name, "#") && !slices.Contains(words, id.Name) {
						t.Errorf("%s: a field refers to %s; what ties fields together is a rule's to judge", id.Pos(), id.Name)
					}
					return true
				}, nil)
			}
			return true
		}, nil)
	}
}

// The specs that people are to copy fit, and so do the rules' examples.
func TestSpecsFitTheSchema(t *testing.T) {
	c := newChecker(t)
	n := 0
	for _, pattern := range []string{"../../specs/*.hcl", "../../specs/*/*.hcl", "../../policies/rackvet/rules/*/*/*.hcl"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			n++
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := check(t, c, string(text)); len(got) > 0 {
				t.Errorf("%s: %q", path, got)
			}
		}
	}
	if n < 9 {
		t.Errorf("only %d specs were found", n)
	}
}

// The schema's patterns and the units package must agree on what a quantity is.
func TestPatternsAndUnitsAgree(t *testing.T) {
	definition := map[units.Kind]string{
		units.Memory: "#Memory", units.Storage: "#Storage", units.Bandwidth: "#Bandwidth", units.BitRate: "#BitRate",
		units.Power: "#Power", units.Duration: "#Duration", units.Transfers: "#Transfers",
	}
	text, err := os.ReadFile("../../schema/unit.cue")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range units.Kinds() {
		m := regexp.MustCompile(definition[kind] + `: =~"(.*)" & =~"\[1-9\]" @quantity\(` + string(kind) + `\)`).FindSubmatch(text)
		if m == nil {
			t.Errorf("the schema has no %s with @quantity(%s)", definition[kind], kind)
			continue
		}
		pattern := regexp.MustCompile(strings.ReplaceAll(string(m[1]), `\\`, `\`))
		for _, number := range []string{"1", "0", "80", "3.84", "-1", "1.", ".5", "1e3", "007", "", "1.2.3", strings.Repeat("9", 18), strings.Repeat("9", 19), "1.0000000001"} {
			for _, unit := range append(units.Names(kind), "", "GBs", "gb", "GB/", "Gbps", "x") {
				for _, space := range []string{"", " ", "  "} {
					q := number + space + unit
					_, err := units.Parse(kind, q)
					// A quantity of nothing can be read, and the schema wants more.
					if matches := pattern.MatchString(q); matches != (err == nil) {
						t.Errorf("%s %q: the pattern says %v, units say %v", kind, q, matches, err)
					}
				}
			}
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	text, err := os.ReadFile("../../specs/chat-70b.hcl")
	if err != nil {
		b.Fatal(err)
	}
	c := newChecker(b)
	f := source.NewFile("a.hcl", text)
	server := document.Read(f, document.Options{}).Servers()[0]
	for b.Loop() {
		if faults := c.Check(f, server); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		newChecker(b)
	}
}
