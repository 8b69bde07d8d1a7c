// Command catalog writes schema/catalog/catalog.json, which the program reads,
// from the CUE files beside it.
package main

import (
	"log"
	"os"
)

//go:generate go run .

const (
	module = "../../../schema"
	output = "../../../schema/catalog/catalog.json"
)

func main() {
	log.SetFlags(0)
	out, err := generate(module)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(output, out, 0o644); err != nil {
		log.Fatal(err)
	}
}
