package demand_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/demand"
)

// draws are the same in every run, so that a failure can be run again.
const draws = 3000

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func power(r *rand.Rand, most int) int { return 1 << r.IntN(most+1) }

// anyModel is a model of any shape that the schema lets through, down to the
// count alone.
func anyModel(t testing.TB, r *rand.Rand, parameters float64) *demand.Model {
	fields := map[string]any{"parameters": parameters}
	if r.IntN(10) > 0 {
		heads := power(r, 7)
		fields["layers"], fields["hidden_size"] = float64(1+r.IntN(120)), float64(heads*128)
		fields["heads"], fields["kv_heads"], fields["ffn_size"] = float64(heads), float64(max(heads/power(r, 3), 1)), float64(1+r.IntN(60000))
		fields["vocab_size"], fields["max_context"] = float64(1+r.IntN(256000)), float64(1+r.IntN(1<<20))
		fields["gated"], fields["tied_embeddings"] = r.IntN(2) == 0, r.IntN(2) == 0
	}
	if r.IntN(3) == 0 {
		fields["experts"] = map[string]any{"count": float64(1 + r.IntN(256)), "active": float64(1 + r.IntN(8)), "shared": float64(r.IntN(2))}
	}
	if r.IntN(4) == 0 {
		fields["sliding_window"] = map[string]any{"size": float64(1 + r.IntN(8192)), "layers": float64(1 + r.IntN(60))}
	}
	switch r.IntN(8) {
	case 0, 1:
		fields["attention"], fields["kv_lora_rank"], fields["rope_dim"] = "mla", 512.0, 64.0
	case 2:
		fields["attention"], fields["head_dim"], fields["o_lora_rank"] = "compressed", 512.0, 1024.0
		fields["compression"] = map[string]any{"near": map[string]any{"ratio": float64(1 + r.IntN(128)), "layers": float64(1 + r.IntN(60))}}
	}
	if r.IntN(4) == 0 {
		fields["attention_layers"] = float64(r.IntN(40))
		fields["state"] = map[string]any{"kind": pick(r, "mamba1", "mamba2", "delta", "kda", "linear", "convolution"), "layers": float64(1 + r.IntN(120)),
			"heads": float64(power(r, 7)), "head_dim": 64.0, "d_state": float64(power(r, 7)), "groups": float64(power(r, 4)), "conv_width": float64(1 + r.IntN(4)),
			"dt_rank": 64.0, "precision": pick(r, "bf16", "fp32")}
	}
	if r.IntN(6) == 0 {
		fields["kv_shared_layers"] = float64(r.IntN(60))
	}
	if r.IntN(6) == 0 {
		fields["indexer"] = map[string]any{"heads": 64.0, "head_dim": 128.0}
	}
	if r.IntN(8) == 0 {
		fields["encoder"] = map[string]any{"layers": float64(1 + r.IntN(48)), "context": float64(r.IntN(2) * 1500)}
	}
	return decode(t, "any", fields)
}

func anyTraining(t testing.TB, r *rand.Rand) (demand.Training, demand.Host) {
	p := demand.Parallelism{Tensor: power(r, 3), Pipeline: power(r, 2), Context: power(r, 1), Expert: power(r, 1), Data: 2 * power(r, 3)}
	w := demand.Training{
		Model: anyModel(t, r, math.Exp(r.Float64()*10)*1e8), Kind: pick(r, "training", "finetuning"), Method: pick(r, "full", "lora", "qlora"),
		Precision: pick(r, "bf16", "fp16", "fp32", "fp8"), Gradients: pick(r, "bf16", "fp32", "none"),
		Master: pick(r, "", "fp32", "none"), Loss: pick(r, "", "whole", "chunked"), Files: pick(r, "", "safetensors", "pickle"), Checkpoints: r.IntN(2) == 0,
		Optimizer:      pick(r, "adamw", "adamw-8bit", "adafactor", "lion", "sgd", "muon"),
		SequenceLength: 1 + r.IntN(1<<17), MicroBatch: power(r, 5), GlobalBatch: r.IntN(3) * 1024, Recompute: pick(r, "none", "selective", "full"),
		Attention: pick(r, "flash", "eager"), Sharding: pick(r, "none", "zero1", "zero2", "zero3"), Offload: pick(r, "none", "optimizer", "all"),
		Parallel: p, SequenceParallel: r.IntN(2) == 0, LoRARank: r.IntN(64), LoRATargets: pick(r, "attention", "all"),
	}
	return w, server(p.Tensor*p.Pipeline*p.Context*p.Data, 79)
}

func anyInference(t testing.TB, r *rand.Rand) (demand.Inference, demand.Host) {
	p := demand.ServingParallelism{Tensor: power(r, 3), Pipeline: power(r, 1)}
	w := demand.Inference{
		Model: anyModel(t, r, math.Exp(r.Float64()*10)*1e8), Weights: pick(r, "fp32", "bf16", "fp8", "int4-awq", "nf4", "mxfp4", "q4_k_m"),
		Attention: pick(r, "", "flash", "eager"), Files: pick(r, "", "safetensors", "pickle"), MaxNumSeqs: pick(r, 0, 0, 256),
		KVCache: pick(r, "auto", "fp8", "q8_0", "q4_0"), Engine: pick(r, "vllm", "sglang", "tensorrt-llm", "llama.cpp", "ktransformers", "transformers"),
		MaxContext: 1 + r.IntN(1<<17), Context: 1 + r.IntN(1<<17), Concurrency: 1 + r.IntN(512), Replicas: power(r, 1), Parallel: p,
		CPULayers: pick(r, 0, 0, 1, 200), CPUExperts: r.IntN(4) == 0, AdapterCount: r.IntN(3), AdapterRank: 16,
	}
	return w, server(p.Tensor*p.Pipeline*w.Replicas, 79)
}

// worded says whether the formula of a component comes out at its bytes: what each
// of its parts ends in adds up to them, so that GB, GiB and counts never mix.
func worded(c demand.Component) error {
	sum, slack := 0.0, 0.0
	for part := range strings.SplitSeq(c.Formula, "; ") {
		at := strings.LastIndex(part, " = ")
		if at < 0 {
			return nil // sums of constants
		}
		text := strings.ReplaceAll(part[at+3:], ",", "")
		number, unit, _ := strings.Cut(text, " ")
		scale := map[string]float64{"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40, "PiB": 1 << 50, "EiB": 1 << 60}[unit]
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || scale == 0 {
			return fmt.Errorf("%s: %q doesn't end in bytes", c.Name, part)
		}
		sum, slack = sum+x*scale, slack+0.01*x*scale+scale
	}
	if math.Abs(sum-c.Bytes) > slack {
		return fmt.Errorf("%s of %v bytes: its formula comes out at %v: %s", c.Name, c.Bytes, sum, c.Formula)
	}
	return nil
}

// sound says what is wrong with the numbers of a demand.
func sound(m demand.Memory) error {
	sum := 0.0
	for _, c := range m.Components {
		if c.Bytes < 0 || math.IsNaN(c.Bytes) || math.IsInf(c.Bytes, 0) || c.Formula == "" {
			return fmt.Errorf("component %+v", c)
		}
		sum += c.Bytes
		if err := worded(c); err != nil {
			return err
		}
	}
	if math.Abs(sum-m.Bytes) > 1e-9*sum+1e-3 {
		return fmt.Errorf("components sum to %v and not %v", sum, m.Bytes)
	}
	for name, v := range map[string]float64{"low": m.Low, "high": m.High, "reserve": m.Reserve, "total": m.Total} {
		if v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %v", name, v)
		}
	}
	if slack := 1e-9 * m.Bytes; m.Low > m.Bytes+slack || m.High < m.Bytes-slack || m.Reserve > m.Bytes+slack {
		return fmt.Errorf("low %v, bytes %v, high %v, reserve %v", m.Low, m.Bytes, m.High, m.Reserve)
	}
	if (m.Confidence == demand.Unknown) != (m.Missing != "") {
		return fmt.Errorf("confidence %s, missing %q", m.Confidence, m.Missing)
	}
	return nil
}

func TestEveryDemandIsSound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range draws {
		a, ah := anyTraining(t, r)
		b, bh := anyInference(t, r)
		c := demand.Diffusion{Model: pick(r, stableDiffusion(t), counted(t, 1e10)), Width: 64 + r.IntN(65000), Height: 64 + r.IntN(65000),
			Batch: r.IntN(64), Precision: pick(r, "fp32", "bf16", "fp16", "fp8"), Attention: pick(r, "flash", "eager"),
			Offload: pick(r, "none", "model", "sequential"), ControlNets: r.IntN(4)}
		for _, w := range []struct {
			w demand.Workload
			h demand.Host
		}{{a, ah}, {b, bh}, {c, server(1, 23.7)}} {
			res := w.w.Demand(w.h)
			for _, m := range []demand.Memory{res.GPU, res.Host} {
				if err := sound(m); err != nil {
					t.Fatalf("%v in the demand of %+v: %+v", err, w.w, res)
				}
			}
			if res.Pooled < 1 || res.GPUs < 1 {
				t.Fatalf("pooled %d of %d GPUs", res.Pooled, res.GPUs)
			}
		}
	}
}

// Whatever the catalogue has can be served, trained or drawn with.
func TestEveryModelOfTheCatalogueHasADemand(t *testing.T) {
	c, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range c.Models() {
		w := []demand.Workload{demand.Inference{Model: m}, demand.Inference{Model: m, Engine: "llama.cpp", CPULayers: 3}, demand.Training{Model: m, Kind: "training"}}
		if m.Family == "diffusion" {
			w = []demand.Workload{demand.Diffusion{Model: m}}
		}
		for _, w := range w {
			r := w.Demand(server(8, 139))
			if err := errors.Join(sound(r.GPU), sound(r.Host)); err != nil || r.GPU.Confidence == demand.Unknown {
				t.Errorf("%s: %s: %v", m.ID, r.GPU.Missing, err)
			}
		}
	}
}

func TestExtremesStayFinite(t *testing.T) {
	huge := decode(t, "huge", map[string]any{"parameters": 1e14, "layers": 10000.0, "hidden_size": 1e7, "heads": 100000.0, "head_dim": 100000.0,
		"ffn_size": 1e7, "vocab_size": 1e8, "max_context": 1e9, "experts": map[string]any{"count": 100000.0, "active": 100000.0}})
	for _, w := range []demand.Workload{
		demand.Training{Model: huge, Kind: "training", SequenceLength: 1e8, MicroBatch: 1e5, GlobalBatch: 1e9, Attention: "eager"},
		demand.Inference{Model: huge, Concurrency: 1e8, Context: 1e9, MaxContext: 1e9, MaxNumSeqs: 1e5},
		demand.Inference{Model: decode(t, "tiny", map[string]any{"parameters": 1.0, "layers": 1.0, "hidden_size": 1.0, "heads": 1.0}), CPULayers: 10000},
		demand.Diffusion{Model: stableDiffusion(t), Width: 65536, Height: 65536, Batch: 100000, Attention: "eager", ControlNets: 64},
	} {
		r := w.Demand(demand.Host{GPUs: 1024, Nodes: 100000})
		for _, m := range []demand.Memory{r.GPU, r.Host} {
			if err := sound(m); err != nil {
				t.Errorf("%T: %v", w, err)
			}
		}
	}
}

// grows runs a workload before and after one of its attributes grows.
func grows[W demand.Workload](t *testing.T, what string, before, after W, h demand.Host) {
	t.Helper()
	a, b := before.Demand(h), after.Demand(h)
	for _, m := range [][2]demand.Memory{{a.GPU, b.GPU}, {a.Host, b.Host}} {
		if m[1].Bytes < m[0].Bytes*(1-1e-12) || m[1].High < m[0].High*(1-1e-12) {
			t.Fatalf("more %s takes less: %v, then %v\n%+v\n%+v\n%+v", what, m[0].Bytes, m[1].Bytes, before, m[0], m[1])
		}
	}
}

func TestMoreIsNeverLess(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range draws {
		w, h := anyTraining(t, r)
		more := w
		more.MicroBatch *= 2
		if w.GlobalBatch == 0 { // else a larger micro-batch means fewer of them in flight
			grows(t, "micro_batch", w, more, h)
		}
		more = w
		more.SequenceLength += 1 + r.IntN(10000)
		grows(t, "sequence_length", w, more, h)
		more = w
		m := *w.Model
		m.Parameters *= 1 + r.Float64()
		more.Model = &m
		grows(t, "parameters", w, more, h)

		v, g := anyInference(t, r)
		for what, change := range map[string]func(*demand.Inference){
			"concurrency": func(w *demand.Inference) { w.Concurrency += 1 + r.IntN(100) },
			"context":     func(w *demand.Inference) { w.Context += 1 + r.IntN(10000) },
			"max_context": func(w *demand.Inference) { w.MaxContext += 1 + r.IntN(10000) },
			"parameters": func(w *demand.Inference) {
				m := *w.Model
				m.Parameters *= 1 + r.Float64()
				w.Model = &m
			},
		} {
			larger := v
			change(&larger)
			grows(t, what, v, larger, g)
		}
	}
}

func TestMoreRanksNeverRaiseModelStates(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range draws {
		w, h := anyTraining(t, r)
		// With several stages another one may become the worst, with more states and
		// fewer activations.
		h.GPUs /= w.Parallel.Pipeline
		w.Offload, w.Parallel.Pipeline = "none", 1
		before := bytesOf(w.Demand(h), "model_states")
		for name, degree := range map[string]func(*demand.Parallelism) *int{
			"tensor":   func(p *demand.Parallelism) *int { return &p.Tensor },
			"pipeline": func(p *demand.Parallelism) *int { return &p.Pipeline },
			"data":     func(p *demand.Parallelism) *int { return &p.Data },
			"context":  func(p *demand.Parallelism) *int { return &p.Context },
		} {
			more, twice := w, h
			*degree(&more.Parallel) *= 2
			twice.GPUs *= 2
			if after := bytesOf(more.Demand(twice), "model_states"); after > before*(1+1e-12) {
				t.Fatalf("twice the %s ranks raise the states of a GPU from %v to %v: %+v", name, before, after, w)
			}
		}
	}
}
