package enrich

import (
	"github.com/rackvet/rackvet/internal/demand"
	"github.com/rackvet/rackvet/internal/finding"
)

// Workload is one workload and what it demands.
type Workload struct {
	Kind            string           `json:"kind"`
	Name            string           `json:"name"`
	Path            finding.Path     `json:"path"`
	GPUs            int              `json:"gpus"`
	Nodes           int              `json:"nodes"`
	Instances       int              `json:"instances"`
	Model           string           `json:"model,omitempty"`
	ModelParameters float64          `json:"model_parameters,omitempty"`
	Unconfirmed     []string         `json:"unconfirmed"`
	Method          string           `json:"method,omitempty"`
	Precision       string           `json:"precision,omitempty"`
	Weights         string           `json:"weights,omitempty"`
	Sharding        string           `json:"sharding,omitempty"`
	Offload         string           `json:"offload,omitempty"`
	Engine          string           `json:"engine,omitempty"`
	Utilization     float64          `json:"utilization,omitempty"`
	Parallelism     Parallelism      `json:"parallelism"`
	Pooled          int              `json:"pooled"`
	Tasks           *Tasks           `json:"tasks,omitempty"`
	GPU             Demand           `json:"gpu"`
	Host            Demand           `json:"host"`
	Defaults        []demand.Default `json:"defaults"`

	shrink func() []demand.Saving
}

// Savings are the changes that would take most off the workload's worst GPU.
// They are computed when asked for: a lint has no use for them.
func (w Workload) Savings() []demand.Saving {
	if w.shrink == nil {
		return nil
	}
	return w.shrink()
}

// Parallelism is the degrees of parallelism in force.
type Parallelism struct {
	Tensor   int `json:"tensor"`
	Pipeline int `json:"pipeline"`
	Data     int `json:"data"`
	Expert   int `json:"expert"`
	Context  int `json:"context"`
}

// Tasks is what a tasks workload asks.
type Tasks struct {
	Count          int     `json:"count"`
	Spare          int     `json:"spare"`
	GPUsPerTask    int     `json:"gpus_per_task"`
	GPUMemoryBytes float64 `json:"gpu_memory_bytes"`
	Capacity       *int    `json:"capacity,omitempty"`
	ReservedBy     string  `json:"reserved_by"`
}

// Demand is a demand on memory: of the worst GPU, or of one node's host.
type Demand struct {
	Bytes        *float64    `json:"bytes,omitempty"`
	LowBytes     *float64    `json:"low_bytes,omitempty"`
	HighBytes    *float64    `json:"high_bytes,omitempty"`
	ReserveBytes *float64    `json:"reserve_bytes,omitempty"`
	TotalBytes   *float64    `json:"total_bytes,omitempty"`
	Confidence   string      `json:"confidence"`
	Missing      string      `json:"missing,omitempty"`
	Components   []Component `json:"components"`
}

// Component is a part of a demand.
type Component struct {
	Name    string  `json:"name"`
	Bytes   float64 `json:"bytes"`
	Formula string  `json:"formula"`
}

// Turn is what is resident on a node at once.
type Turn struct {
	Name              string       `json:"name"`
	Path              finding.Path `json:"path"`
	Workloads         []string     `json:"workloads"`
	Utilization       float64      `json:"utilization,omitempty"`
	WorstBytes        *float64     `json:"worst_bytes,omitempty"`
	WorstLowBytes     *float64     `json:"worst_low_bytes,omitempty"`
	WorstHighBytes    *float64     `json:"worst_high_bytes,omitempty"`
	WorstReserveBytes *float64     `json:"worst_reserve_bytes,omitempty"`
	Unplaced          int          `json:"unplaced"`
	HostBytes         *float64     `json:"host_bytes,omitempty"`
	Confidence        string       `json:"confidence"`
	Missing           string       `json:"missing,omitempty"`
	Training          bool         `json:"training"`
}
