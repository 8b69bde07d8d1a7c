//go:build ignore

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// finding is a result as the format jsonl has it, as far as others show it.
type finding struct {
	Rule, Outcome, Level, Message, Server, File string
	Baselined                                   bool
	Range                                       struct {
		File  string
		Start struct{ Line, Column int }
	}
}

// findings reads a report in lines.
func findings(text []byte) ([]finding, error) {
	var out []finding
	for line := range bytes.Lines(text) {
		var kind struct{ Type string }
		if err := json.Unmarshal(line, &kind); err != nil {
			return nil, err
		}
		if kind.Type != "result" && kind.Type != "problem" {
			continue
		}
		var f finding
		if err := json.Unmarshal(line, &f); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no result")
	}
	return out, nil
}

// accepted reports a failure that stops nobody.
func (f finding) accepted() bool { return f.Outcome == "waived" || f.Baselined }

// marked reports whether f belongs into formats that mark places.
func (f finding) marked(all bool) bool {
	switch {
	case f.accepted():
		return all
	case f.Outcome == "fail", f.Outcome == "undecided":
		return true
	}
	return false
}

// severity is what such formats make of a level, in reviewdog's words.
func (f finding) severity() string {
	switch {
	case f.accepted() || f.Level == "note":
		return "INFO"
	case f.Level == "error" && f.Outcome == "fail":
		return "ERROR"
	}
	return "WARNING"
}

// path is the file of f in the repository. The report was made in a folder of it.
func (f finding) path() string {
	if f.Range.File != "" {
		return strings.TrimPrefix(f.Range.File, "../")
	}
	return strings.TrimPrefix(f.File, "../")
}
