package catalog

import (
	"strings"
	"testing"
)

// Each family's processors as their vendors name them. The numbers are those of
// the vendors' product lists; the clouds' own (7R13, 9V74) those of their
// instance pages.
var processors = map[string]string{
	"xeon-e5-2600-v3":         "Intel(R) Xeon(R) E5-2690 v3 @ 2.60GHz|Xeon E5-2680 v3|E5-2698v3",
	"xeon-e5-2600-v4":         "Xeon E5-2698 v4|Xeon E5-2680 v4|Xeon E5-2630L v4|Intel(R) Xeon(R) CPU E5-2698 v4 @ 2.20GHz|E5-2690 v4|Xeon E5-2690v4",
	"xeon-sp-1":               "Xeon Platinum 8168|Xeon Platinum 8180|Xeon Platinum 8180M|Xeon Gold 6148|Xeon Gold 6148F|Xeon Silver 4110|Xeon Bronze 3106|Xeon Gold 5118|Xeon Gold 6126T|Xeon 8124M",
	"xeon-sp-2":               "Xeon Platinum 8280|Xeon Platinum 8268|Xeon Gold 6248R|Xeon Gold 5218|Xeon Silver 4210R|Xeon Bronze 3204|Xeon Platinum 8280L|Xeon Platinum 8259CL",
	"xeon-sp-3":               "Intel(R) Xeon(R) Platium 8380|Intel Ice Lake-SP 8368|Xeon Platinum 8380|xeon-8358|Xeon Platinum 8368Q|Xeon Gold 6338|Xeon Gold 6338N|Xeon Platinum 8358P|Xeon Silver 4314|Xeon Gold 5317|Xeon Platinum 8352Y",
	"xeon-sp-3-cooper":        "Xeon Platinum 8380H|Xeon Platinum 8380HL|Xeon Gold 6348H|Xeon Gold 5318H",
	"xeon-sp-4":               "Intel(R) Xeon(R) code named Sapphire Rapids|Intel Xeon Platinum 8480C|intel-xeon-platinum-8480c|Xeon Platinum 8480+|8462y+|Xeon Platinum 8490H|Xeon Gold 6448Y|Gold 6430|Xeon Silver 4410Y|Xeon Platinum 8458P|Xeon Platinum 8461V|Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz",
	"xeon-max-9400":           "Xeon CPU Max 9480|Xeon Max 9470|Xeon Max 9462",
	"xeon-sp-5":               "intel-xeon-platinum-8570|Xeon Platinum 8592+|Xeon Platinum 8568Y+|Xeon Platinum 8558P|Xeon Platinum 8562Y+|Xeon Gold 6530|Xeon Silver 4514Y|Xeon Gold 6558Q",
	"xeon-6-6700p":            "Xeon 6 6787P|Xeon 6776P|Intel Xeon 6767P|Xeon 6747P|Xeon 6530P",
	"xeon-6-6900p":            "Xeon 6980P|Xeon 6 6972P|Intel(R) Xeon(R) 6960P",
	"xeon-6-6700e":            "Xeon 6780E|Xeon 6 6766E",
	"xeon-6-6900e":            "Xeon 6990E+",
	"xeon-w-3400":             "Xeon w9-3495X|w9-3595X|Intel Xeon w7-3465X|Xeon w5-3425",
	"core-ultra-200s":         "Core Ultra 9 285K|Intel Core Ultra 7 265KF|Core Ultra 5 225|Ultra 9 285K",
	"epyc-7001":               "EPYC 7601|EPYC 7551P|AMD EPYC 7281|EPYC 7371",
	"epyc-7002":               "amd-epyc-7742|EPYC 7H12|EPYC 7502|EPYC 7302P|EPYC 7F72|2 x AMD EPYC 7742|EPYC7282",
	"epyc-7003":               "AMD EYPC 7513|amd-epyc-7543|EPYC 7543|EPYC 7763|EPYC 7713P|EPYC 7773X|EPYC 75F3|EPYC 7R13|AMD EPYC 7763 64-Core Processor|7543|7453",
	"epyc-9004":               "amd-epyc-9654|EPYC 9474F|EPYC 9374F|EPYC 9124|EPYC 9684X|EPYC 9554P|EPYC 9V74|AMD EPYC 9534 64-Core Processor",
	"epyc-9704":               "EPYC 9754|EPYC 9734|EPYC 9754S",
	"epyc-8004":               "EPYC 8534P|EPYC 8434P|EPYC 8124P|EPYC 8534PN|EPYC 8324P",
	"epyc-9005":               "9575f|EPYC 9755|EPYC 9655|EPYC 9655P|EPYC 9455|EPYC 9355P|EPYC 9015|EPYC 9175F",
	"epyc-9005-dense":         "EPYC 9965|EPYC 9825|EPYC 9845|EPYC 9745|EPYC 9645",
	"epyc-4004":               "EPYC 4564P|EPYC 4565P|EPYC 4584PX|EPYC 4344P",
	"threadripper-pro-3000wx": "Ryzen Threadripper PRO 3995WX|AMD Ryzen Threadripper PRO 5995WX 64-Cores|threadripper-5975wx",
	"threadripper-pro-7000wx": "Threadripper PRO 7995WX|Threadripper PRO 7985WX|Threadripper PRO 7945WX",
	"threadripper-pro-9000wx": "Threadripper PRO 9995WX|Threadripper PRO 9985WX",
	"threadripper-7000":       "Threadripper 7980X|AMD Ryzen Threadripper 7970X 32-Cores|amd-threadripper-7960x",
	"ryzen-am5":               "Ryzen 9 7950X|amd-ryzen-9-9950x|Ryzen 7 7800X3D|Ryzen 5 7600|Ryzen 9950X|Ryzen 5 7500F",
	"xeon-6-6700p-r1s":        "Intel Xeon 6781P|xeon-6741p|6521P",
	"grace":                   "Grace|NVIDIA Grace|Grace 72-core|nvidia-grace",
	"grace-superchip":         "Grace CPU Superchip|NVIDIA Grace CPU Superchip",
	"vera":                    "Vera|NVIDIA Vera 88-core|Vera CPU",
	"altra":                   "Ampere Altra Q80-30|Altra Max M128-30|Q80-30|M128-30|Ampere Altra",
	"ampereone":               "AmpereOne A192-32X|Ampere AmpereOne A160-30",
	"kunpeng-920":             "Kunpeng 920-6426|Huawei Kunpeng 920|Kunpeng 920 7260",
	"hygon-c86-4g":            "Hygon C86 7490|Hygon C86-4G 7470",
	"power9":                  "IBM POWER 9 model 2.2|POWER9|IBM POWER9 AC922|AC922",
}

func TestEveryProcessorHasItsFamily(t *testing.T) {
	c := load(t)
	for family, names := range processors {
		for _, name := range strings.Split(names, "|") {
			expect(t, name, c.CPU(name), family)
		}
	}
	for _, p := range c.CPUs() {
		if processors[p.ID] == "" {
			t.Errorf("no processor of the family %q is tried", p.ID)
		}
		expect(t, p.ID, c.CPU(p.ID), p.ID)
	}
}

func TestProcessorsOfNoFamilyAreNotGuessed(t *testing.T) {
	c := load(t)
	for _, name := range []string{
		"", "xeon", "epyc", "EPYC 7999", "Xeon D-2146NT", "Xeon E-2388G", "Xeon w-3375", "Xeon 6369P", "EPYC 9V64H",
		"Ryzen 9 7945HX", "Ryzen 7 5800X", "Core i9-13900K", "Core Ultra 7 155H", "Threadripper 2990WX", "Xeon E5-2690 v2",
		"Xeon Platinum 9282", "Graviton4", "2 x 72", "16 cores", "*", "[", "epyc 7??3", strings.Repeat("7", 5000),
	} {
		expect(t, name, c.CPU(name))
	}
}

func TestACPUNumberThatTwoMakersUseFitsNoneForSure(t *testing.T) {
	c := load(t)
	// A file's own family that takes EPYC's numbers too, on a line of its own.
	own := &CPU{ID: "acme-1", Models: []string{"acme 75?3"}}
	expect(t, "acme 7543", c.With(Extra{CPUs: []*CPU{own}}).CPU("acme 7543"), "acme-1")
	both := c.With(Extra{CPUs: []*CPU{own, {ID: "acme-2", Models: []string{"acme 7??3"}}}})
	expect(t, "acme 7543", both.CPU("acme 7543"), "acme-1", "acme-2")
}

// Grace is one chip or two on a module, and its cores' name tells neither.
func TestADesignOfCoresFitsEveryFamilyThatHasIt(t *testing.T) {
	expect(t, "Neoverse-V2", load(t).CPU("Neoverse-V2"), "grace", "grace-superchip")
}

func TestPlainCPU(t *testing.T) {
	for written, want := range map[string]string{
		"Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz": "xeon 8480c",
		"Gold 6448Y":                                "xeon 6448y",
		"xeon-platinum-8462y+":                      "xeon 8462y+",
		"AMD EPYC 7763 64-Core Processor":           "epyc 7763",
		"2x EPYC7742":                               "epyc 7742",
		"AMD Ryzen™ Threadripper™ PRO 5995WX":       "threadripper 5995wx",
		"Ryzen 9 7950X3D":                           "ryzen 7950x3d",
		"Intel Xeon 6 6787P":                        "xeon 6787p",
		"Intel(R) Xeon(R) CPU E5-2698 v4 @ 2.20GHz": "xeon e5 2698 v4",
		"": "",
	} {
		if got := plainCPU(written); got != want {
			t.Errorf("plainCPU(%q) = %q, want %q", written, got, want)
		}
	}
}

// What an AMD number ends in P for, and Intel's R1S parts, stands alone in a board;
// Silver stands in boards of two (AMD and Intel product pages).
func TestSocketsOfAProcessor(t *testing.T) {
	c := load(t)
	for name, want := range map[string]int{
		"AMD EPYC 9354P 32-Core Processor": 1, "amd-epyc-9354": 2, "EPYC 7443P": 1, "EPYC 9654": 2,
		"intel-xeon-silver-4410y": 2, "intel-xeon-platinum-8490h": 8, "Xeon 6781P": 1, "Xeon 6787P": 8,
	} {
		m := c.CPU(name)
		if m.Entry == nil || m.Entry.SocketsOf(name) != want {
			t.Errorf("%s: %+v, want %d sockets", name, m, want)
		}
	}
	if p := c.CPU("Xeon 6781P").Entry; p.PCIeLanes != 136 { // ServeTheHome on Xeon 6 R1S
		t.Errorf("an R1S part has %d lanes", p.PCIeLanes)
	}
}
