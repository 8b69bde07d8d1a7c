package demand

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Saving is a change of a workload and what it takes off the worst rank.
type Saving struct {
	// Change is what to write in the spec: weights = "fp8".
	Change string  `json:"change"`
	Bytes  float64 `json:"bytes"`
}

// mostSavings is how many changes Shrink gives.
const mostSavings = 3

// leastSaving is the share of the demand below which a change is not worth its
// words.
const leastSaving = 0.01

// Shrink gives the changes of a workload that would take most off its worst
// rank, found by computing the demand anew under each; the largest first, three
// at most. Whether the model is as good after them is not its matter.
func Shrink(w Workload, h Host) []Saving {
	result := w.Demand(h)
	base := result.GPU
	if base.Confidence == Unknown {
		return nil
	}
	var savings []Saving
	for _, c := range changes(w, h, result) {
		after := c.workload.Demand(h).GPU
		if saved := base.Bytes - after.Bytes; after.Confidence != Unknown && saved > leastSaving*base.Bytes {
			savings = append(savings, Saving{c.text, saved})
		}
	}
	slices.SortStableFunc(savings, func(a, b Saving) int { return -cmp.Compare(a.Bytes, b.Bytes) })
	// Two values of one attribute are one thing to think about: the larger saving stands.
	told := map[string]bool{}
	savings = slices.DeleteFunc(savings, func(s Saving) bool {
		attribute, _, _ := strings.Cut(s.Change, " = ")
		again := told[attribute]
		told[attribute] = true
		return again
	})
	return savings[:min(len(savings), mostSavings)]
}

// change is a workload that differs in one attribute.
type change struct {
	text     string
	workload Workload
}

// changes are those that make sense for the kind. Tasks take what they take.
func changes(w Workload, h Host, base Result) []change {
	switch w := w.(type) {
	case *Training:
		return w.changes(h)
	case Training:
		return w.changes(h)
	case *Inference:
		return w.changes(h, base)
	case Inference:
		return w.changes(h, base)
	case *Diffusion:
		return w.changes()
	case Diffusion:
		return w.changes()
	}
	return nil
}

func (w Training) changes(h Host) []change {
	var all []change
	try := func(text string, edit func(*Training)) {
		c := w
		edit(&c)
		all = append(all, change{text, c})
	}
	set := w // as the defaults have it
	r := Result{}
	n := set.over(h, h.GPUs, &r)
	r.Parallelism, _ = set.degrees(n)
	set.fill(&r)
	next := map[string]string{"none": "zero1", "zero1": "zero2", "zero2": "zero3"}
	for level := next[set.Sharding]; level != ""; level = next[level] {
		try(fmt.Sprintf("sharding = %q", level), func(c *Training) { c.Sharding = level })
	}
	for _, r := range []string{"selective", "full"} {
		try(fmt.Sprintf("recompute = %q", r), func(c *Training) { c.Recompute = r })
	}
	try(`loss = "chunked"`, func(c *Training) { c.Loss = "chunked" })
	if half := set.MicroBatch / 2; half > 0 {
		try(fmt.Sprintf("micro_batch = %d", half), func(c *Training) { c.MicroBatch = half })
	}
	if half := set.SequenceLength / 2; half > 0 {
		try(fmt.Sprintf("sequence_length = %d", half), func(c *Training) { c.SequenceLength = half })
	}
	try(`optimizer = "adamw-8bit"`, func(c *Training) { c.Optimizer = "adamw-8bit" })
	try(`offload = "optimizer"`, func(c *Training) { c.Offload = "optimizer" })
	if t := r.Parallelism.Tensor * 2; t <= n.gpus && r.Parallelism.Data > 1 {
		text := fmt.Sprintf("parallelism { tensor = %d }", t)
		if data := w.Parallel.Data / 2; data > 0 {
			text = fmt.Sprintf("parallelism { tensor = %d, data = %d }", t, data)
		}
		try(text, func(c *Training) { c.Parallel.Tensor, c.Parallel.Data = t, c.Parallel.Data/2 })
	}
	if w.Kind == "finetuning" {
		for _, m := range []string{"lora", "qlora"} {
			if m != w.Method {
				try(fmt.Sprintf("method = %q", m), func(c *Training) { c.Method = m })
			}
		}
	}
	return all
}

// changes keeps the layout of base: a smaller model would otherwise be put on
// fewer GPUs, and take as much of each.
func (w Inference) changes(h Host, base Result) []change {
	p := base.Parallelism
	written := w.Replicas > 0
	w.Parallel.Tensor, w.Parallel.Pipeline, w.Replicas = p.Tensor, p.Pipeline, p.Data
	set := w // as the defaults have it
	set.fill(h, &Result{})
	var all []change
	try := func(text string, edit func(*Inference)) {
		c := w
		edit(&c)
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
	if half := set.MaxContext / 2; half > 0 {
		try(fmt.Sprintf("max_context = %d", half), func(c *Inference) { c.MaxContext = half })
	}
	if set.MaxNumSeqs > 256 {
		try("max_num_seqs = 256", func(c *Inference) { c.MaxNumSeqs = 256 })
	}
	try(`attention = "flash"`, func(c *Inference) { c.Attention = "flash" })
	if t := p.Tensor * 2; t <= base.GPUs && p.Data > 1 {
		text := fmt.Sprintf("parallelism { tensor = %d }", t)
		if written {
			text += fmt.Sprintf(", replicas = %d", p.Data/2)
		}
		try(text, func(c *Inference) { c.Parallel.Tensor, c.Replicas = t, p.Data/2 })
	}
	return all
}

func (w Diffusion) changes() []change {
	set := w
	if w.Model != nil {
		set.fill(&Result{})
	}
	var all []change
	try := func(text string, edit func(*Diffusion)) {
		c := w
		edit(&c)
		all = append(all, change{text, c})
	}
	try(`offload = "model"`, func(c *Diffusion) { c.Offload = "model" })
	try(`attention = "flash"`, func(c *Diffusion) { c.Attention = "flash" })
	try(`precision = "fp16"`, func(c *Diffusion) { c.Precision = "fp16" })
	if set.Width > 128 && set.Height > 128 {
		try(fmt.Sprintf("width = %d, height = %d", set.Width/2, set.Height/2), func(c *Diffusion) { c.Width, c.Height = set.Width/2, set.Height/2 })
	}
	if half := set.Batch / 2; half > 0 {
		try(fmt.Sprintf("batch = %d", half), func(c *Diffusion) { c.Batch = half })
	}
	return all
}
