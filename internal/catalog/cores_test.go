package catalog

import (
	"strings"
	"testing"
)

// lines are what stands before a processor's number, by the family's first words.
var lines = []struct{ family, line string }{
	{"epyc-", "AMD EPYC "}, {"xeon-e5-", "Xeon E5-"}, {"xeon-max-", "Xeon CPU Max "}, {"xeon-w-", "Xeon w9-"}, {"xeon-", "Intel Xeon "},
	{"core-ultra-", "Core Ultra 7 "}, {"threadripper-", "Threadripper PRO "}, {"ryzen-", "Ryzen 9 "}, {"altra", "Ampere Altra "}, {"ampereone", "AmpereOne "}, {"grace", "NVIDIA "},
}

func TestEveryProcessorThatHasCoresIsOneOfItsFamily(t *testing.T) {
	c := load(t)
	seen := 0
	for _, p := range c.CPUs() {
		for number, cores := range p.Cores {
			seen++
			name := number
			for _, l := range lines {
				if strings.HasPrefix(p.ID, l.family) {
					name = l.line + strings.ReplaceAll(number, ".", "-")
					break
				}
			}
			expect(t, name, c.CPU(name), p.ID)
			if got := p.CoresOf(name); got != cores {
				t.Errorf("%s has %d cores, want %d", name, got, cores)
			}
			if cores > p.CoresMax {
				t.Errorf("%s has %d cores, its family %s at most %d", name, cores, p.ID, p.CoresMax)
			}
		}
	}
	if seen < 600 {
		t.Errorf("%d processors have cores, want 600 at least", seen)
	}
}

func TestCoresOfAProcessorHoweverItIsWritten(t *testing.T) {
	c := load(t)
	for name, want := range map[string]int{
		// mlcommons training_results and inference_results, host_processor_core_count
		"Intel(R) Xeon(R) Platinum 8480C": 56, "intel-xeon-platinum-8480+": 56, "xeon-8480": 56, "8462y+": 32, "Intel(R) Xeon(R) CPU E5-2698 v4 @ 2.20GHz": 20, "E5-2698v4": 20,
		"AMD EPYC 7543": 32, "amd-epyc-7543": 32, "7543": 32, "2x EPYC7742": 64, "AMD EYPC 7513": 32, "AMD EPYC 9575F 64-Core Processor": 64, "Intel(R) Xeon(R) 6787P": 86, "Xeon 6 6787P": 86,
		"NVIDIA Grace CPU": 72, "Intel(R) Xeon(R) w9-3475X": 36, "INTEL(R) XEON(R) PLATINUM 8568Y+": 48,
		// a description that counts the cores of 32 in the name and 64 in its field: AMD's own figure holds
		"AMD EPYC 7763 32-Core Processor": 64,
		// ampere-altra-family-product-brief; Intel's product comparison
		"Ampere Altra Q80-30": 80, "M128-30": 128, "Core Ultra 9 285K": 24,
		// numbers that no list has, but the name says it: public machine reports
		"AMD EPYC 7D13 64-Core Processor": 64, "AMD Ryzen Threadripper PRO 7945WX 12-Cores": 12,
		// no one processor, or none that is known
		"epyc-7003": 0, "EPYC Milan": 0, "Xeon Platinum 8499Z": 0, "Ampere Altra": 0, "AMD EPYC 7D13": 0,
	} {
		p := c.CPU(name).Entry
		if p == nil {
			t.Errorf("%q is of no family", name)
			continue
		}
		if got := p.CoresOf(name); got != want {
			t.Errorf("%q has %d cores, want %d", name, got, want)
		}
	}
	if got := (&CPU{}).CoresOf(strings.Repeat("7543 ", 2000)); got != 0 {
		t.Errorf("a name that is too long has %d cores", got)
	}
}

func TestAFilesOwnProcessorMayHaveCores(t *testing.T) {
	own, err := DecodeCPU("acme-1", map[string]any{"models": []any{"acme 75?3"}, "cores": map[string]any{"7543": 12, "acme-1": 8}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"acme 7543": 12, "Acme-1": 8, "acme 7553": 0} {
		p := load(t).With(Extra{CPUs: []*CPU{own}}).CPU(name).Entry
		if p != own || p.CoresOf(name) != want {
			t.Errorf("%q is %v with %d cores, want %d", name, p, p.CoresOf(name), want)
		}
	}
}

func TestEveryPlatformsProcessorHasCores(t *testing.T) {
	c := load(t)
	for _, p := range c.Platforms() {
		if name := modelOf(p.Blocks["cpu"]); name != "" && c.CPU(name).Entry.CoresOf(name) == 0 {
			t.Errorf("%s: the cores of %q are not known", p.ID, name)
		}
	}
}

func TestStatedCores(t *testing.T) {
	for name, want := range map[string]int{"EPYC 7D13 64-Core Processor": 64, "7945WX 12-CORES": 12, "x-Core": 0, "0-Core": 0, "-8-Core": 0, "64-Coreless": 0, "64 Cores": 0, "": 0} {
		if got := statedCores(name); got != want {
			t.Errorf("statedCores(%q) = %d, want %d", name, got, want)
		}
	}
}
