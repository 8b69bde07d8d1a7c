package enrich

import (
	"cmp"
	"math"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/demand"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// job is a workload on its way from the spec to a turn.
type job struct {
	index     int // in Input.Workloads
	placement demand.Placement
	tasks     *demand.Tasks // nil for the other kinds
	result    demand.Result
}

// host is the machine as the demand model sees it.
func (e *enricher) host() demand.Host {
	return demand.Host{
		GPUs: e.input.GPU.Count, Nodes: e.input.Server.Nodes, GPU: cmp.Or(e.input.GPU.ID, e.input.GPU.Written),
		GPUMemory: e.input.GPU.MemoryBytes, UsableMemory: e.input.GPU.UsableBytes,
	}
}

// workloads computes what each workload demands.
func (e *enricher) workloads() {
	e.input.Workloads = []Workload{}
	for _, b := range e.server.All("workload") {
		f := fields(b.Plain())
		w := Workload{
			Kind: b.Label(0), Name: b.Label(1), Path: b.Path,
			Instances: f.countOr("instances", 1), Unconfirmed: []string{},
			Method: f.text("method"), Precision: f.text("precision"), Weights: f.text("weights"),
			Sharding: f.text("sharding"), Offload: f.text("offload"), Engine: f.text("engine"),
			MicroBatch: f.count("micro_batch"), GlobalBatch: f.count("global_batch"),
		}
		j := job{
			index:     len(e.input.Workloads),
			placement: demand.Placement{GPUs: f.count("gpus"), Nodes: f.count("nodes"), Instances: f.count("instances")},
		}
		ask, host := e.demand(&w, b, f, &j), e.host()
		j.result = ask.Demand(host)
		w.shrink = func() []demand.Saving { return demand.Shrink(ask, host) }
		j.placement.GPUs, j.placement.Nodes = j.result.GPUs, j.result.Nodes
		w.GPUs, w.Nodes, w.Utilization = max(1, j.result.GPUs), max(1, j.result.Nodes), j.result.Utilization
		w.figures(ask, j.result, host, f)
		w.GPU, w.Host = newDemand(j.result.GPU), newDemand(j.result.Host)
		w.Defaults = append([]demand.Default{}, j.result.Defaults...)
		e.input.Workloads = append(e.input.Workloads, w)
		e.jobs = append(e.jobs, j)
	}
}

// demand reads a workload block into what the demand model takes.
func (e *enricher) demand(w *Workload, b *document.Block, f fields, j *job) demand.Workload {
	at := j.placement
	model := e.model(w, b, f.text("model"))
	switch w.Kind {
	case "training", "finetuning":
		return e.training(w, f, at, model)
	case "inference":
		t := &demand.Inference{
			Placement: at, Model: model, ModelName: f.text("model"), Weights: w.Weights, KVCache: f.text("kv_cache"), Engine: w.Engine,
			Attention: f.text("attention"), Files: f.text("files"),
			Utilization: f.number("utilization"), MaxContext: f.count("max_context"), Context: f.count("context"),
			Concurrency: f.count("concurrency"), Replicas: f.count("replicas"), MaxNumSeqs: f.count("max_num_seqs"),
			CPULayers: f.count("cpu_layers"), CPUExperts: f["cpu_experts"] == true, SwapSpace: f.quantity(units.Memory, "swap_space"),
			DraftName: f.text("draft_model"),
		}
		if t.DraftName != "" {
			t.Draft = e.lookUpModel(t.DraftName, b.Path.Child("draft_model"))
		}
		p, a := f.block("parallelism"), f.block("adapters")
		t.Parallel = demand.ServingParallelism{Tensor: p.count("tensor"), Pipeline: p.count("pipeline"), Expert: p.count("expert"), AttentionData: p.count("attention_data")}
		t.AdapterCount, t.AdapterRank = a.count("count"), a.count("rank")
		return t
	case "diffusion":
		t := &demand.Diffusion{
			Placement: at, Model: model, ModelName: f.text("model"), Width: f.count("width"), Height: f.count("height"),
			Frames: f.count("frames"), Batch: f.count("batch"), Precision: w.Precision, Attention: f.text("attention"),
			Offload: w.Offload, ControlNets: f.count("controlnets"), RefinerName: f.text("refiner"),
		}
		if t.RefinerName != "" {
			t.Refiner = e.lookUpModel(t.RefinerName, b.Path.Child("refiner"))
		}
		return t
	}
	t := &demand.Tasks{
		Placement: at, Count: f.count("count"), GPUMemory: f.quantity(units.Memory, "gpu_memory"),
		HostMemory: f.quantity(units.Memory, "host_memory"), GPUsPerTask: f.count("gpus_per_task"), Spare: f.maybeCount("spare"),
	}
	j.tasks = t
	return t
}

func (e *enricher) training(w *Workload, f fields, at demand.Placement, model *demand.Model) demand.Workload {
	p, lora := f.block("parallelism"), f.block("lora")
	return &demand.Training{
		Placement: at, Model: model, ModelName: f.text("model"), Kind: w.Kind, Method: w.Method, Precision: w.Precision,
		Gradients: f.text("gradients"), Optimizer: f.text("optimizer"), Master: f.text("master"), Loss: f.text("loss"),
		FusedKernels: f.maybeFlag("fused_kernels"), Files: f.text("files"), Checkpoints: f.text("checkpoint_every") != "", SequenceLength: f.count("sequence_length"),
		MicroBatch: f.count("micro_batch"), GlobalBatch: f.count("global_batch"), Recompute: f.text("recompute"),
		Attention: f.text("attention"), Sharding: w.Sharding, Offload: w.Offload, Dataset: f.quantity(units.Storage, "dataset"),
		LoaderWorkers: f.maybeCount("loader_workers"),
		Parallel: demand.Parallelism{Tensor: p.count("tensor"), Pipeline: p.count("pipeline"), Data: p.count("data"),
			Expert: p.count("expert"), Context: p.count("context")},
		SequenceParallel: p["sequence"] == true,
		LoRARank:         lora.count("rank"), LoRATargets: lora.text("targets"),
	}
}

// model looks up the workload's model. Tasks have none.
func (e *enricher) model(w *Workload, b *document.Block, name string) *demand.Model {
	if name == "" {
		return nil
	}
	w.Model = name
	m := e.lookUpModel(name, b.Path.Child("model"))
	if m != nil {
		w.Model, w.ModelParameters, w.ModelMaxContext = m.ID, m.Parameters, m.MaxContext
		w.Unconfirmed = append(w.Unconfirmed, m.Unconfirmed...)
	}
	return m
}

func (e *enricher) lookUpModel(name string, path finding.Path) *demand.Model {
	match := e.catalog.Model(name)
	refer(e, "model", name, match, func(x *catalog.Model) string { return x.ID }, path)
	if match.Entry != nil {
		e.redefineModel(match.Entry, name, path)
	}
	return match.Entry
}

// newDemand puts a demand in the input's form: absent where it is not known.
func newDemand(m demand.Memory) Demand {
	d := Demand{Confidence: string(m.Confidence), Missing: m.Missing, Components: []Component{}}
	if m.Confidence != demand.Unknown {
		d.Bytes, d.LowBytes, d.HighBytes = whole(m.Bytes), whole(m.Low), whole(m.High)
		d.ReserveBytes, d.TotalBytes = whole(m.Reserve), whole(m.Total)
	}
	for _, c := range m.Components {
		d.Components = append(d.Components, Component{Name: c.Name, Bytes: *whole(c.Bytes), Formula: c.Formula})
	}
	return d
}

// whole rounds to a byte: fractions of one are the formulas', not the memory's.
func whole(bytes float64) *float64 {
	bytes = math.Round(bytes)
	return &bytes
}
