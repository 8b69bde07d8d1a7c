package hfconfig

import (
	"strings"
	"testing"
)

// A count that is there and can't be one is a fault: the class's own number in its
// place would be a guess.
func TestCountsThatCannotBeAreFaults(t *testing.T) {
	for _, value := range []string{"-1", `"5120"`, "1.5", "true"} {
		_, _, err := Parse([]byte(`{"model_type": "llama", "num_hidden_layers": 32, "hidden_size": ` + value + `, "num_attention_heads": 32}`))
		if err == nil || !strings.Contains(err.Error(), "hidden_size is") {
			t.Errorf("hidden_size %s: %v", value, err)
		}
	}
	if _, _, err := Parse([]byte(`{"model_type": "llama"}`)); err != nil {
		t.Errorf("what is left out is the class's: %v", err)
	}
}
