package catalog

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestBuiltinIsSound(t *testing.T) {
	if err := load(t).Check(); err != nil {
		t.Error(err)
	}
}

func TestCheckNamesWhatIsWrong(t *testing.T) {
	c, err := Read([]byte(`{
		"gpu": {
			"acme-1": {"memory": "24GB", "vendor": "acme", "aliases": ["A1", "Twin"], "source": "a sheet"},
			"acme-2": {"memory": "24GB", "vendor": "acme", "aliases": ["t-w-i-n"], "source": "a sheet"},
			"acme-3": {"memory": "24GB"}},
		"cpu": {"cpu-1": {"models": ["["], "source": "a sheet"}},
		"model": {"m": {"layers": "two", "source": "a card"}},
		"platform": {}}`))
	if err != nil {
		t.Fatal(err)
	}
	err = c.Check()
	for _, part := range []string{`gpu: "twin" may be "acme-1" or "acme-2"`, `gpu "acme-3": no source`, `cpu "cpu-1": models: "[" is no pattern`, `model "m": layers: two is no number`} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v\nlacks %q", err, part)
		}
	}
	c, err = Read([]byte(`{"platform": {"p": {"vendor": "acme", "source": "a page", "gpu": {"model": "acme-9"}, "cpu": {"model": "abacus"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := "platform \"p\": gpu \"acme-9\" is not one of the catalogue\nplatform \"p\": cpu \"abacus\" is of no one family"
	if err := c.Check(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Read([]byte(`{"gpu": 1}`)); err == nil {
		t.Error("a kind that is a number is read")
	}
}

func TestAFilesOwnPartsComeFirst(t *testing.T) {
	c := load(t)
	own := c.With(Extra{
		GPUs:   []*GPU{{ID: "nvidia-rtx-4090", Memory: 48 * gib}, {ID: "lab-card", Aliases: []string{"H200", "Lab 9000"}, Memory: 10 * gib, FormFactor: "pcie"}},
		CPUs:   []*CPU{{ID: "our-epyc", Models: []string{"epyc 7543"}}},
		Models: []*Model{{ID: "llama-3.1-8b", Parameters: 1}, {ID: "house-model-3b"}},
	})
	for _, name := range []string{"nvidia-rtx-4090", "RTX 4090"} {
		if g := own.GPU(name).Entry; g == nil || g.Memory != 48*gib {
			t.Errorf("%q is not the file's own: %+v", name, g)
		}
	}
	expect(t, "H200", own.GPU("H200"), "lab-card")
	expect(t, "lab 9000 10GB", own.GPU("lab 9000 10GB"), "lab-card")
	expect(t, "EPYC 7543", own.CPU("EPYC 7543"), "our-epyc")
	expect(t, "EPYC 7713", own.CPU("EPYC 7713"), "epyc-7003")
	expect(t, "house-model-3b", own.Model("house-model-3b"), "house-model-3b")
	suggests(t, "house-model", own.Model("house-model").Suggestions, "house-model-3b")
	if m := own.Model("llama-3.1-8b").Entry; m.Parameters != 1 {
		t.Errorf("the built-in model comes first")
	}

	// The catalogue behind is as it was.
	expect(t, "H200", c.GPU("H200"), "nvidia-h200-sxm-141gb")
	expect(t, "lab-card", c.GPU("lab-card"))
	if got, want := len(own.GPUs()), len(c.GPUs())+1; got != want {
		t.Errorf("%d GPUs, want %d", got, want)
	}
	var ids []string
	for _, g := range own.GPUs() {
		ids = append(ids, g.ID)
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("ids are not sorted and each once: %q", ids)
	}
}

func TestLookUpsSideBySide(t *testing.T) {
	c, err := Read(mustJSON(t))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, g := range c.GPUs() {
				if c.GPU(g.ID).Entry != g {
					t.Errorf("%s is not itself", g.ID)
				}
			}
			c.GPU("A100")
			c.CPU("EPYC 7543")
		})
	}
	group.Wait()
}
