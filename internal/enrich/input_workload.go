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
	ModelMaxContext int              `json:"model_max_context,omitempty"` // tokens that the model was made for
	Unconfirmed     []string         `json:"unconfirmed"`
	Method          string           `json:"method,omitempty"`
	Precision       string           `json:"precision,omitempty"`
	Weights         string           `json:"weights,omitempty"`
	Sharding        string           `json:"sharding,omitempty"`
	MicroBatch      int              `json:"micro_batch,omitempty"`
	GlobalBatch     int              `json:"global_batch,omitempty"`
	Offload         string           `json:"offload,omitempty"`
	Engine          string           `json:"engine,omitempty"`
	Utilization     float64          `json:"utilization,omitempty"`
	Pool            *Pool            `json:"pool,omitempty"`
	Parallelism     Parallelism      `json:"parallelism"`
	Pooled          int              `json:"pooled"`
	Shape           *Shape           `json:"shape,omitempty"`
	KV              *KV              `json:"kv,omitempty"`
	KVCache         string           `json:"kv_cache,omitempty"`
	CPUExperts      bool             `json:"cpu_experts"`
	CPULayers       int              `json:"cpu_layers,omitempty"`
	TensorNeeded    int              `json:"tensor_needed,omitempty"`
	LoRABytes       *float64         `json:"lora_bytes,omitempty"`
	QLoRABytes      *float64         `json:"qlora_bytes,omitempty"`
	DatasetBytes    float64          `json:"dataset_bytes,omitempty"`
	CheckpointBytes float64          `json:"checkpoint_bytes,omitempty"`
	CheckpointEvery float64          `json:"checkpoint_every_seconds,omitempty"`
	OffloadStep     float64          `json:"offload_step_bytes,omitempty"`
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

// Pool is a share of GPU memory that an engine fills, and what it takes besides.
type Pool struct {
	Share          float64 `json:"share"`
	BesideBytes    float64 `json:"beside_bytes"`
	BesideLowBytes float64 `json:"beside_low_bytes"`
}

// Parallelism is the degrees of parallelism in force.
type Parallelism struct {
	Tensor   int `json:"tensor"`
	Pipeline int `json:"pipeline"`
	Data     int `json:"data"`
	Expert   int `json:"expert"`
	Context  int `json:"context"`
	// Ranks is the GPUs of an instance, Product what the degrees multiply to.
	Ranks   int  `json:"ranks"`
	Product int  `json:"product,omitempty"`
	Written bool `json:"written"`
}

// Shape is what of a model the ranks divide.
type Shape struct {
	Layers    int  `json:"layers,omitempty"`
	Heads     int  `json:"heads,omitempty"`
	KVHeads   int  `json:"kv_heads,omitempty"`
	VocabSize int  `json:"vocab_size,omitempty"`
	Experts   int  `json:"experts,omitempty"`
	MLA       bool `json:"mla"`
}

// KV is the KV cache of an inference workload on its worst GPU.
type KV struct {
	MaxContext    int     `json:"max_context"`
	Context       int     `json:"context"`
	Requests      int     `json:"requests"`
	Groups        int     `json:"groups"`
	FurtherBytes  float64 `json:"further_bytes"`
	RequestBytes  float64 `json:"request_bytes"`
	InFlightBytes float64 `json:"in_flight_bytes"`
	RestBytes     float64 `json:"rest_bytes"`
	Queues        bool    `json:"queues"`
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
	QueuedBytes       float64      `json:"queued_bytes,omitempty"`
	HostBytes         *float64     `json:"host_bytes,omitempty"`
	HostLowBytes      *float64     `json:"host_low_bytes,omitempty"`
	HostHighBytes     *float64     `json:"host_high_bytes,omitempty"`
	Confidence        string       `json:"confidence"`
	Missing           string       `json:"missing,omitempty"`
	Training          bool         `json:"training"`
}
