package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/util"
	"go.yaml.in/yaml/v3"
)

// readData reads a data file: one object in JSON or YAML, as its name says. What readers
// pass over in silence, a key twice or what stands behind the object, would lose entries.
func readData(name string, text []byte) (map[string]any, error) {
	text = bytes.TrimPrefix(text, byteOrderMark)
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	check := checkYAML
	if strings.HasSuffix(name, ".json") {
		check = checkJSON
	}
	line, column, err := check(text)
	if err != nil {
		return nil, &Fault{name, line, column, err.Error()}
	}
	var v any
	if err := util.Unmarshal(text, &v); err != nil {
		return nil, &Fault{File: name, Text: fmt.Sprintf("it is no JSON or YAML: %v", err)}
	}
	plain, err := plainValue(v)
	if err != nil {
		return nil, &Fault{File: name, Text: err.Error()}
	}
	object, ok := plain.(map[string]any)
	if !ok && plain != nil { // which comments alone are
		return nil, &Fault{name, 1, 1, "it is no object in JSON or YAML, whose keys data.org would have"}
	}
	return object, nil
}

// checkJSON tells where something is wrong with a document of JSON.
func checkJSON(text []byte) (line, column int, err error) {
	var v any
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, &v); errors.As(err, &syntax) {
		line, column = lineOf(text, int(syntax.Offset)-1)
		return line, column, fmt.Errorf("it is no JSON: %w", err)
	} else if err != nil {
		return 0, 0, err
	}
	type object struct {
		keys  map[string]bool // nil for a list
		value bool            // a value is next, not a key
	}
	var open []*object
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return 0, 0, nil
		} else if err != nil {
			return 0, 0, err
		}
		if t == json.Delim('}') || t == json.Delim(']') {
			open = open[:len(open)-1]
			continue
		}
		if last := len(open) - 1; last >= 0 && open[last].keys != nil {
			in := open[last]
			if key, ok := t.(string); ok && !in.value {
				if in.keys[key] {
					end := int(d.InputOffset())
					line, column = lineOf(text, bytes.LastIndexByte(text[:end-1], '"'))
					return line, column, fmt.Errorf("%q stands twice in one object", key)
				}
				in.keys[key], in.value = true, true
				continue
			}
			in.value = false
		}
		switch t {
		case json.Delim('{'):
			open = append(open, &object{keys: map[string]bool{}})
		case json.Delim('['):
			open = append(open, &object{})
		}
	}
}

// lineOf is the line and the column, in bytes from 1, of a place in a text.
func lineOf(text []byte, offset int) (line, column int) {
	before := text[:max(0, min(offset, len(text)))]
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}

// yamlLine is where the YAML reader says the line of a fault.
var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// checkYAML tells where something is wrong with a document of YAML.
func checkYAML(text []byte) (line, column int, err error) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	var doc, next yaml.Node
	if err := d.Decode(&doc); errors.Is(err, io.EOF) {
		return 0, 0, nil // comments alone
	} else if err != nil {
		said := err.Error()
		if m := yamlLine.FindStringSubmatch(said); m != nil {
			line, _ = strconv.Atoi(m[1])
			said = said[len(m[0]):]
		}
		return line, min(line, 1), fmt.Errorf("it is no YAML: %s", said)
	}
	if twice := doubled(&doc); twice != nil {
		return twice.Line, twice.Column, fmt.Errorf("%q stands twice in one object", twice.Value)
	}
	if err := d.Decode(&next); !errors.Is(err, io.EOF) {
		line = max(next.Line, 1)
		return line, 1, errors.New("a second document stands here, and a data file is one")
	}
	return 0, 0, nil
}

// doubled is a key that stands in its object already, nil for none.
func doubled(n *yaml.Node) *yaml.Node {
	keys := map[string]bool{}
	for i, x := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && x.Kind == yaml.ScalarNode {
			if keys[x.Value] {
				return x
			}
			keys[x.Value] = true
		}
		if twice := doubled(x); twice != nil {
			return twice
		}
	}
	return nil
}
