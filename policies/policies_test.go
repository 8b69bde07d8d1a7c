package policies_test

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/policies"
	"github.com/rackvet/rackvet/schema"
)

// TestMetadata loads the bundle, which demands of every rule all that is read
// of it, and looks for the files beside it.
func TestMetadata(t *testing.T) {
	for _, r := range load(t).Rules() {
		for _, name := range []string{"README.md", "pass.hcl", "fail.hcl", strings.TrimSuffix(path.Base(r.File), ".rego") + "_test.rego"} {
			text, err := fs.ReadFile(policies.FS, path.Join(path.Dir(r.File), name))
			if err != nil || len(bytes.TrimSpace(text)) == 0 {
				t.Errorf("rule %s has no %s", r.ID, name)
			}
		}
		if r.AppliesTo == "" {
			t.Errorf("rule %s: custom.applies_to does not say to which servers", r.ID)
		}
	}
}

func TestFormat(t *testing.T) {
	for name, src := range sources(t) {
		want, err := format.SourceWithOpts(name, src, format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(src, want) {
			t.Errorf("%s is not formatted: run opa fmt --write policies", name)
		}
	}
}

// TestTypesAndPaths compiles rules and tests strictly against the input's
// schema, and looks up every path that Rego itself would pass over.
func TestTypesAndPaths(t *testing.T) {
	c := compile(t)
	if err := policy.CheckPaths(c, schema.InputSchema, load(t).Data()); err != nil {
		t.Error(err)
	}
}

// TestEveryRuleNamesItsSchema keeps the type checker from being left out.
func TestEveryRuleNamesItsSchema(t *testing.T) {
	modules := parse(t)
	for _, r := range load(t).Rules() {
		typed := false
		for _, a := range modules[r.File].Annotations {
			for _, s := range a.Schemas {
				typed = typed || s.Path.String() == "input" && s.Schema.String() == "schema.input"
			}
		}
		if !typed {
			t.Errorf("%s: metadata lacks `schemas: [{input: schema.input}]`", r.File)
		}
	}
}

func load(t testing.TB) *policy.Bundle {
	t.Helper()
	b, err := policy.Load(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sources are all Rego files, tests included.
func sources(t testing.TB) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	err := fs.WalkDir(policies.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".rego") {
			files[name], err = fs.ReadFile(policies.FS, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func parse(t testing.TB) map[string]*ast.Module {
	t.Helper()
	modules := make(map[string]*ast.Module)
	for name, src := range sources(t) {
		m, err := ast.ParseModuleWithOpts(name, string(src), ast.ParserOptions{RegoVersion: ast.RegoV1, ProcessAnnotation: true})
		if err != nil {
			t.Fatal(err)
		}
		modules[name] = m
	}
	return modules
}

// compile compiles rules and tests in the sandbox that the rules run in.
func compile(t testing.TB) *ast.Compiler {
	t.Helper()
	c, err := policy.TypedCompiler(schema.InputSchema)
	if err != nil {
		t.Fatal(err)
	}
	if c.WithStrict(true).Compile(parse(t)); c.Failed() {
		t.Fatal(c.Errors)
	}
	return c
}
