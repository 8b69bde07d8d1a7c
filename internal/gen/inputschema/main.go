// Command inputschema writes schema/input.json, the JSON Schema by which OPA
// types the input of policies, from the
// definitions in schema/input.
package main

import (
	"log"
	"os"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/load"
)

func main() {
	log.SetFlags(0)
	files, err := definitions()
	if err != nil {
		log.Fatal(err)
	}
	out, err := generate(files)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("../../../schema/input.json", out, 0o644); err != nil {
		log.Fatal(err)
	}
}

// definitions are the files that define the input.
func definitions() ([]*ast.File, error) {
	instance := load.Instances([]string{"./input"}, &load.Config{Dir: "../../../schema"})[0]
	return instance.Files, instance.Err
}
