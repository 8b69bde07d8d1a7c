package document

import (
	"errors"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/source"
)

// What stands in an array of JSON syntax is told apart by its own brace.
func TestBlocksOfAnArrayHavePlaces(t *testing.T) {
	const text = `{"server": {"a": {"platform": "p",
  "memory": {"capacity": "1GB", "dimm": [
    {"count": 8, "size": "1GB"},
    {"count": 8}, { }
  ]},
  "gpu": [
    {"model": "x", "count": 1},
    {"model": "y", "count": 1}
]}}}`
	check(t, read("a.hcl.json", text, Options{}),
		`4:5 dimm lacks the attribute "size"; Write size = "80GB".`,
		`4:19 dimm lacks the attribute "count"; Write count = 1.`,
		`4:19 dimm lacks the attribute "size"; Write size = "80GB".`,
		`8:5 gpu is written twice; Keep one, or give the other another name. (first written here 7:5)`)
}

func TestNamesAreNotBlank(t *testing.T) {
	check(t, read("a.hcl", server("  storage \" \" { kind = \"nvme\" }\n")+"variable \"\" {}\nserver \"\" {}\nlocals {\n  a = var.x\n}\n", Options{}),
		`8:11 the name of a storage is empty`,
		`10:10 the name of a variable is empty`,
		`11:8 the name of a server is empty`,
		`13:7 there is no variable "x"; The file has no variables.`)
}

func TestIncludeTakesAList(t *testing.T) {
	const fault = `include takes a list of paths in quotes, without expressions; Write include = ["../parts.hcl"].`
	for _, value := range []string{`"b.hcl"`, "4", "{ a = 1 }"} {
		check(t, read("a.hcl", "include = "+value+"\n"+server(""), Options{}), "1:11 "+fault)
	}
	for _, value := range []string{`"b.hcl"`, "4", `{"a": 1}`} {
		check(t, read("a.hcl.json", `{"include": `+value+`, "server": {"a": {"platform": "p"}}}`, Options{}), "1:13 "+fault)
	}
}

// A config of which only the beginning would be read is refused, with a mark too.
func TestLargeConfigsAreRefused(t *testing.T) {
	for _, mark := range []string{"", "\xef\xbb\xbf"} {
		text := mark + "{}" + strings.Repeat(" ", MaxSize)
		config := func(name string) (*source.File, error) {
			if name != "c.json" {
				return nil, errors.New("there is no such file")
			}
			return source.NewFile(name, []byte(text[:MaxSize+1])), nil // as it is opened: one byte more
		}
		d := read("a.hcl", "server \"a\" {\n  platform = hf_config(\"c.json\")\n}\n", Options{Config: config})
		check(t, d, `2:25 "c.json" is larger than a config may be, 1 MiB`)
	}
}

func TestHexadecimalIsNoSlot(t *testing.T) {
	check(t, read("a.hcl", "server \"a\" {\n  nodes = 0x4\n}\n", Options{}), "2:12 missing newline after argument…")
}
