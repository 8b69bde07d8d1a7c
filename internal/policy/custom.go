package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rackvet/rackvet/internal/finding"
)

func text(v any) (string, error) {
	s, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("expected text, found %v", v)
	}
	return strings.TrimSpace(s), nil
}

// date reads a day. YAML may have made a time of it.
func date(v any) (time.Time, error) {
	if t, ok := v.(time.Time); ok {
		return t, nil
	}
	t, err := time.Parse(time.DateOnly, fmt.Sprint(v))
	if err != nil {
		return t, fmt.Errorf("%v is no date such as 2027-01-01", v)
	}
	return t, nil
}

// ownParams reads the parameters that a rule declares itself.
func ownParams(v any) (map[string]param, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("expected parameters by name, found %v", v)
	}
	ps := make(map[string]param, len(object))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		fields, ok := object[name].(map[string]any)
		if !ok || !isName(name) {
			return nil, fmt.Errorf("%s: expected {value, unit, source, strength} by a name in lower case", name)
		}
		p := param{Strength: "M"}
		for key, v := range fields {
			var err error
			switch key {
			case "value":
				p.Value, err = plainValue(v)
			case "unit":
				p.Unit, err = text(v)
			case "source":
				p.Source, err = text(v)
			case "strength":
				p.Strength, err = text(v)
			default:
				err = errors.New("unknown; known are value, unit, source, strength")
			}
			if err != nil {
				return nil, fmt.Errorf("%s.%s: %w", name, key, err)
			}
		}
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		ps[name] = p
	}
	return ps, nil
}

// plainValue makes of what YAML reads what JSON would: numbers are float64.
func plainValue(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var plain any
	return plain, json.Unmarshal(text, &plain)
}

func levels(v any) ([]finding.Level, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("expected a list such as [error, warning], found %v", v)
	}
	var ls []finding.Level
	for _, e := range list {
		l, err := finding.ParseLevel(fmt.Sprint(e))
		if err != nil {
			return nil, err
		}
		if slices.Contains(ls, l) {
			return nil, fmt.Errorf("level %s twice", l)
		}
		ls = append(ls, l)
	}
	slices.Sort(ls)
	slices.Reverse(ls)
	return ls, nil
}

// figure names a field of a kind of the catalogue's entries.
var figure = regexp.MustCompile(`^(gpu|cpu|model|platform)(\.[a-z][a-z0-9_]*)+$`)

func figures(v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("expected a list such as [gpu.tdp], found %v", v)
	}
	names := make([]string, len(list))
	for i, v := range list {
		var err error
		if names[i], err = text(v); err != nil {
			return nil, err
		}
		if !figure.MatchString(names[i]) {
			return nil, fmt.Errorf("%q is not a kind of entry and its field, such as gpu.tdp", names[i])
		}
	}
	return names, nil
}

// texts reads an object of texts.
func texts(v any) (map[string]string, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("expected texts by key, found %v", v)
	}
	ts := make(map[string]string, len(object))
	for key, v := range object {
		t, err := text(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		ts[key] = t
	}
	return ts, nil
}

func templates(v any) (map[string]string, map[string]template, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, nil, fmt.Errorf("expected templates by key, found %v", v)
	}
	texts, parsed := make(map[string]string, len(object)), make(map[string]template, len(object))
	for _, key := range slices.Sorted(maps.Keys(object)) {
		s, err := text(object[key])
		if err == nil {
			texts[key] = s
			parsed[key], err = parseTemplate(s)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return texts, parsed, nil
}
