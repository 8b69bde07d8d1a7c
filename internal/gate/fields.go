package gate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// fieldsOf says of two values which of their fields differ as JSON, those of some
// names left out: "gpu.count 2 then, 4 now".
func fieldsOf(was, is any, without map[string]bool) []string {
	var list []string
	compareFields(plain(was), plain(is), "", without, &list)
	return list
}

// plain is a value as JSON has it. What can't be read as JSON differs from all that
// can, but for itself.
func plain(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	var x any
	if err := json.Unmarshal(text, &x); err != nil {
		return string(text)
	}
	return x
}

func compareFields(was, is any, at string, without map[string]bool, list *[]string) {
	switch a := was.(type) {
	case map[string]any:
		b, ok := is.(map[string]any)
		if !ok {
			break
		}
		names := map[string]bool{}
		for name := range a {
			names[name] = true
		}
		for name := range b {
			names[name] = true
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if !without[name] {
				compareFields(a[name], b[name], strings.TrimPrefix(at+"."+name, "."), without, list)
			}
		}
		return
	case []any:
		b, ok := is.([]any)
		if !ok {
			break
		}
		for i := range max(len(a), len(b)) {
			var x, y any
			if i < len(a) {
				x = a[i]
			}
			if i < len(b) {
				y = b[i]
			}
			compareFields(x, y, fmt.Sprintf("%s[%d]", at, i), without, list)
		}
		return
	}
	if x, y := asText(was), asText(is); x != y {
		*list = append(*list, strings.TrimSpace(fmt.Sprintf("%s %s then, %s now", at, brief(x), brief(y))))
	}
}

// asText is a value of JSON; of zeros there is one, as in canonical form.
func asText(v any) string {
	if v == nil {
		return "nothing"
	}
	if v == 0.0 {
		return "0"
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// brief is the beginning of a text.
func brief(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// few are the first of some words, and how many there are more.
func few(words []string, most int) string {
	if rest := len(words) - most; rest > 0 {
		words = append(slices.Clone(words[:most]), fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(words, "; ")
}
