package catalog

import (
	"slices"
	"strings"
	"testing"
)

func TestSearch(t *testing.T) {
	c := load(t)
	for name, s := range map[string]struct {
		text, kind string
		want       []string // ids; nil: none
	}{
		"a part of an id":                        {"mi300", "gpu", []string{"amd-mi300a", "amd-mi300x"}},
		"words in any order":                     {"80gb pcie A100", "gpu", []string{"nvidia-a100-pcie-80gb"}},
		"a size in two words":                    {"h100 94 GB", "gpu", []string{"nvidia-h100-nvl-94gb"}},
		"case and punctuation count for nothing": {"RTX_4090", "gpu", []string{"nvidia-rtx-4090", "nvidia-rtx-4090d"}},
		"run together":                           {"rtx4090", "gpu", []string{"nvidia-rtx-4090", "nvidia-rtx-4090d"}},
		"a vendor's own":                         {"google", "gpu", []string{"google-tpu-v3", "google-tpu-v5e", "google-tpu-v6e"}},
		"a processor's name finds its family":    {"Intel(R) Xeon(R) Platinum 8480C", "cpu", []string{"xeon-sp-4"}},
		"one of all kinds, in their order":       {"dgx spark", "", []string{"nvidia-gb10", "nvidia-dgx-spark"}},
		"a kind that has none of it":             {"mi300x", "cpu", nil},
		"a kind that there is none of":           {"mi300x", "toaster", nil},
		"what nothing is called":                 {"toaster", "", nil},
		"more text than any name":                {strings.Repeat("a", 500), "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, found := range c.Search(s.text, s.kind) {
				got = append(got, found.ID)
			}
			if !slices.Equal(got, s.want) {
				t.Errorf("%q finds %q, want %q", s.text, got, s.want)
			}
		})
	}
}

func TestSearchForNothingListsAllByKindAndID(t *testing.T) {
	c := load(t)
	all := c.Search("", "")
	if want := len(c.GPUs()) + len(c.CPUs()) + len(c.Models()) + len(c.Platforms()); len(all) != want {
		t.Errorf("%d entries, want %d", len(all), want)
	}
	kinds := Kinds()
	if !slices.IsSortedFunc(all, func(a, b Summary) int {
		if a.Kind != b.Kind {
			return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind)
		}
		return strings.Compare(a.ID, b.ID)
	}) {
		t.Error("entries are not sorted by kind and id")
	}
	for _, s := range all {
		if len(s.Figures) == 0 || s.Source == "" || s.Vendor == "" && s.Kind != "model" {
			t.Errorf("%s %s lacks figures, source or vendor: %+v", s.Kind, s.ID, s)
		}
		for _, f := range s.Figures {
			if f.Name == "" || strings.Contains(f.Text, "%!") || strings.Contains(f.Text, "nil") {
				t.Errorf("%s %s: figure %+v", s.Kind, s.ID, f)
			}
		}
	}
}

func TestFiguresOfASummaryAreForPeople(t *testing.T) {
	c := load(t)
	for text, want := range map[string]string{
		"nvidia-h100-sxm5-80gb": "80 GiB|79.65 GiB|3350 GB/s|nvswitch, nvlink|8|450 GB/s|900 GB/s|5x16|700 W|sxm|2022",
		"nvidia-rtx-4090":       "24 GiB|23.99 GiB|1008 GB/s|pcie||||4x16|450 W|pcie|2022",
		"epyc-7003":             "64|2|8|ddr4|3200 MT/s|4096 GiB|4|128|280 W|2021",
		"llama-3.1-8b":          "llm|8.03 billion|8.03 billion|32|4096|32|8|131072",
		"nvidia-dgx-h100":       "8 × nvidia-h100-sxm5-80gb|2 × intel-xeon-platinum-8480c|2048 GiB|10.2 kW",
	} {
		var cells []string
		found := c.Search(text, "")
		for _, f := range found[0].Figures {
			cells = append(cells, f.Text)
		}
		if got := strings.Join(cells, "|"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
