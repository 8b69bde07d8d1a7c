// Command specschema writes schema/spec.json, a JSON Schema of specs in HCL's JSON
// syntax for editors, from schema/shape.json and the patterns of the CUE definitions.
package main

import (
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	out, err := generate("../../../schema")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("../../../schema/spec.json", out, 0o644); err != nil {
		log.Fatal(err)
	}
}
