package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// Formats lists the formats that Write knows, the usual one first.
func Formats() []string { return []string{"html", "markdown", "json"} }

// Write writes a report. All of it is made before the first byte goes out.
func Write(out io.Writer, format string, r *Report, e Escapes) error {
	w := &writer{Escapes: e, report: r, rules: map[string]Rule{}}
	for _, rule := range r.Rules {
		w.rules[rule.ID] = rule
	}
	r.Schema = schemaV1
	var text []byte
	var err error
	switch format {
	case "html":
		text, err = w.html()
	case "markdown":
		text = w.markdown()
	case "json":
		text, err = w.json()
	default:
		return fmt.Errorf("unknown format %q", format)
	}
	if err != nil {
		return fmt.Errorf("make the report: %w", err)
	}
	_, err = out.Write(text)
	return err
}

// writer makes one report.
type writer struct {
	Escapes
	report *Report
	rules  map[string]Rule
	ids    int
}

// id is one that nothing else on the page has.
func (w *writer) id() string {
	w.ids++
	return "g" + strconv.Itoa(w.ids)
}

func (w *writer) json() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(w.report); err != nil {
		return nil, err
	}
	return w.JSON(b.Bytes()), nil
}
