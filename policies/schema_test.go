package policies_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/rackvet/rackvet/schema"
)

// typed is the part of JSON Schema that the input's uses.
type typed struct {
	Type       string
	Enum       []string
	Properties map[string]typed
	Items      *typed
}

// misfits lists what in an input the schema does not know, or knows as
// something else. What a test leaves out is left out on purpose.
func misfits(t *testing.T, input any) []string {
	t.Helper()
	var s typed
	if err := json.Unmarshal(schema.InputSchema, &s); err != nil {
		t.Fatal(err)
	}
	return s.misfits("input", input)
}

func (s typed) misfits(at string, v any) (faults []string) {
	is := ""
	switch v := v.(type) {
	case map[string]any:
		is = "object"
		for name, x := range v {
			p, ok := s.Properties[name]
			if !ok && s.Type == is {
				faults = append(faults, fmt.Sprintf("%s has no %q", at, name))
				continue
			}
			faults = append(faults, p.misfits(at+"."+name, x)...)
		}
	case []any:
		is = "array"
		for i, x := range v {
			if s.Items != nil {
				faults = append(faults, s.Items.misfits(fmt.Sprintf("%s[%d]", at, i), x)...)
			}
		}
	case json.Number:
		is = "number"
		if _, err := v.Int64(); err == nil && s.Type == "integer" {
			is = "integer"
		}
	case string:
		is = "string"
		if s.Enum != nil && !slices.Contains(s.Enum, v) {
			faults = append(faults, fmt.Sprintf("%s is %q, and not one of %q", at, v, s.Enum))
		}
	case bool:
		is = "boolean"
	}
	if is != s.Type {
		return append(faults, fmt.Sprintf("%s is %s, not %s", at, is, s.Type))
	}
	slices.Sort(faults)
	return faults
}
