//go:build ignore

// Consumers feeds the golden reports of internal/report to programs that read
// such formats for a living, and holds what they make of them against the same
// report in the format jsonl:
//
//	go run -modfile=internal/consumers/consumers.mod internal/consumers/*.go internal/report/testdata
//
// What it needs is pinned in consumers.mod, apart from what rackvet itself needs.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// check reads the golden file of that name.
type check struct {
	name string
	read func(text []byte, want []finding) error
}

var checks = []check{
	{"rdjson.json", reviewdog("rdjson", false)},
	{"rdjson_all.json", reviewdog("rdjson", true)},
	{"checkstyle.xml", reviewdog("checkstyle", false)},
	{"checkstyle_all.xml", reviewdog("checkstyle", true)},
	{"review.sarif", reviewdog("sarif", false)},
	{"junit.xml", junit},
	{"markdown.md", markdown},
	{"markdown_clean.md", markdown},
	{"review_summary.md", markdown},
	{"clean_summary.md", markdown},
	{"rdjson_hostile.json", hostile("rdjson")},
	{"checkstyle_hostile.xml", hostile("checkstyle")},
	{"junit_hostile.xml", hostileJUnit},
	{"markdown_hostile.md", markdown},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: consumers DIRECTORY")
		os.Exit(2)
	}
	if err := readAll(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readAll(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "review.jsonl"))
	if err != nil {
		return err
	}
	want, err := findings(text)
	if err != nil {
		return fmt.Errorf("read review.jsonl: %w", err)
	}
	var faults []error
	for _, c := range checks {
		text, err := os.ReadFile(filepath.Join(dir, c.name))
		if err == nil {
			err = c.read(text, want)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", c.name, err))
			continue
		}
		fmt.Println("ok", c.name)
	}
	return errors.Join(faults...)
}
