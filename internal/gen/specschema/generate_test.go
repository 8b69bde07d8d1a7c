package main

import (
	"bytes"
	"os"
	"testing"
)

// The generated file is committed; this holds it to its source.
func TestSchemaIsFresh(t *testing.T) {
	want, err := generate("../../../schema")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../schema/spec.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("schema/spec.json is stale: run go generate ./...")
	}
}
