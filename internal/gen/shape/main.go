// Command shape writes schema/shape.json, which tells the HCL decoder what is
// an attribute and what a block, from the CUE definitions.
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
	if err := os.WriteFile("../../../schema/shape.json", out, 0o644); err != nil {
		log.Fatal(err)
	}
}
