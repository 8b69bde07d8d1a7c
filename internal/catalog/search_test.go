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
		if i := slices.IndexFunc(s.Figures, func(f string) bool { return f == "" || strings.Contains(f, "%!") || strings.Contains(f, "nil") }); i >= 0 {
			t.Errorf("%s %s: figure %q", s.Kind, s.ID, s.Figures[i])
		}
	}
}

func TestFiguresOfASummaryAreForPeople(t *testing.T) {
	c := load(t)
	for text, want := range map[string][]string{
		"nvidia-h100-sxm5-80gb": {"80 GB", "driver shows 79.65 GiB", "3350 GB/s HBM3", "nvswitch 900 GB/s both ways", "up to 8 linked", "PCIe 5x16", "700 W", "sxm", "2022"},
		"nvidia-a16":            {"16 GB", "200 GB/s GDDR6", "PCIe 4x16", "62.5 W", "pcie", "2021"},
		"epyc-7003":             {"up to 2 × 64 cores", "8 channels ddr4", "3200 MT/s", "up to 4096 GB", "128 lanes PCIe 4", "280 W", "2021"},
		"nvidia-dgx-h100":       {"8 × nvidia-h100-sxm5-80gb", "nvswitch", "2 × intel-xeon-platinum-8480c", "2048 GB of host memory", "10200 W at most"},
	} {
		found := c.Search(text, "")
		if len(found) != 1 || !slices.Equal(found[0].Figures, want) {
			t.Errorf("%q: %+v, want %q", text, found, want)
		}
	}
}
