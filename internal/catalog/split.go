package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// field is a field of a JSON object, its value not looked into.
type field struct {
	name  string
	value []byte
}

var errNoObject = errors.New("no JSON object")

// split takes a JSON object apart into its fields without decoding their values,
// which encoding/json can't: it reads a value twice before it hands it out, and a
// run wants two of the catalogue's entries. Values are cut out by their brackets
// and quotes alone; whoever decodes one finds out what is wrong inside it.
func split(object []byte) ([]field, error) {
	i := space(object, 0)
	if i == len(object) || object[i] != '{' {
		return nil, errNoObject
	}
	var fields []field
	for i = space(object, i+1); ; i = space(object, i+1) {
		if i < len(object) && object[i] == '}' && len(fields) == 0 {
			return fields, nil
		}
		end := value(object, i)
		name, err := unquote(object[i:end])
		if err != nil {
			return nil, fmt.Errorf("%w: name of field %d", errNoObject, len(fields)+1)
		}
		if i = space(object, end); i == len(object) || object[i] != ':' {
			return nil, fmt.Errorf("%w: no colon behind %q", errNoObject, name)
		}
		i = space(object, i+1)
		end = value(object, i)
		fields = append(fields, field{name, object[i:end]})
		i = space(object, end)
		switch {
		case i < len(object) && object[i] == '}':
			return fields, nil
		case i == len(object) || object[i] != ',':
			return nil, fmt.Errorf("%w: no end behind %q", errNoObject, name)
		}
	}
}

// unquote decodes a JSON text, plain ones without help.
func unquote(quoted []byte) (string, error) {
	plain := len(quoted) > 1 && quoted[0] == '"'
	for _, c := range quoted[min(1, len(quoted)):] {
		plain = plain && (c > ' ' && c < 0x7f && c != '\\')
	}
	if plain && bytes.IndexByte(quoted[1:], '"') == len(quoted)-2 {
		return string(quoted[1 : len(quoted)-1]), nil
	}
	var name string
	err := json.Unmarshal(quoted, &name)
	return name, err
}

// space gives the place of the first byte from i on that is no white space.
func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return min(i, len(b))
}

// value gives the place behind the value that begins at i.
func value(b []byte, i int) int {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = text(b, i)
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		case ' ', '\t', '\n', '\r', ',', ':':
			if depth == 0 {
				return i
			}
			continue
		default:
			// A number or a word goes on until one of the bytes above.
			continue
		}
		if depth == 0 {
			return min(i+1, len(b))
		}
		if depth < 0 {
			return i
		}
	}
	return len(b)
}

// text gives the place of the quote that ends the text whose first quote is at i.
func text(b []byte, i int) int {
	for i++; i < len(b) && b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i
}
