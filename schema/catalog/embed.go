// Package catalogdata holds the catalogue of parts, models and platforms as JSON,
// generated from the CUE files beside it.
package catalogdata

import _ "embed"

// JSON has an object for each kind, gpu, cpu, model and platform, with the entries
// by id; fields are those of the schema's #GPUPart, #CPUPart, #Model and #Platform.
//
//go:embed catalog.json
var JSON []byte
