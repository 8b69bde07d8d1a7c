package finding

import "strings"

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
