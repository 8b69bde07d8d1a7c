package finding_test

import (
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

func TestWordsOfEvidence(t *testing.T) {
	for name, test := range map[string]struct {
		e                 finding.Evidence
		words, derivation string
	}{
		"a number has its unit":             {finding.Evidence{Value: 1.6, Unit: "x"}, "1.6 ×", ""},
		"a text stands for the value":       {finding.Evidence{Value: 1.6, Unit: "x", Text: "plenty"}, "plenty", ""},
		"what is so is yes":                 {finding.Evidence{Value: true}, "yes", ""},
		"what is not so is no":              {finding.Evidence{Value: false}, "no", ""},
		"no value has no words":             {finding.Evidence{}, "", ""},
		"a formula does not end in a value": {finding.Evidence{Value: 4.0, Unit: "count", Formula: "2 × 2 = 4"}, "4", "2 × 2"},
		"a formula may have no value":       {finding.Evidence{Value: 4.0, Unit: "count", Formula: "2 × 2"}, "4", "2 × 2"},
	} {
		if w, d := test.e.Words(), test.e.Derivation(); w != test.words || d != test.derivation {
			t.Errorf("%s: it is %q by %q", name, w, d)
		}
	}
}
