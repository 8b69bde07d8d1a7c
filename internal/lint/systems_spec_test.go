package lint

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// system is a server as its vendor or a result's file describes it, in the words of
// that description; Platform is its entry in the catalogue. Host is the processors of
// a cloud's shape, which its description leaves out, as the provider's own instance
// pages name them: their generation, and the cores that the shape gets of each.
type system struct {
	Platform   string  `json:"platform"`
	ID         string  `json:"id"`
	GPU        string  `json:"gpu_id"`
	GPUs       int     `json:"gpu_count"`
	Link       string  `json:"gpu_link"`
	MemoryGB   float64 `json:"host_memory_gb"`
	Coherent   bool    `json:"coherent_host_memory"`
	Ratio      float64 `json:"ratio_host_to_vram"`
	CPUs       string  `json:"cpus"`
	DIMMs      string  `json:"dimm_config_as_written"`
	Storage    string  `json:"host_storage_as_written"`
	LocalTB    float64 `json:"local_nvme_tb"`
	NICs       string  `json:"nics"`
	PowerWatts float64 `json:"power_max_w"`
	Note       string  `json:"note"`
	Source     string  `json:"source"`
	Host       *struct {
		Model          string
		Sockets, Cores int
	} `json:"host"`
}

// spec is s by its parts or its platform, with a workload for all GPUs if one is given.
func (s system) spec(parts bool, workload string) string {
	if workload != "" {
		workload = fmt.Sprintf(workload, s.GPUs)
	}
	if parts {
		return s.byParts(workload)
	}
	return s.byPlatform(workload)
}

// byPlatform is a spec that names the platform alone.
func (s system) byPlatform(workload string) string {
	return fmt.Sprintf("server %q {\n  platform = %q\n%s}\n", s.ID, s.Platform, workload)
}

// byParts is a spec that has the parts as they are described, and no platform.
func (s system) byParts(workload string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "server %q {\n", s.ID)
	gpu := []string{"model", quote(s.GPU), "count", strconv.Itoa(s.GPUs)}
	if link := s.link(); link != "" && s.GPUs > 1 {
		gpu = append(gpu, "link", quote(link))
		if m := cardsJoined.FindStringSubmatch(s.Link); m != nil {
			gpu = append(gpu, "bridge", m[1])
		} else if strings.Contains(s.Link, "pairs") {
			gpu = append(gpu, "bridge", "2")
		}
	}
	block(&b, "gpu", gpu...)
	block(&b, "cpu", s.cpu()...)
	fmt.Fprintf(&b, "  memory {\n    capacity = \"%gGB\"\n", s.MemoryGB)
	for _, d := range s.dimms() {
		block(&b, "dimm", d...)
	}
	b.WriteString("  }\n")
	for i, g := range s.drives() {
		block(&b, fmt.Sprintf("storage \"s%d\"", i), g...)
	}
	for i, g := range s.ports() {
		block(&b, fmt.Sprintf("network \"n%d\"", i), g...)
	}
	if supplies := s.supplies(); supplies != nil {
		block(&b, "power", supplies...)
	}
	return b.String() + workload + "}\n"
}

func quote(s string) string { return strconv.Quote(s) }

// block writes a block of names and values.
func block(b *strings.Builder, header string, attributes ...string) {
	fmt.Fprintf(b, "  %s {\n", header)
	for i := 0; i+1 < len(attributes); i += 2 {
		fmt.Fprintf(b, "    %s = %s\n", attributes[i], attributes[i+1])
	}
	b.WriteString("  }\n")
}

// links are the beginnings of what descriptions call the way between the GPUs.
var links = []struct{ written, link string }{
	{"nvswitch", "nvswitch"}, {"nvlink5", "nvswitch"}, {"nvlink bridge", "nvlink-bridge"}, {"nvlink 4-way bridge", "nvlink-bridge"},
	{"nvlink", "nvlink"}, {"xgmi", "xgmi"}, {"roce", "roce"}, {"none", "pcie"}, {"unified", ""},
}

func (s system) link() string {
	for _, l := range links {
		if strings.HasPrefix(s.Link, l.written) {
			return l.link
		}
	}
	return ""
}

var (
	cardsJoined = regexp.MustCompile(`(\d)-way bridge`)
	processors  = regexp.MustCompile(`^(\d+) x (.+?)(?: \(\d+ Arm cores\))?$`)
)

func (s system) cpu() []string {
	if s.Host != nil {
		cpu := []string{"model", quote(s.Host.Model), "sockets", strconv.Itoa(s.Host.Sockets)}
		if s.Host.Cores > 0 {
			cpu = append(cpu, "cores", strconv.Itoa(s.Host.Cores))
		}
		return cpu
	}
	m := processors.FindStringSubmatch(s.CPUs)
	return []string{"model", quote(m[2]), "sockets", m[1]}
}

var (
	modules     = regexp.MustCompile(`(\d+) ?x ?(?:HPE Cray Supercomputing XD )?(?:DDR5-6400 )?(\d+)Gi?B`)
	aside       = regexp.MustCompile(`\([^)]*\)`)
	dies        = regexp.MustCompile(`(\d+)x 16DP \((\d+)GB\)`) // soldered packages of sixteen dies
	generation  = regexp.MustCompile(`(?i)(lpddr5x|ddr[45])`)
	memorySpeed = regexp.MustCompile(`(\d{4}) ?M(?:T/s|Hz)|DDR[45]-(\d{4})`)
)

// dimms are the modules, none where the description doesn't count them.
func (s system) dimms() [][]string {
	found := modules.FindAllStringSubmatch(aside.ReplaceAllString(s.DIMMs, ""), -1)
	if found == nil {
		found = dies.FindAllStringSubmatch(s.DIMMs, -1)
	}
	var list [][]string
	for _, m := range found {
		dimm := []string{"count", m[1], "size", quote(m[2] + "GB")}
		if g := generation.FindString(s.DIMMs); g != "" {
			dimm = append(dimm, "type", quote(strings.ToLower(g)))
		}
		if v := memorySpeed.FindStringSubmatch(s.DIMMs); v != nil {
			dimm = append(dimm, "speed", quote(v[1]+v[2]+"MT/s"))
		}
		list = append(list, dimm)
	}
	return list
}

var (
	driveList = regexp.MustCompile(`[,+]|\band\b`)
	drive     = regexp.MustCompile(`(?:(\d+) ?x ?)?([\d.]+) ?([GTP])B?(?:\*(\d+))?(?:\W|$)`)
	shared    = regexp.MustCompile(`(?i)cifs|nfs|clusterstor|shared|network|block volume`)
	boots     = regexp.MustCompile(`(?i)boot`)
)

// drives are the storage groups; a cloud's local drives are one group.
func (s system) drives() [][]string {
	if s.Storage == "" && s.LocalTB > 0 {
		return [][]string{{"kind", quote("nvme"), "role", quote("data"), "size", quote(fmt.Sprintf("%gTB", s.LocalTB))}}
	}
	var list [][]string
	for _, part := range driveList.Split(s.Storage, -1) {
		m := drive.FindStringSubmatch(part)
		if m == nil {
			continue
		}
		kind, role := "nvme", "data"
		switch {
		case shared.MatchString(part):
			kind = "shared"
		case strings.Contains(part, "SATA"):
			kind = "sata"
		case boots.MatchString(part):
			role = "os"
		}
		group := []string{"kind", quote(kind), "role", quote(role), "size", quote(m[2] + m[3] + "B")}
		if n := m[1] + m[4]; n != "" {
			group = append(group, "count", n)
		}
		list = append(list, group)
	}
	return list
}

var (
	eachPort  = regexp.MustCompile(`^(?:(\d+)(?:-\d+)? x )?(?:ConnectX-\d )?(?:(HDR|NDR|EDR) ?(\d+)|([\d.]+)G)`)
	allPorts  = regexp.MustCompile(`^(\d+)G, (\d+) EFA|^(\d+) NIC, (\d+)G`)
	alikePort = regexp.MustCompile(`^(\d)(?:-\d)?(?: storage)?$`)
)

// ports are the network's groups.
func (s system) ports() [][]string {
	var list [][]string
	group := func(kind, count, speed string) {
		if count == "" {
			count = "1"
		}
		list = append(list, []string{"kind", quote(kind), "ports", count, "speed", quote(speed + "Gb/s")})
	}
	for _, part := range strings.Split(s.NICs, " + ") {
		kind := "ethernet"
		if strings.Contains(part, "EFA") || strings.Contains(part, "RDMA") || strings.Contains(part, "external") {
			kind = "roce"
		}
		if m := allPorts.FindStringSubmatch(part); m != nil {
			all, _ := strconv.Atoi(m[1] + m[4])
			count, _ := strconv.Atoi(m[2] + m[3])
			if each := all / count; each%100 == 0 && all%count == 0 {
				group(kind, m[2]+m[3], strconv.Itoa(each))
			} else { // Google's shapes: two of 200 Gb/s for the host, the rest alike
				group(kind, "2", "200")
				group(kind, strconv.Itoa(count-2), strconv.Itoa((all-2*200)/(count-2)))
			}
		} else if m := alikePort.FindStringSubmatch(part); m != nil && len(list) > 0 {
			list = append(list, append([]string{list[0][0], list[0][1], "ports", m[1]}, list[0][4:]...))
		} else if m := eachPort.FindStringSubmatch(part); m != nil {
			if m[2] != "" || strings.Contains(part, "ConnectX") {
				kind = "infiniband"
			}
			group(kind, m[1], m[3]+m[4])
		}
	}
	return list
}

var (
	supplied = regexp.MustCompile(`(\d+) x ([\d.]+) (k?W)\b[^;]*`)
	spare    = regexp.MustCompile(`\b\d\+\d\b`)
)

// supplies are the power supplies, nil where the description counts none.
func (s system) supplies() []string {
	m := supplied.FindStringSubmatch(s.Note)
	if m == nil {
		return nil
	}
	power := []string{"supplies", m[1], "rating", quote(m[2] + m[3])}
	if r := spare.FindString(m[0]); r != "" {
		power = append(power, "redundancy", quote(r))
	}
	return power
}
