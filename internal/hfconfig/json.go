package hfconfig

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// object is a JSON object; its values are nil, bool, float64, string, []any or object.
type object = map[string]any

// deepest is how many brackets may be open at once; real files have 6 or so.
const deepest = 64

// parser reads JSON as Python writes it: NaN and the two infinities are numbers.
type parser struct {
	text  []byte
	at    int
	depth int
	twice []string // keys that an object had twice
}

// parse reads a text that is one JSON value, and the keys that it has twice.
func parse(text []byte) (any, []string, error) {
	if !utf8.Valid(text) {
		return nil, nil, errors.New("the text is not UTF-8")
	}
	p := &parser{text: text}
	v, err := p.value()
	if err == nil && p.space() < len(p.text) {
		err = p.fault("text behind the end of it")
	}
	return v, p.twice, err
}

func (p *parser) fault(what string) error {
	line := 1
	for _, c := range p.text[:min(p.at, len(p.text))] {
		if c == '\n' {
			line++
		}
	}
	return fmt.Errorf("line %d is no JSON: %s", line, what)
}

// space skips white space and gives where the rest begins.
func (p *parser) space() int {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n' || p.text[p.at] == '\t' || p.text[p.at] == '\r') {
		p.at++
	}
	return p.at
}

// next skips white space and takes the character if it comes next.
func (p *parser) next(c byte) bool {
	if p.space() < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

var words = []struct {
	text  string
	value any
}{
	{"true", true}, {"false", false}, {"null", nil},
	{"NaN", math.NaN()}, {"Infinity", math.Inf(1)}, {"-Infinity", math.Inf(-1)},
}

func (p *parser) value() (any, error) {
	if p.space() == len(p.text) {
		return nil, p.fault("it ends too soon")
	}
	switch p.text[p.at] {
	case '{', '[':
		if p.depth++; p.depth > deepest {
			return nil, p.fault("brackets are nested too deep")
		}
		defer func() { p.depth-- }()
		if p.next('[') {
			return p.list()
		}
		p.at++
		return p.object()
	case '"':
		return p.string()
	}
	for _, w := range words {
		if end := p.at + len(w.text); end <= len(p.text) && string(p.text[p.at:end]) == w.text {
			p.at = end
			return w.value, nil
		}
	}
	return p.number()
}

func (p *parser) object() (any, error) {
	o := object{}
	for !p.next('}') {
		if len(o) > 0 && !p.next(',') {
			return nil, p.fault("a comma or } is missing")
		}
		if p.space() == len(p.text) || p.text[p.at] != '"' {
			return nil, p.fault("a name in quotes is missing")
		}
		name, err := p.string()
		if err != nil {
			return nil, err
		}
		if !p.next(':') {
			return nil, p.fault("a colon is missing")
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		if _, has := o[name]; has && len(p.twice) < 10 {
			p.twice = append(p.twice, name)
		}
		o[name] = v
	}
	return o, nil
}

func (p *parser) list() (any, error) {
	list := []any{}
	for !p.next(']') {
		if len(list) > 0 && !p.next(',') {
			return nil, p.fault("a comma or ] is missing")
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (p *parser) string() (string, error) {
	for end := p.at + 1; end < len(p.text); end++ {
		switch p.text[end] {
		case '\\':
			end++
		case '"':
			var s string
			if err := json.Unmarshal(p.text[p.at:end+1], &s); err != nil {
				return "", p.fault("a string that can't be read")
			}
			p.at = end + 1
			return s, nil
		}
	}
	return "", p.fault("a string without an end")
}

func (p *parser) number() (any, error) {
	end := p.at
	for end < len(p.text) && (p.text[end] >= '0' && p.text[end] <= '9' || p.text[end] == '-' || p.text[end] == '+' || p.text[end] == '.' || p.text[end] == 'e' || p.text[end] == 'E') {
		end++
	}
	literal := p.text[p.at:end]
	if !json.Valid(literal) {
		return nil, p.fault("a value is missing")
	}
	// Out of range is an infinity, and no count.
	n, _ := strconv.ParseFloat(string(literal), 64)
	p.at = end
	return n, nil
}
