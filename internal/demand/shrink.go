package demand

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Saving is a change of a workload and what it takes off the worst rank.
type Saving struct {
	// Change is what to write in the spec: weights = "fp8". A block is written whole,
	// what it has already included.
	Change string  `json:"change"`
	Bytes  float64 `json:"bytes"`
}

// mostSavings is how many changes Shrink gives.
const mostSavings = 3

// leastSaving is the share of the demand below which a change is not worth its
// words.
const leastSaving = 0.01

// Shrink gives the changes of a workload that would take most off its worst
// rank, the largest first, three at most. Each is computed as a spec that has it
// would be, defaults included, so that who writes it gets it; what would not run
// then is left out. Whether the model is as good after them is not its matter.
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

// leastSide is the least width and height of a picture in the schema, pixels.
const leastSide = 64

// change is a workload as it is once a text is written in its spec.
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
	// A step is whole micro-batches of every data rank (Megatron-LM, DeepSpeed).
	if half := set.MicroBatch / 2; half > 0 && w.GlobalBatch%(half*r.Parallelism.Data) == 0 {
		try(fmt.Sprintf("micro_batch = %d", half), func(c *Training) { c.MicroBatch = half })
	}
	if half := set.SequenceLength / 2; half > 0 {
		try(fmt.Sprintf("sequence_length = %d", half), func(c *Training) { c.SequenceLength = half })
	}
	try(`optimizer = "adamw-8bit"`, func(c *Training) { c.Optimizer = "adamw-8bit" })
	try(`offload = "optimizer"`, func(c *Training) { c.Offload = "optimizer" })
	if wide := w.wider(n, r.Parallelism); wide.Tensor > 0 {
		try(wide.block(w.SequenceParallel), func(c *Training) { c.Parallel = wide })
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
	// Pictures are whole tokens of the VAE, and no smaller than a spec may say.
	width, height := set.Width/2/vaeDownscale*vaeDownscale, set.Height/2/vaeDownscale*vaeDownscale
	if width >= leastSide && height >= leastSide {
		try(fmt.Sprintf("width = %d, height = %d", width, height), func(c *Diffusion) { c.Width, c.Height = width, height })
	}
	if half := set.Batch / 2; half > 0 {
		try(fmt.Sprintf("batch = %d", half), func(c *Diffusion) { c.Batch = half })
	}
	return all
}
