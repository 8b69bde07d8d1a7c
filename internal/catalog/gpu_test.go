package catalog

import "testing"

func TestGPU(t *testing.T) {
	c := load(t)
	for name, cases := range map[string]map[string][]string{
		"an id": {"nvidia-a100-sxm4-40gb": {"nvidia-a100-sxm4-40gb"}},
		"an alias as it is": {
			"H200":                 {"nvidia-h200-sxm-141gb"},
			"B200":                 {"nvidia-b200-sxm-180gb"},
			"H100 NVL":             {"nvidia-h100-nvl-94gb"},
			"4090":                 {"nvidia-rtx-4090"},
			"MI300X":               {"amd-mi300x"},
			"nvidia-tesla-t4":      {"nvidia-t4"},
			"Tesla V100-SXM2-32GB": {"nvidia-v100-sxm2-32gb"},
		},
		"what the driver calls it": {
			"NVIDIA H100 80GB HBM3":          {"nvidia-h100-sxm5-80gb"},
			"NVIDIA A100-SXM4-40GB":          {"nvidia-a100-sxm4-40gb"},
			"NVIDIA RTX 6000 Ada Generation": {"nvidia-rtx-6000-ada"},
		},
		"case and punctuation count for nothing": {
			"a100_pcie_40gb":          {"nvidia-a100-pcie-40gb"},
			"  h200  ":                {"nvidia-h200-sxm-141gb"},
			"RTX4090":                 {"nvidia-rtx-4090"},
			"Nvidia GeForce RTX-4090": {"nvidia-rtx-4090"},
			"L40-S":                   {"nvidia-l40s"},
		},
		"the maker's words may be left out or put in": {
			"a100-sxm4-80gb":     {"nvidia-a100-sxm4-80gb"},
			"NVIDIA L4":          {"nvidia-l4"},
			"geforce 3090":       {"nvidia-rtx-3090"},
			"Instinct MI325X":    {"amd-mi325x"},
			"AMD Instinct MI210": {"amd-mi210"},
			"NVIDIA Tesla V100S": {"nvidia-v100s-pcie-32gb"},
		},
		"words for what it is, and a power limit, tell nothing": {
			"Intel(R) Gaudi(R) 2 AI Accelerator":    {"intel-gaudi2"},
			"NVIDIA RTX A5000 GPU":                  {"nvidia-rtx-a5000"},
			"AMD Instinct MI325X 256GB HBM3E DLC":   {"amd-mi325x"},
			"NVIDIA A100-SXM4-80GB (500W)":          {"nvidia-a100-sxm4-80gb"},
			"H100 SXM5 80GB 650W":                   {"nvidia-h100-sxm5-80gb"},
			"NVIDIA GH200-GraceHopper-Superchip":    {"nvidia-gh200-144gb", "nvidia-gh200-96gb"},
			"NVIDIA Blackwell GPU (B200-SXM-180GB)": {"nvidia-b200-sxm-180gb"},
		},
		"a share of a GPU is not the GPU": {"NVIDIA A100-SXM-80GB (1x1g.10gb MIG)": nil, "NVIDIA A10-24Q": nil},
		"other makers' accelerators": {
			"Habana Gaudi2": {"intel-gaudi2"}, "Gaudi 3 PCIe": {"intel-gaudi3-pcie"}, "Data Center GPU Max 1550": {"intel-max-1550"},
			"Huawei Ascend 910B": {"huawei-ascend-910b"}, "Radeon RX 7900 XTX": {"amd-rx-7900-xtx"}, "Google TPU v6e": {"google-tpu-v6e"},
			"Trainium2": {"aws-trainium2"}, "RTX PRO 6000": {"nvidia-rtx-pro-6000-blackwell-maxq",
				"nvidia-rtx-pro-6000-blackwell-server", "nvidia-rtx-pro-6000-blackwell-workstation"},
		},
		"another maker's words fit nothing": {"AMD H200": nil, "NVIDIA MI300X": nil, "NVIDIA AMD H200": nil},
		"a name without size or form factor fits several": {
			"A100":        {"nvidia-a100-pcie-40gb", "nvidia-a100-pcie-80gb", "nvidia-a100-sxm4-40gb", "nvidia-a100-sxm4-80gb"},
			"NVIDIA A100": {"nvidia-a100-pcie-40gb", "nvidia-a100-pcie-80gb", "nvidia-a100-sxm4-40gb", "nvidia-a100-sxm4-80gb"},
			"A100 40GB":   {"nvidia-a100-pcie-40gb", "nvidia-a100-sxm4-40gb"},
			"A100 40 GiB": {"nvidia-a100-pcie-40gb", "nvidia-a100-sxm4-40gb"},
			"A100 SXM":    {"nvidia-a100-sxm4-40gb", "nvidia-a100-sxm4-80gb"},
			"A800":        {"nvidia-a800-40gb-active", "nvidia-a800-pcie-80gb", "nvidia-a800-sxm4-40gb", "nvidia-a800-sxm4-80gb"},
			"GH200":       {"nvidia-gh200-144gb", "nvidia-gh200-96gb"},
			"H100 80GB":   {"nvidia-h100-pcie-80gb", "nvidia-h100-sxm5-80gb"},
			"RTX 6000": {"nvidia-quadro-rtx-6000", "nvidia-rtx-6000-ada", "nvidia-rtx-pro-6000-blackwell-maxq",
				"nvidia-rtx-pro-6000-blackwell-server", "nvidia-rtx-pro-6000-blackwell-workstation"},
		},
		"words that fit one alone are that one": {
			"H100 94GB":       {"nvidia-h100-nvl-94gb"},
			"RTX 6000 48GB":   {"nvidia-rtx-6000-ada"},
			"A100 PCIe 40G":   {"nvidia-a100-pcie-40gb"},
			"B200 180 GB SXM": {"nvidia-b200-sxm-180gb"},
			"MI300X OAM":      {"amd-mi300x"},
		},
		"a size beside a whole name does not make it another's": {
			"RTX 4090 24GB": {"nvidia-rtx-4090"},
			"H200 141GB":    {"nvidia-h200-sxm-141gb"},
		},
		"a size or a form factor that no such part has fits nothing": {
			"RTX 4090 48GB": nil, "H200 PCIe 80GB": nil, "A100 NVLink": nil, "H100 SXM5 94GB": nil,
		},
		"words without a model number fit nothing": {"SXM 80GB": nil, "RTX": nil, "80GB": nil, "NVIDIA": nil, "": nil, "400W": nil, "x16": nil, "HBM3": nil},
	} {
		t.Run(name, func(t *testing.T) {
			for written, want := range cases {
				expect(t, written, c.GPU(written), want...)
			}
		})
	}
}

func TestGPUSuggestions(t *testing.T) {
	c := load(t)
	for written, want := range map[string][]string{
		"RTX 4080":              {"nvidia-rtx-3080", "nvidia-rtx-4090", "nvidia-rtx-5080"},
		"nvidia-h200-sxm-114gb": {"nvidia-h200-sxm-141gb", "nvidia-h200-nvl-141gb"},
		"MI300":                 {"amd-mi100", "amd-mi300a", "amd-mi300x"},
		"A100 SXM NVLink":       {"nvidia-a100-sxm4-40gb", "nvidia-a100-sxm4-80gb", "nvidia-a100-pcie-40gb"},
		"AMD H200":              {"nvidia-h200-nvl-141gb", "nvidia-h200-sxm-141gb"},
		"NVIDIA":                nil,
		"toaster":               nil,
	} {
		suggests(t, written, c.GPU(written).Suggestions, want...)
	}
}
