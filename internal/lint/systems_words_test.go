package lint

import (
	"fmt"
	"testing"
)

// What the words of a description come to: each kind of them once, read by hand.
func TestDescriptionsAreReadAsPeopleDo(t *testing.T) {
	for name, c := range map[string]struct {
		got  any
		want string
	}{
		"modules":                 {system{DIMMs: "32x 128GB DDR5 5600MT/s @4400MT/s"}.dimms(), `[[count 32 size "128GB" type "ddr5" speed "5600MT/s"]]`},
		"modules of two makers":   {system{DIMMs: "19x 128GB M321RAJA0MB2-CCPKF; 5x 128GB MTC40F2047S1RC64BB1 QWCC"}.dimms(), `[[count 19 size "128GB"] [count 5 size "128GB"]]`},
		"modules of one piece":    {system{DIMMs: "32x HPE Cray Supercomputing XD 64GB (1x64GB) Dual Rank x4 DDR5-5600"}.dimms(), `[[count 32 size "64GB" type "ddr5" speed "5600MT/s"]]`},
		"soldered":                {system{DIMMs: "15x 16DP (32GB) LPDDR5x"}.dimms(), `[[count 15 size "32GB" type "lpddr5x"]]`},
		"speed in the name":       {system{DIMMs: "24x DDR5-6400 64GB"}.dimms(), `[[count 24 size "64GB" type "ddr5" speed "6400MT/s"]]`},
		"no count of modules":     {system{DIMMs: "for each 4-GPU node: 1.3TB LPDDR5x"}.dimms(), `[]`},
		"drives":                  {system{Storage: "2x 1.92TB NVMe SSD + 30TB U.2 NVMe SSD"}.drives(), `[[kind "nvme" role "data" size "1.92TB" count 2] [kind "nvme" role "data" size "30TB"]]`},
		"a share":                 {system{Storage: "2 TB SSD, 5 TB CIFS"}.drives(), `[[kind "nvme" role "data" size "2TB"] [kind "shared" role "data" size "5TB"]]`},
		"a count behind":          {system{Storage: "3.5TB*4 + 894.3GB"}.drives(), `[[kind "nvme" role "data" size "3.5TB" count 4] [kind "nvme" role "data" size "894.3GB"]]`},
		"no drives":               {system{Storage: "N/A", LocalTB: 3}.drives(), `[]`},
		"a cloud's drives":        {system{LocalTB: 30.4}.drives(), `[[kind "nvme" role "data" size "30.4TB"]]`},
		"adapters":                {system{NICs: "8 x ConnectX-7 NDR400 + 2 x BlueField-3"}.ports(), `[[kind "infiniband" ports 8 speed "400Gb/s"]]`},
		"adapters and their like": {system{NICs: "8 x ConnectX-6 HDR200 + 2 storage"}.ports(), `[[kind "infiniband" ports 8 speed "200Gb/s"] [kind "infiniband" ports 2 speed "200Gb/s"]]`},
		"a sum over ports":        {system{NICs: "3200G, 32 EFA"}.ports(), `[[kind "roce" ports 32 speed "100Gb/s"]]`},
		"a sum over unlike ports": {system{NICs: "10 NIC, 3600G max"}.ports(), `[[kind "ethernet" ports 2 speed "200Gb/s"] [kind "ethernet" ports 8 speed "400Gb/s"]]`},
		"two networks":            {system{NICs: "200G + 800G RDMA"}.ports(), `[[kind "ethernet" ports 1 speed "200Gb/s"] [kind "roce" ports 1 speed "800Gb/s"]]`},
		"office ports":            {system{NICs: "2 x 10GbE"}.ports(), `[[kind "ethernet" ports 2 speed "10Gb/s"]]`},
		"a share of a port":       {system{NICs: "2.5G baseline"}.ports(), `[[kind "ethernet" ports 1 speed "2.5Gb/s"]]`},
		"supplies":                {system{Note: "configurable to 4 TB; 6 x 3.3 kW, 5+1"}.supplies(), `[supplies 6 rating "3.3kW" redundancy "5+1"]`},
		"spare ones of another":   {system{Note: "6 x 2800 W PSU in this file; 3200 W later (19.2 kW total, 3+3 FTR)"}.supplies(), `[supplies 6 rating "2800W"]`},
		"no supplies":             {system{Note: "24 x 64 GB"}.supplies(), `[]`},
		"processors":              {system{CPUs: "1 x GB10 (20 Arm cores)"}.cpu(), `[model "GB10" sockets 1]`},
	} {
		if got := fmt.Sprint(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
