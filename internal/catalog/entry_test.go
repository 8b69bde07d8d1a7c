package catalog

import "testing"

func TestEntryIsTheOneOfThatID(t *testing.T) {
	known, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ kind, id string }{
		{"gpu", "nvidia-a100-pcie-40gb"}, {"cpu", "epyc-7003"}, {"model", "llama-2-7b"}, {"platform", "nvidia-dgx-h100"},
	} {
		s, own, ok := known.Entry(test.kind, test.id)
		if !ok || own || s.ID != test.id || s.Kind != test.kind || s.Source == "" {
			t.Errorf("%s %s is %+v, own %v, there %v", test.kind, test.id, s, own, ok)
		}
	}
	for _, test := range []struct{ kind, id string }{{"gpu", "A100 PCIe 40GB"}, {"gpu", ""}, {"rack", "nvidia-dgx-h100"}} {
		if s, _, ok := known.Entry(test.kind, test.id); ok {
			t.Errorf("%s %q gives %+v", test.kind, test.id, s)
		}
	}
	front := known.With(Extra{GPUs: []*GPU{{ID: "lab-gpu", Source: "ours"}, {ID: "nvidia-h100-sxm5-80gb", Source: "ours"}}})
	for _, id := range []string{"lab-gpu", "nvidia-h100-sxm5-80gb"} {
		if s, own, ok := front.Entry("gpu", id); !ok || !own || s.Source != "ours" {
			t.Errorf("%s is %+v, own %v, there %v", id, s, own, ok)
		}
	}
	if _, own, ok := front.Entry("gpu", "nvidia-a100-pcie-40gb"); !ok || own {
		t.Errorf("what stands behind is own %v, there %v", own, ok)
	}
}
