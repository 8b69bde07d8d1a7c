package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The generated file is committed; this holds it to its source.
func TestCatalogIsFresh(t *testing.T) {
	want, err := generate(module)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("schema/catalog/catalog.json is stale: run go generate ./...")
	}
}

// tree copies the schema, and puts a catalogue of one file beside it.
func tree(t *testing.T, entries string) string {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob(module + "/*.cue")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, module+"/cue.mod/module.cue") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(module, file)
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, name), string(data))
	}
	put(t, filepath.Join(dir, "catalog", "entries.cue"), "package catalog\n\n"+entries)
	return dir
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const (
	goodGPU   = `gpu: "acme-1": {memory: "24GB", vendor: "acme", source: "a sheet"}` + "\n"
	goodRest  = `cpu: "cpu-1": source: "a sheet"` + "\n" + `model: "m-1": source: "a card"` + "\n"
	goodPlatf = `platform: "p-1": {vendor: "acme", gpu: {model: "acme-1", count: 2}, memory: capacity: "64GB", source: "a page"}` + "\n"
)

func TestGenerateWritesAFieldALineSortedById(t *testing.T) {
	got, err := generate(tree(t, `gpu: "b-2": {memory: "48GB", aliases: ["B & B"], source: "<sheet>"}`+"\n"+goodGPU+goodRest+goodPlatf))
	if err != nil {
		t.Fatal(err)
	}
	want := `{
	"gpu": {
		"acme-1": {
			"memory": "24GB",
			"source": "a sheet",
			"vendor": "acme"
		},
		"b-2": {
			"aliases": ["B & B"],
			"memory": "48GB",
			"source": "<sheet>"
		}
	},
`
	if !strings.HasPrefix(string(got), want) {
		t.Errorf("got\n%s\nwant it to begin\n%s", got, want)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for name, c := range map[string]struct{ entries, want string }{
		"a field that the schema lacks":          {`gpu: "x": {memory: "1GB", colour: "red", source: "s"}`, "colour: field not allowed"},
		"a quantity without a unit":              {`gpu: "x": {memory: "80", source: "s"}`, `gpu "x"`},
		"an entry without what it must have":     {`gpu: "x": source: "s"`, "memory"},
		"a value that is not settled":            {`gpu: "x": {memory: "1GB", year: int, source: "s"}`, "year"},
		"an entry without a source":              {`gpu: "x": memory: "1GB"`, `gpu "x": no source`},
		"a name that two entries have":           {`gpu: "x": {memory: "1GB", source: "s", aliases: ["Acme 1"]}`, `gpu: "acme1" may be "acme-1" or "x"`},
		"an unconfirmed field that is not there": {`gpu: "x": {memory: "1GB", source: "s", unconfirmed: ["tdp"]}`, `gpu "x": unconfirmed: "tdp" is not a field of it`},
		"a kind that there is none of":           {`toaster: "x": {}`, `"toaster" is no kind of entry`},
		"a pattern that can't be read":           {`cpu: "x": {models: ["epyc ["], source: "s"}`, `"epyc [" is no pattern`},
		"a platform of an unknown GPU":           {`platform: "x": {vendor: "v", gpu: {model: "y", count: 1}, memory: capacity: "1GB", source: "s"}`, `platform "x": gpu "y" is not one of the catalogue`},
		"a file that is not CUE":                 {`gpu: {`, "expected"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := generate(tree(t, goodGPU+goodRest+goodPlatf+c.entries))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
}
