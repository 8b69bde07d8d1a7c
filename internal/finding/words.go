package finding

import (
	"fmt"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// abbreviations are the words of names that are written otherwise in prose.
var abbreviations = map[string]string{
	"gpu": "GPU", "gpus": "GPUs", "cpu": "CPU", "kv": "KV", "pcie": "PCIe", "dimm": "DIMM", "dimms": "DIMMs", "ecc": "ECC",
}

// Words is the name of an input as prose: "kv_cache" is "KV cache".
func Words(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		if a, ok := abbreviations[w]; ok {
			words[i] = a
		}
	}
	return strings.Join(words, " ")
}

// Words is the value of an input as people read it, "" where there is none.
func (e Evidence) Words() string {
	if e.Text != "" {
		return e.Text
	}
	switch v := e.Value.(type) {
	case nil:
		return ""
	case float64:
		return units.Print(v, e.Unit)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	default:
		return fmt.Sprint(v)
	}
}

// Derivation is the formula of an input without the value that it may end in, and
// which stands in front already.
func (e Evidence) Derivation() string { return strings.TrimSuffix(e.Formula, " = "+e.Words()) }
