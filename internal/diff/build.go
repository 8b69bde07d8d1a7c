// Package diff compares two sets of judged builds: which servers there are, what
// they are made of, what their workloads demand and leave, and how they were
// judged. It reads nothing, and gives what reports write.
package diff

import (
	"fmt"
	"math"
	"strings"

	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/units"
)

// Side is one of two sets.
type Side struct {
	// File is the only file that there is, by its own name; "" where there may be more.
	File    string
	Servers []Server
	// Problems are the faults that belong to no server.
	Problems []Problem
}

// Server is one build of a side.
type Server struct {
	Name string
	// File is where it stands, by the name that the file would have on both sides.
	File    string
	Verdict string
	// Build is nil where the server does not fit the schema, and is not judged.
	Build   *Build
	Results []finding.Result
}

// Problem is a fault and the file that it is about, by the name that the file would
// have on both sides.
type Problem struct {
	File   string
	Result finding.Result
}

// Add adds a result that came up beside those of the servers: to the server that it
// is about, which then fails if the result does at that level, or to the problems.
func (s *Side) Add(file string, r finding.Result, failOn finding.Level) {
	for i := range s.Servers {
		if x := &s.Servers[i]; r.Server != "" && x.Name == r.Server && x.File == file {
			x.Results = append(x.Results, r)
			if r.Failed(failOn) {
				x.Verdict = string(finding.Fail)
			}
			return
		}
	}
	s.Problems = append(s.Problems, Problem{file, r})
}

// Build is what of a server's input is compared.
type Build struct {
	headline  string
	parts     []part
	figures   []figure // of a node
	totals    []figure // of all nodes
	workloads []workload
}

type part struct {
	name   string
	amount report.Amount
}

type figure struct {
	name, unit, currency string
	value                float64
}

type workload struct {
	kind, name string
	gpu, host  *report.MemoryUse
}

// NewServer keeps of a judged server what is compared.
func NewServer(name, file, verdict string, in *enrich.Input, results []finding.Result) Server {
	s := Server{Name: name, File: file, Verdict: verdict}
	for _, r := range results {
		// What made a result takes most of its memory, and is not compared.
		r.Evidence, r.Related, r.Fixes = nil, nil, nil
		s.Results = append(s.Results, r)
	}
	if in != nil {
		s.Build = newBuild(in)
	}
	return s
}

func newBuild(in *enrich.Input) *Build {
	b := &Build{headline: in.Headline(), parts: parts(in)}
	b.figures, b.totals = figures(in)
	for _, w := range in.Workloads {
		b.workloads = append(b.workloads, workload{w.Kind, w.Name, use(w.GPU.Bytes, in.GPU.UsableBytes, w.GPU.Missing), use(w.Host.Bytes, in.Memory.CapacityBytes, w.Host.Missing)})
	}
	for _, t := range in.Turns {
		if len(t.Workloads) > 1 { // one alone stands above
			b.workloads = append(b.workloads, workload{"turn", t.Name, use(t.WorstBytes, in.GPU.UsableBytes, t.Missing), use(t.HostBytes, in.Memory.CapacityBytes, t.Missing)})
		}
	}
	return b
}

// use is a demand and the room there is for it.
func use(demand *float64, room float64, missing string) *report.MemoryUse {
	m := &report.MemoryUse{DemandBytes: demand, Missing: missing}
	if room > 0 {
		m.RoomBytes = &room
	}
	if demand != nil && room > 0 {
		if left := (room - *demand) / room; finite(left) {
			m.Left = &left
		}
	}
	return m
}

// parts lists what a node is made of.
func parts(in *enrich.Input) []part {
	var all []part
	add := func(name string, count int, what ...string) {
		words := strings.Join(strings.Fields(strings.Join(what, " ")), " ")
		if words != "" {
			all = append(all, part{name, report.Amount{Count: count, What: words}})
		}
	}
	if in.Platform != nil {
		add("platform", 0, in.Platform.ID)
	}
	add("gpu", in.GPU.Count, known(in.GPU.ID, in.GPU.Written))
	add("gpu_link", 0, in.GPU.Link)
	if s := in.GPU.PCIe; in.GPU.PCIeWritten {
		add("gpu_pcie", 0, s.String())
	}
	add("cpu", in.CPU.Sockets, known(in.CPU.Written, in.CPU.Family))
	var modules []string
	for _, d := range in.Memory.DIMMs {
		text := fmt.Sprintf("%d × %s", d.Count, strings.Join(strings.Fields(units.PrintBytes(d.SizeBytes)+" "+d.Type), " "))
		if d.Transfers > 0 {
			text += " " + units.Print(d.Transfers, units.TransfersPerSecond)
		}
		modules = append(modules, text)
	}
	add("dimms", 0, strings.Join(modules, " + "))
	for _, s := range in.Storage {
		add("storage."+s.Name, s.Count, units.PrintDrive(s.SizeBytes), s.Kind, s.Role)
	}
	for _, n := range in.Network {
		add("network."+n.Name, n.Ports, units.Print(n.Speed, units.BitsPerSecond), n.Kind, n.Role)
	}
	if p := in.Power; p != nil {
		spare := ""
		if p.Spare != nil {
			spare = fmt.Sprintf("(%d spare)", *p.Spare)
		}
		add("power_supply", p.Supplies, units.Print(p.RatingWatts, units.Watts), spare)
	}
	return all
}

func known(name, otherwise string) string {
	if name != "" {
		return name
	}
	return otherwise
}

// figures gives the numbers of a node, and those of all nodes together. What is not
// known is left out.
func figures(in *enrich.Input) (node, all []figure) {
	nodes := float64(in.Server.Nodes)
	add := func(name, unit, currency string, v float64) {
		if finite(v) {
			node = append(node, figure{name, unit, currency, v})
		}
	}
	total := func(name, unit, currency string, v float64) {
		if finite(v * nodes) {
			all = append(all, figure{name, unit, currency, v * nodes})
		}
	}
	add("nodes", units.Count, "", nodes)
	total("nodes", units.Count, "", 1)
	total("gpus", units.Count, "", float64(in.GPU.Count))
	if in.Totals.GPUMemoryBytes > 0 {
		add("gpu_memory", units.Bytes, "", in.Totals.GPUMemoryBytes)
		total("gpu_memory", units.Bytes, "", in.Totals.GPUMemoryBytes)
	}
	add("host_memory", units.Bytes, "", in.Totals.HostMemoryBytes)
	if r := in.Totals.HostToGPURatio; r != nil {
		add("host_to_gpu_ratio", units.Ratio, "", *r)
	}
	if in.Totals.HostDemandBytes > 0 {
		add("host_demand", units.Bytes, "", in.Totals.HostDemandBytes)
	}
	if watts, ok := power(in); ok {
		add("power", units.Watts, "", watts)
		total("power", units.Watts, "", watts)
	}
	b := in.Budget
	if b == nil {
		return node, all
	}
	for _, s := range b.Shares() {
		add("money_"+s.Name, units.Money, b.Currency, s.Amount)
	}
	add("money", units.Money, b.Currency, b.Total)
	total("money", units.Money, b.Currency, b.Total)
	return node, all
}

// finite reports whether v is a number that JSON has. An artefact may be made up.
func finite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }

// power is what GPUs and CPUs take at their limits; the rest of a node is in nobody's
// data sheet.
func power(in *enrich.Input) (watts float64, ok bool) {
	each := in.GPU.PowerLimitWatts
	if each == 0 {
		each = in.GPU.TDPWatts
	}
	if each == 0 || in.CPU.TDPWatts == 0 {
		return 0, false
	}
	return float64(in.GPU.Count)*each + float64(in.CPU.Sockets)*in.CPU.TDPWatts, true
}
