package main

import (
	"bytes"
	"strings"
	"testing"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"

	"github.com/rackvet/rackvet/schema"
)

func TestInputSchemaIsFresh(t *testing.T) {
	files, err := definitions()
	if err != nil {
		t.Fatal(err)
	}
	want, err := generate(files)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(schema.InputSchema, want) {
		t.Error("schema/input.json is not what schema/input gives: run go generate ./...")
	}
}

func TestGenerate(t *testing.T) {
	for _, tc := range []struct{ name, src, want string }{
		{
			"a required and an optional scalar",
			"#Input: {\n// a is one.\na!: int\n// b is two.\nb?: bool\n}",
			`"required":["a"],"properties":{"a":{"description":"a is one.","type":"integer"},"b":{"description":"b is two.","type":"boolean"}},"additionalProperties":false`,
		},
		{
			"a choice of strings",
			"#Input: {\n// a is one\n// of two.\na!: \"x\" | \"y\"\n}",
			`"a":{"description":"a is one of two.","type":"string","enum":["x","y"]}`,
		},
		{
			"a definition is put in where it is used",
			"#Input: {\n// a is a list.\na!: [...#X]\n}\n#X: {\n// b is a number.\nb!: number\n}",
			`"items":{"type":"object","required":["b"],"properties":{"b":{"description":"b is a number.","type":"number"}},"additionalProperties":false}`,
		},
		{"a field without a comment is refused", "#Input: {\na!: int\n}", "input.cue:2: a of #Input has no comment"},
		{"a regular field is refused", "#Input: {\n// a.\na: int\n}", "neither required (!) nor optional (?)"},
		{"a bound is refused", "#Input: {\n// a.\na!: >1\n}", "input.cue:3: a value of the input is"},
		{"numbers to choose from are refused", "#Input: {\n// a.\na!: 1 | 2\n}", "input.cue:3: a value of the input is"},
		{"a conjunction is refused", "#Input: {\n// a.\na!: \"x\" & \"y\"\n}", "input.cue:3: a value of the input is"},
		{"an unknown definition is refused", "#Input: {\n// a.\na!: #Y\n}", "no definition #Y"},
		{"a definition that holds itself is refused", "#Input: {\n// a.\na?: #Input\n}", "#Input holds itself"},
		{"no definition at all is refused", "#X: {}", "no definition #Input"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := parser.ParseFile("input.cue", tc.src, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			out, err := generate([]*ast.File{f})
			got := string(out)
			if err != nil {
				got = err.Error()
			} else {
				got = strings.Join(strings.Fields(strings.ReplaceAll(got, `": `, `":`)), " ")
				for _, s := range []string{"{ ", " }", "[ ", " ]", ", "} {
					got = strings.ReplaceAll(got, s, strings.TrimSpace(s))
				}
			}
			if !strings.Contains(got, tc.want) {
				t.Errorf("got %s\nwant %s in it", got, tc.want)
			}
		})
	}
}
