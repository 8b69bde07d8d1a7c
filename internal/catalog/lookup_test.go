package catalog

import (
	"slices"
	"strings"
	"testing"
)

func TestModel(t *testing.T) {
	c := load(t)
	for name, cases := range map[string]map[string][]string{
		"an id, however it is parted": {
			"llama-3.1-8b": {"llama-3.1-8b"}, "Llama 3.1 8B": {"llama-3.1-8b"}, "llama_3_1_8b": {"llama-3.1-8b"},
			"qwen2.5-72b": {"qwen2.5-72b"}, "gptoss-20b": {"gpt-oss-20b"},
		},
		"the name of a published repository, with its organisation or without": {
			"meta-llama/Llama-3.1-70B-Instruct": {"llama-3.1-70b"}, "Llama-2-7b-chat-hf": {"llama-2-7b"},
			"Qwen/Qwen2.5-7B-Instruct": {"qwen2.5-7b"}, "openai/gpt-oss-120b": {"gpt-oss-120b"},
			"stabilityai/stable-diffusion-xl-base-1.0": {"sdxl"}, "black-forest-labs/FLUX.1-dev": {"flux.1-dev"},
		},
		"another model of the same shape": {"DeepSeek-R1": {"deepseek-v3"}, "stable-diffusion-v1-4": {"stable-diffusion-1.5"}},
		"a name without a size or a generation fits several": {
			"llama-3.1": {"llama-3.1-405b", "llama-3.1-70b", "llama-3.1-8b"},
			"llama 70b": {"llama-2-70b", "llama-3-70b", "llama-3.1-70b", "llama-3.3-70b"},
		},
		"a dot that is left out makes another number":   {"qwen25-7b": nil, "qwen2-57b": nil, "llama-31-8b": nil},
		"words that fit one alone are not taken for it": {"codellama": nil, "mixtral": nil, "deepseek": nil},
	} {
		t.Run(name, func(t *testing.T) {
			for written, want := range cases {
				expect(t, written, c.Model(written), want...)
			}
		})
	}
	suggests(t, "mixtral-8x7", c.Model("mixtral-8x7").Suggestions, "mixtral-8x7b", "mixtral-8x22b")
	suggests(t, "llama 14b", c.Model("llama 14b").Suggestions, "llama-13b", "llama-7b", "llama-30b")
	suggests(t, "gpt-oss", c.Model("gpt-oss").Suggestions, "gpt-oss-20b", "gpt-oss-120b")
}

func TestPlatform(t *testing.T) {
	c := load(t)
	for written, want := range map[string]string{
		"nvidia-dgx-a100": "nvidia-dgx-a100", "DGX A100": "nvidia-dgx-a100", "NVIDIA DGX A100 320GB": "nvidia-dgx-a100-320",
		"dgx-h100": "nvidia-dgx-h100", "DGX H200": "nvidia-dgx-h200", "Nvidia DGX-B200": "nvidia-dgx-b200",
		"p5.48xlarge": "aws-p5.48xlarge", "AWS p5.48xlarge": "aws-p5.48xlarge", "PowerEdge XE9680 MI300X": "dell-xe9680-mi300x",
		"XE9680 H100": "dell-xe9680-h100", "a3-highgpu-8g": "gcp-a3-highgpu-8g", "Standard_ND96isr_H100_v5": "azure-nd96isr-h100-v5",
		"BM.GPU.H100.8": "oci-bm.gpu.h100.8", "EC2 p4d.24xlarge": "aws-p4d.24xlarge", "ND96isr_MI300X_v5": "azure-nd96isr-mi300x-v5",
		"DGX B300": "nvidia-dgx-b300", "GB200 NVL72": "nvidia-gb200-nvl72-tray", "SYS-821GE-TNHR H100": "supermicro-sys-821ge-tnhr-h100",
	} {
		expect(t, written, c.Platform(written), want)
	}
	// One box ships with several GPUs.
	expect(t, "XE9680", c.Platform("XE9680"), "dell-xe9680-h100", "dell-xe9680-h200", "dell-xe9680-mi300x")
	// A board that many build is nobody's alone.
	expect(t, "HGX H100", c.Platform("HGX H100"))
	suggests(t, "dgx-h300", c.Platform("dgx-h300").Suggestions, "nvidia-dgx-b300", "nvidia-dgx-h100", "nvidia-dgx-h200")
}

func TestKeyKeepsWhatPartsTwoNumbers(t *testing.T) {
	for written, want := range map[string]string{
		"A100-SXM4-40GB": "a100sxm4.40gb", "RTX 4090": "rtx4090", "qwen2.5-7b": "qwen2.5.7b", "qwen2-57b": "qwen2.57b",
		"8462Y+": "8462y+", "": "", "--": "", "p5.48xlarge": "p5.48xlarge", "ÄÖ 1": "äö1",
	} {
		if got := key(written); got != want {
			t.Errorf("key(%q) = %q, want %q", written, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for written, want := range map[string][]string{
		"A100-SXM4-40GB": {"a100", "sxm4", "40gb"}, "llama-3.1-8b": {"llama", "3.1", "8b"},
		"H100 (64GB HBM2)": {"h100", "64gb", "hbm2"}, "a. .b": {"a", "b"}, "": nil,
	} {
		if got := words(written); !slices.Equal(got, want) {
			t.Errorf("words(%q) = %q, want %q", written, got, want)
		}
	}
	if got := sizes(words("A100 40 GB, 80GiB 12g gb")); strings.Join(got, " ") != "a100 40gb 80gb 12gb gb" {
		t.Errorf("sizes gives %q", got)
	}
}

// A look-up never panics, and gives an entry, or candidates, or suggestions.
func FuzzLookUp(f *testing.F) {
	for _, name := range []string{"A100", "a100 40 gb", "H200", "amd-epyc-7543", "8462y+", "llama-3.1", "org/", "/", "p5.48xlarge",
		"", "\x00", "\xff\xfe", "[", "*", "epyc ", "xeon", "NVIDIA AMD", "2x", "2 x", strings.Repeat("a1 ", 300), "İ100", "①②", "gb"} {
		f.Add(name)
	}
	c, err := Builtin()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name string) {
		gpu, cpu, model, platform := c.GPU(name), c.CPU(name), c.Model(name), c.Platform(name)
		whole(t, name, gpu, c.GPU)
		whole(t, name, cpu, c.CPU)
		whole(t, name, model, c.Model)
		whole(t, name, platform, c.Platform)
	})
}

func whole[T any, P interface {
	*T
	Identity() string
}](t *testing.T, name string, m Match[T], lookUp func(string) Match[T]) {
	t.Helper()
	switch {
	case m.Entry != nil && (m.Candidates != nil || m.Suggestions != nil):
		t.Errorf("%q: an entry and something else", name)
	case m.Candidates != nil && (len(m.Candidates) < 2 || m.Suggestions != nil):
		t.Errorf("%q: %d candidates, %d suggestions", name, len(m.Candidates), len(m.Suggestions))
	case len(m.Suggestions) > 3:
		t.Errorf("%q: %d suggestions", name, len(m.Suggestions))
	}
	for i := 1; i < len(m.Candidates); i++ {
		if P(m.Candidates[i-1]).Identity() >= P(m.Candidates[i]).Identity() {
			t.Errorf("%q: candidates are not sorted by id", name)
		}
	}
	for _, id := range m.Suggestions {
		if found := lookUp(id).Entry; found == nil || P(found).Identity() != id {
			t.Errorf("%q: the suggestion %q is no id", name, id)
		}
	}
}
