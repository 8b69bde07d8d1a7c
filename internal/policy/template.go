package policy

import (
	"fmt"
	"slices"
	"strings"
)

// template is a message or a help with places for values: "{observed} is below
// {limit}". Braces have no other use in it.
type template []segment

// segment is words, or the name of a value.
type segment struct {
	text string
	name bool
}

// parseTemplate reads a template. Names are lower case with underscores.
func parseTemplate(s string) (template, error) {
	var t template
	for s != "" {
		text, rest, found := strings.Cut(s, "{")
		if strings.Contains(text, "}") {
			return nil, fmt.Errorf("template has a } without a {: %q", s)
		}
		if text != "" {
			t = append(t, segment{text: text})
		}
		if !found {
			break
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed || !isName(name) {
			return nil, fmt.Errorf("template has no name such as {observed} at %q", "{"+rest)
		}
		t = append(t, segment{text: name, name: true})
		s = after
	}
	return t, nil
}

func isName(s string) bool {
	for i, r := range s {
		if !(r >= 'a' && r <= 'z' || r == '_' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return s != ""
}

// names lists the values that t asks for, each once.
func (t template) names() []string {
	var names []string
	for _, s := range t {
		if s.name && !slices.Contains(names, s.text) {
			names = append(names, s.text)
		}
	}
	return names
}

// fill puts the values in. A name without a value is an error.
func (t template) fill(value func(name string) (string, error)) (string, error) {
	if len(t) == 1 && !t[0].name {
		return t[0].text, nil
	}
	var b strings.Builder
	for _, s := range t {
		if !s.name {
			b.WriteString(s.text)
			continue
		}
		v, err := value(s.text)
		if err != nil {
			return "", err
		}
		b.WriteString(v)
	}
	return b.String(), nil
}
