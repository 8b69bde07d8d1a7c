// Package schema holds the CUE schema of build specs, the one place where a
// block or an attribute is declared, and what is generated from it.
package schema

import "embed"

// Sources are the CUE files of the schema.
//
//go:embed *.cue cue.mod
var Sources embed.FS

// Shape says what is an attribute and what a block; generated from Sources.
//
//go:embed shape.json
var Shape []byte

// InputSchema is the JSON Schema of what policies see, generated from the
// definitions in input.
//
//go:embed input.json
var InputSchema []byte

// SpecSchema is the JSON Schema of specs in HCL's JSON syntax, generated from
// Sources and Shape.
//
//go:embed spec.json
var SpecSchema []byte
