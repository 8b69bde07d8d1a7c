// Package demand computes the GPU and host memory that a workload needs. It is
// pure: numbers in, numbers out, each with the formula that made it, so that a
// reader can check every byte by hand.
package demand

import "github.com/rackvet/rackvet/internal/catalog"

// Confidence is how well a figure is known.
type Confidence string

// The confidences, from best to worst.
const (
	Exact    Confidence = "exact"    // stated by the spec, or a count
	Estimate Confidence = "estimate" // a formula with a measured error of a few percent
	Rough    Confidence = "rough"    // a formula with a measured error of tens of percent
	Unknown  Confidence = "unknown"  // something is missing: Missing says what
)

// Component is a part of a demand, named by the field's word: weights, kv_cache,
// gradients, optimizer, activations, logits, reserve, task; in host memory process,
// load, offload, loader, checkpoint, dataset, swap, weights, kv_cache, task.
type Component struct {
	Name    string  `json:"name"`
	Bytes   float64 `json:"bytes"`
	Formula string  `json:"formula"` // with the numbers put in
	// Inputs are the attributes of the workload that made it.
	Inputs []string `json:"inputs,omitempty"`
}

// Memory is a demand on GPU memory or on host memory, in bytes. Components,
// Bytes, Low and High are those of the worst rank for GPU memory and of one
// node for host memory; Total is that of one instance over all its ranks, each
// taken for as large as the worst. Where Confidence is Unknown they cover what is
// known, which is a floor.
type Memory struct {
	Components []Component
	Bytes      float64 // sum of Components, reserve included
	Low, High  float64 // by the known error of this kind of figure
	Reserve    float64 // the part of Bytes that is contexts, communication, allocator slack
	Total      float64
	Confidence Confidence
	// Missing says what the figure lacks, for people; set where Confidence is Unknown.
	Missing string
}

// Default is a value that the spec leaves out and the demand assumes.
type Default struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Parallelism is the degrees of parallelism in force.
type Parallelism struct{ Tensor, Pipeline, Data, Expert, Context int }

// Result is what one workload demands.
type Result struct {
	GPU, Host   Memory
	Parallelism Parallelism
	// Pooled is how many GPUs of a node hold one copy of the model between them
	// and exchange in every layer; 1 where each holds it whole.
	Pooled int
	// GPUs is how many GPUs of each node one instance takes, Nodes how many nodes.
	GPUs, Nodes int
	// Utilization is the share of GPU memory that the engine may take; 0 where it
	// sets none.
	Utilization float64
	// Pool is the share of a GPU that an engine is told to fill; nil where it is not told.
	Pool *Pool
	// Checkpoint is what one checkpoint of a training run takes on disk, bytes: the
	// weights that are trained, their master copy and the optimizer's states. 0 for
	// other kinds.
	Checkpoint float64
	// KV is what the KV cache of an inference workload takes.
	KV KVCache
	// Least is the demand on GPU memory without the requests that an engine lets
	// wait for room; nil where GPU is all needed.
	Least *Memory
	// Ranks is how many GPUs the degrees of parallelism multiply to.
	Ranks int
	// OffloadStep is what a step of a training run with offload moves over one
	// GPU's slot in the busier direction, bytes.
	OffloadStep float64
	Defaults    []Default
}

// Pool is a share of a GPU's memory that an engine fills from the start, and what it
// takes outside of that, with the least that it may be, bytes.
type Pool struct{ Share, Beside, BesideLow float64 }

// Host is the machine a workload runs on. Memory figures are bytes of one GPU
// and 0 where they are not known.
type Host struct {
	GPUs         int     // of a node
	Nodes        int     // of the server
	GPU          string  // the part's id, or the name as written
	GPUMemory    float64 // nominal
	UsableMemory float64 // as the driver shows
}

// Placement is where an instance runs, as written: 0 is left out.
type Placement struct{ GPUs, Nodes, Instances int }

// Workload is one of Training, Inference, Diffusion, Tasks.
type Workload interface {
	// Demand never fails: what can't be told is Unknown, with what is missing.
	Demand(Host) Result
}

// Model is a model's shape. A nil Model is one that nothing describes.
type Model = catalog.Model
