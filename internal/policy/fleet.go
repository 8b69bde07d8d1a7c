package policy

import (
	"encoding/json"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

// fleetSchema is that of the input of rules which judge all servers of a run at
// once, made of that of one server. Metadata call it schema.fleet.
func fleetSchema(input []byte) ([]byte, error) {
	text, err := json.Marshal(map[string]any{
		"type": "object", "additionalProperties": false,
		"properties": map[string]any{
			"api_version": map[string]any{"type": "string"},
			"servers":     map[string]any{"type": "array", "items": json.RawMessage(input)},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("read schema of the input: %w", err)
	}
	return text, nil
}

// The packages of rules and of those that judge a fleet.
var (
	ownRef   = ast.MustParseRef("data.rackvet")
	fleetRef = ast.MustParseRef("data.rackvet.fleet")
)

// inputOf is what the input of a rule's package is: one server, or all of them. A
// library from outside may serve both kinds of rules, and has the fields of both.
func (in *inference) inputOf(r *ast.Rule) view {
	switch p := r.Module.Package.Path; {
	case p.HasPrefix(fleetRef):
		return view{nodes: []*node{in.fleet}}
	case p.HasPrefix(ownRef):
		return view{nodes: []*node{in.input}}
	}
	return view{nodes: []*node{in.input, in.fleet}}
}
