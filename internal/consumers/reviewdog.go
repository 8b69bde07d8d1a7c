//go:build ignore

package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reviewdog/reviewdog/parser"
	"github.com/reviewdog/reviewdog/proto/rdf"
	"google.golang.org/protobuf/encoding/protojson"
)

// diagnostics reads text as reviewdog does. Of its own format it takes fields that
// it does not know without a word; here they are refused.
func diagnostics(format string, text []byte) ([]*rdf.Diagnostic, error) {
	if format == "rdjson" {
		if err := protojson.Unmarshal(text, new(rdf.DiagnosticResult)); err != nil {
			return nil, err
		}
	}
	p, err := parser.New(&parser.Option{FormatName: format})
	if err != nil {
		return nil, err
	}
	return p.Parse(bytes.NewReader(text))
}

// reviewdog holds what reviewdog reads against the findings: the same places,
// severities, rules and words, in whatever order.
func reviewdog(format string, all bool) func([]byte, []finding) error {
	return func(text []byte, want []finding) error {
		ds, err := diagnostics(format, text)
		if err != nil {
			return err
		}
		first := 0
		if format == "sarif" {
			first = 1 // it has no other place for what is about a whole file
		}
		var told, meant []string
		for _, d := range ds {
			at := d.GetLocation()
			line := int(at.GetRange().GetStart().GetLine())
			rule := strings.TrimPrefix(d.GetCode().GetValue(), "rackvet.")
			told = append(told, fmt.Sprintf("%s:%d %s %s", at.GetPath(), max(line, first), d.GetSeverity(), rule))
		}
		messages := map[string]bool{}
		for _, f := range want {
			if f.marked(all) {
				meant = append(meant, fmt.Sprintf("%s:%d %s %s", f.path(), max(f.Range.Start.Line, first), f.severity(), f.Rule))
				messages[f.Message] = true
			}
		}
		slices.Sort(told)
		slices.Sort(meant)
		if !slices.Equal(told, meant) {
			return fmt.Errorf("reviewdog reads\n\t%s\nand jsonl has\n\t%s", strings.Join(told, "\n\t"), strings.Join(meant, "\n\t"))
		}
		for message := range messages {
			if !slices.ContainsFunc(ds, func(d *rdf.Diagnostic) bool { return strings.Contains(d.GetMessage(), message) }) {
				return fmt.Errorf("reviewdog reads no message with %q", message)
			}
		}
		return nil
	}
}

// hostile sees to it that reviewdog can read what a stranger may have written,
// and that what it then prints holds no control characters.
func hostile(format string) func([]byte, []finding) error {
	return func(text []byte, _ []finding) error {
		ds, err := diagnostics(format, text)
		if err != nil {
			return err
		}
		if len(ds) == 0 {
			return errors.New("reviewdog reads nothing")
		}
		for _, d := range ds {
			if strings.ContainsFunc(strings.ReplaceAll(d.GetMessage(), "\n\n", ""), unsafe) || strings.ContainsFunc(d.GetCode().GetValue(), unsafe) {
				return fmt.Errorf("reviewdog would print %q", d.GetMessage())
			}
		}
		return nil
	}
}

// unsafe reports what moves a terminal's cursor or reorders its line.
func unsafe(r rune) bool {
	return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\u202e' || r == '\u2066'
}
