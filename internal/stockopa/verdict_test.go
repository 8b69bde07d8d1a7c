package stockopa

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// result is what decides in a result of a rule, as rackvet lint and the rules
// themselves write it.
type result struct {
	Rule     string          `json:"rule"`
	Outcome  string          `json:"outcome"`
	Level    string          `json:"level"`
	Path     json.RawMessage `json:"path"`
	Server   string          `json:"server"`
	Observed *float64        `json:"observed"`
	Limit    *float64        `json:"limit"`
}

// report is as much of the report of rackvet lint as is compared.
type report struct {
	Servers []struct {
		Name    string   `json:"name"`
		File    string   `json:"file"`
		Results []result `json:"results"`
	} `json:"servers"`
	Problems []result `json:"problems"`
}

// ofRules leaves out faults of specs, which are no rule's.
func ofRules(results []result) []result {
	return slices.DeleteFunc(slices.Clone(results), func(r result) bool { return strings.HasPrefix(r.Rule, "spec/") })
}

// flat lists what rules gave, by their ids.
func flat(byRule map[string][]result) []result {
	var all []result
	for id, results := range byRule {
		for _, r := range results {
			r.Rule = id
			all = append(all, r)
		}
	}
	return all
}

// same demands that two lists hold the same results, in any order.
func same(t *testing.T, where string, rackvet, opa []result) {
	t.Helper()
	fleet := where == "all servers"
	for _, list := range [][]result{rackvet, opa} {
		slices.SortFunc(list, func(a, b result) int {
			return cmp.Or(strings.Compare(a.key(fleet), b.key(fleet)), order(a.Observed, b.Observed), order(a.Limit, b.Limit))
		})
	}
	for len(rackvet) > 0 || len(opa) > 0 {
		switch {
		case len(opa) == 0 || len(rackvet) > 0 && rackvet[0].key(fleet) < opa[0].key(fleet):
			t.Errorf("%s: rackvet alone says %s", where, rackvet[0].key(fleet))
			rackvet = rackvet[1:]
		case len(rackvet) == 0 || opa[0].key(fleet) < rackvet[0].key(fleet):
			t.Errorf("%s: OPA alone says %s", where, opa[0].key(fleet))
			opa = opa[1:]
		default:
			if !near(rackvet[0].Observed, opa[0].Observed) || !near(rackvet[0].Limit, opa[0].Limit) {
				t.Errorf("%s: %s: rackvet observed %s against %s, OPA %s against %s", where, opa[0].key(fleet),
					number(rackvet[0].Observed), number(rackvet[0].Limit), number(opa[0].Observed), number(opa[0].Limit))
			}
			rackvet, opa = rackvet[1:], opa[1:]
		}
	}
}

// key is what has to be the same to the letter. Results of one server don't say its
// name to OPA.
func (r result) key(fleet bool) string {
	key := strings.Join([]string{r.Rule, r.Outcome, r.Level, string(r.Path)}, " ")
	if fleet {
		key += " " + r.Server
	}
	return key
}

// order sorts what a rule says twice of one place.
func order(a, b *float64) int {
	if a == nil || b == nil {
		return 0
	}
	return cmp.Compare(*a, *b)
}

// near compares as far as both compute alike: rackvet's engine in float64, OPA in
// decimals of any length, which its JSON has to 17 digits or more. Neither is wrong:
// no rule turns on the last digits, see policies/rackvet/lib/compare.rego.
func near(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a-*b) <= 1e-9*math.Max(math.Abs(*a), math.Abs(*b))
}

func number(n *float64) string {
	if n == nil {
		return "nothing"
	}
	return fmt.Sprintf("%.17g", *n)
}
