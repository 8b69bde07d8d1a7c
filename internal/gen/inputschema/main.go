// Command inputschema writes schema/input.json, the JSON Schema by which OPA
// types the input of policies, from schema/input.cue.
package main

import (
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	src, err := os.ReadFile("../../../schema/input.cue")
	if err != nil {
		log.Fatal(err)
	}
	out, err := generate("input.cue", src)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("../../../schema/input.json", out, 0o644); err != nil {
		log.Fatal(err)
	}
}
