package enrich

import (
	"fmt"
	"strings"

	"github.com/rackvet/rackvet/internal/demand"
	"github.com/rackvet/rackvet/internal/units"
)

// WorkloadView is a workload's demand as reports and `rackvet demand` give it.
type WorkloadView struct {
	Kind     string           `json:"kind"`
	Name     string           `json:"name"`
	Model    string           `json:"model,omitempty"`
	GPU      DemandView       `json:"gpu"`
	Host     DemandView       `json:"host"`
	Defaults []demand.Default `json:"defaults"`
	// Savings are filled in by `rackvet demand` alone.
	Savings []demand.Saving `json:"savings,omitempty"`
}

// DemandView is a demand on memory. Absent figures are not known.
type DemandView struct {
	TotalBytes   *float64    `json:"total_bytes,omitempty"`
	PerGPUBytes  *float64    `json:"per_gpu_bytes,omitempty"`
	PerNodeBytes *float64    `json:"per_node_bytes,omitempty"`
	LowBytes     *float64    `json:"low_bytes,omitempty"`
	HighBytes    *float64    `json:"high_bytes,omitempty"`
	ReserveBytes *float64    `json:"reserve_bytes,omitempty"`
	Components   []Component `json:"components"`
	Confidence   string      `json:"confidence"`
	Missing      string      `json:"missing,omitempty"`
}

// View gives the workloads in the form of reports.
func (in *Input) View() []WorkloadView {
	views := []WorkloadView{}
	for _, w := range in.Workloads {
		v := WorkloadView{Kind: w.Kind, Name: w.Name, Model: w.Model, GPU: w.GPU.view(), Host: w.Host.view(), Defaults: w.Defaults}
		v.GPU.PerGPUBytes, v.Host.PerNodeBytes = w.GPU.Bytes, w.Host.Bytes
		v.Host.TotalBytes = nil
		views = append(views, v)
	}
	return views
}

func (d Demand) view() DemandView {
	return DemandView{
		TotalBytes: d.TotalBytes, LowBytes: d.LowBytes, HighBytes: d.HighBytes, ReserveBytes: d.ReserveBytes,
		Components: d.Components, Confidence: d.Confidence, Missing: d.Missing,
	}
}

// Headline says in a few words what the build is.
func (in *Input) Headline() string {
	var parts []string
	if in.GPU.Count > 0 {
		name := in.GPU.ID
		if name == "" {
			name = in.GPU.Written
		}
		gpu := fmt.Sprintf("%d × %s", in.GPU.Count, name)
		if in.GPU.Domain > 1 {
			gpu += ", " + in.GPU.Link
		}
		parts = append(parts, gpu)
	}
	if in.Memory.CapacityBytes > 0 {
		memory := units.PrintBytes(in.Memory.CapacityBytes) + " RAM"
		if r := in.Totals.HostToGPURatio; r != nil {
			memory += fmt.Sprintf(" (%s)", units.Print(*r, units.Ratio))
		}
		parts = append(parts, memory)
	}
	if in.Server.Nodes > 1 {
		parts = append(parts, fmt.Sprintf("%d nodes", in.Server.Nodes))
	}
	return strings.Join(parts, "; ")
}
