package demand

import (
	"fmt"
	"strings"
)

// divides says whether tensor parallelism of so many ways divides a model's heads.
// Of KV heads several ranks may have the same (vLLM issues 2652 and 5951).
func divides(m *Model, ways int) bool {
	switch kv := m.KVHeads; {
	case ways == 1:
		return true
	case m.Heads == 0 || m.Heads%ways != 0:
		return false
	default:
		return m.Attention == "mla" || kv == 0 || kv%ways == 0 || ways%kv == 0
	}
}

// wider is the next tensor degree of a node that divides the heads and what data
// parallelism has; 0 where there is none.
func wider(m *Model, gpus, tensor, data int) int {
	for t := tensor + 1; m != nil && t <= gpus; t++ {
		if gpus%t == 0 && tensor*data%t == 0 && divides(m, t) {
			return t
		}
	}
	return 0
}

// wider is the degrees to write for a wider tensor parallelism than p.
func (w Training) wider(n ranks, p Parallelism) Parallelism {
	next := w.Parallel
	next.Tensor = wider(w.Model, n.gpus, p.Tensor, p.Data)
	if next.Data > 0 && next.Tensor > 0 {
		next.Data = p.Data * p.Tensor / next.Tensor
	}
	return next
}

// block is the degrees as a spec writes them.
func (p Parallelism) block(sequence bool) string {
	text := degrees("tensor", p.Tensor, "pipeline", p.Pipeline, "data", p.Data, "expert", p.Expert, "context", p.Context)
	if sequence {
		text = append(text, "sequence = true")
	}
	return "parallelism { " + strings.Join(text, ", ") + " }"
}

func (p ServingParallelism) block() string {
	text := degrees("tensor", p.Tensor, "pipeline", p.Pipeline, "expert", p.Expert, "attention_data", p.AttentionData)
	return "parallelism { " + strings.Join(text, ", ") + " }"
}

// degrees words names and numbers by turns, those that are left out apart.
func degrees(of ...any) (text []string) {
	for i := 0; i < len(of); i += 2 {
		if of[i+1] != 0 {
			text = append(text, fmt.Sprintf("%s = %d", of[i], of[i+1]))
		}
	}
	return text
}

// changes of an inference workload. Where the spec is silent about the layout and a
// change would move it, as a smaller model is put on fewer GPUs and takes as much of
// each, the layout in force is written too.
func (w Inference) changes(h Host, base Result) []change {
	p := base.Parallelism
	set := w // as the defaults have it
	set.fill(h, &Result{})
	var all []change
	try := func(text string, edit func(*Inference)) {
		c := w
		edit(&c)
		if c.Demand(h).Parallelism != p {
			held := c
			held.Parallel.Tensor = p.Tensor
			if p.Pipeline > 1 {
				held.Parallel.Pipeline = p.Pipeline
			}
			if held.Demand(h).Parallelism == p && divides(w.Model, p.Tensor) {
				text, c = text+", "+held.Parallel.block(), held
			}
		}
		all = append(all, change{text, c})
	}
	weights, cache := []string{"fp8", "int4-awq"}, "fp8"
	if w.Engine == "llama.cpp" || w.Engine == "ktransformers" {
		weights, cache = []string{"q8_0", "q4_k_m"}, "q8_0"
	}
	for _, f := range weights {
		try(fmt.Sprintf("weights = %q", f), func(c *Inference) { c.Weights = f })
	}
	try(fmt.Sprintf("kv_cache = %q", cache), func(c *Inference) { c.KVCache = cache })
	if half := set.Concurrency / 2; half > 0 {
		try(fmt.Sprintf("concurrency = %d", half), func(c *Inference) { c.Concurrency = half })
	}
	if half := set.MaxContext / 2; half > 0 && half >= w.Context { // a mean is no more than the most
		try(fmt.Sprintf("max_context = %d", half), func(c *Inference) { c.MaxContext = half })
	}
	if set.MaxNumSeqs > 256 && ceilDiv(set.Concurrency, max(p.Data, 1)) <= 256 { // else requests wait that ran
		try("max_num_seqs = 256", func(c *Inference) { c.MaxNumSeqs = 256 })
	}
	try(`attention = "flash"`, func(c *Inference) { c.Attention = "flash" })
	return w.relaid(all, base)
}

// relaid adds the changes of the layout itself. Engines that give each GPU layers of
// its own put them on all GPUs of a replica where the spec is silent: of fewer
// replicas each has more.
func (w Inference) relaid(all []change, base Result) []change {
	p, c := base.Parallelism, w
	byLayer := w.Engine == "llama.cpp" || w.Engine == "ktransformers" || w.Engine == "transformers"
	if byLayer && w.Parallel.Tensor == 0 && w.Parallel.Pipeline == 0 {
		if c.Replicas = w.Replicas / 2; c.Replicas > 0 {
			all = append(all, change{fmt.Sprintf("replicas = %d", c.Replicas), c})
		}
		return all
	}
	t := wider(w.Model, base.GPUs, p.Tensor, p.Data)
	if t == 0 {
		return all
	}
	c.Parallel.Tensor = t
	if p.Pipeline > 1 {
		c.Parallel.Pipeline = p.Pipeline
	}
	text := c.Parallel.block()
	if w.Replicas > 0 {
		c.Replicas = p.Data * p.Tensor / t
		text += fmt.Sprintf(", replicas = %d", c.Replicas)
	}
	return append(all, change{text, c})
}
