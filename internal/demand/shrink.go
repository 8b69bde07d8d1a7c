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
	base := w.Demand(h).GPU
	if base.Confidence == Unknown {
		return nil
	}
	var savings []Saving
	for _, c := range changes(w, h) {
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
func changes(w Workload, h Host) []change {
	switch w := w.(type) {
	case *Training:
		return w.changes(h)
	case *Inference:
		return w.changes(h)
	case *Diffusion:
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
	next := map[string]string{"": "zero1", "none": "zero1", "zero1": "zero2", "zero2": "zero3"}
	for level := next[w.Sharding]; level != ""; level = next[level] {
		try(fmt.Sprintf("sharding = %q", level), func(c *Training) { c.Sharding = level })
	}
	for _, r := range []string{"selective", "full"} {
		try(fmt.Sprintf("recompute = %q", r), func(c *Training) { c.Recompute = r })
	}
	if w.MicroBatch > 1 {
		try(fmt.Sprintf("micro_batch = %d", w.MicroBatch/2), func(c *Training) { c.MicroBatch /= 2 })
	}
	if w.SequenceLength > 1 {
		try(fmt.Sprintf("sequence_length = %d", w.SequenceLength/2), func(c *Training) { c.SequenceLength /= 2 })
	}
	try(`optimizer = "adamw-8bit"`, func(c *Training) { c.Optimizer = "adamw-8bit" })
	try(`offload = "optimizer"`, func(c *Training) { c.Offload = "optimizer" })
	if t := max(1, w.Parallel.Tensor) * 2; t <= h.GPUs {
		try(fmt.Sprintf("parallelism.tensor = %d", t), func(c *Training) { c.Parallel.Tensor = t })
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

func (w Inference) changes(h Host) []change {
	var all []change
	try := func(text string, edit func(*Inference)) {
		c := w
		edit(&c)
		all = append(all, change{text, c})
	}
	for _, f := range []string{"fp8", "int4-awq"} {
		try(fmt.Sprintf("weights = %q", f), func(c *Inference) { c.Weights = f })
	}
	try(`kv_cache = "fp8"`, func(c *Inference) { c.KVCache = "fp8" })
	if w.Concurrency > 1 {
		try(fmt.Sprintf("concurrency = %d", w.Concurrency/2), func(c *Inference) { c.Concurrency /= 2 })
	}
	if w.MaxContext > 1 {
		try(fmt.Sprintf("max_context = %d", w.MaxContext/2), func(c *Inference) { c.MaxContext /= 2 })
	}
	if w.MaxNumSeqs == 0 || w.MaxNumSeqs > 256 {
		try("max_num_seqs = 256", func(c *Inference) { c.MaxNumSeqs = 256 })
	}
	if t := max(1, w.Parallel.Tensor) * 2; t <= h.GPUs {
		try(fmt.Sprintf("parallelism.tensor = %d", t), func(c *Inference) {
			c.Parallel.Tensor = t
			c.Replicas /= 2 // the same GPUs hold half as many copies
		})
	}
	return all
}

func (w Diffusion) changes() []change {
	var all []change
	try := func(text string, edit func(*Diffusion)) {
		c := w
		edit(&c)
		all = append(all, change{text, c})
	}
	try(`offload = "model"`, func(c *Diffusion) { c.Offload = "model" })
	try(`attention = "flash"`, func(c *Diffusion) { c.Attention = "flash" })
	try(`precision = "fp16"`, func(c *Diffusion) { c.Precision = "fp16" })
	if w.Width > 128 && w.Height > 128 {
		try(fmt.Sprintf("width = %d, height = %d", w.Width/2, w.Height/2), func(c *Diffusion) { c.Width, c.Height = c.Width/2, c.Height/2 })
	}
	if w.Batch > 1 {
		try(fmt.Sprintf("batch = %d", w.Batch/2), func(c *Diffusion) { c.Batch /= 2 })
	}
	return all
}
