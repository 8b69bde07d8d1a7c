package demand

import (
	"fmt"
	"strconv"

	"github.com/rackvet/rackvet/internal/units"
)

// layout is how the GPUs of an inference workload divide a model.
type layout struct {
	tensor, pipeline int
	// group is the GPUs of one pipeline stage of a replica; experts are divided
	// over all of it, attention over group ÷ attentionData.
	group, attentionData int
	replicas             int
	// last says that a rank of the last pipeline stage is meant, not of the first.
	last bool
}

// attention is the ranks that divide the attention.
func (l layout) attention() int { return max(l.group/l.attentionData, 1) }

// layout resolves the parallelism, and says what doesn't divide.
func (w Inference) layout(s shape, h Host, n ranks, r *Result) (layout, string) {
	p := w.Parallel
	if p.Tensor == 0 && p.Pipeline == 0 && p.Expert <= 1 && p.AttentionData <= 1 {
		return w.defaultLayout(s, h, n, r)
	}
	l := layout{tensor: p.Tensor, pipeline: max(p.Pipeline, 1), attentionData: max(p.AttentionData, 1), replicas: w.Replicas}
	if l.tensor == 0 {
		l.tensor = 1
		if w.Replicas > 0 && n.all()%(l.pipeline*w.Replicas) == 0 {
			l.tensor = max(n.all()/(l.pipeline*w.Replicas*l.spread(w)), 1)
			if l.attentionData == 1 && !w.byLayer() {
				l.tensor = w.widest(l.tensor, l.tensor)
			}
		}
		r.assume("parallelism.tensor", strconv.Itoa(l.tensor))
	}
	l.group = l.tensor * l.spread(w)
	if p.AttentionData == 0 && p.Expert > l.tensor {
		// Experts wider than the tensor-parallel group are spread over copies of the attention.
		if p.Expert%l.tensor != 0 {
			return l, fmt.Sprintf("tensor %d does not divide expert %d", l.tensor, p.Expert)
		}
		l.attentionData, l.group = p.Expert/l.tensor, p.Expert
	}
	if p.Expert > 1 && l.group%p.Expert != 0 {
		return l, fmt.Sprintf("expert %d does not divide the %d GPUs of a stage", p.Expert, l.group)
	}
	if l.group%l.attentionData != 0 {
		return l, fmt.Sprintf("attention_data %d does not divide tensor %d", l.attentionData, l.tensor)
	}
	one := l.group * l.pipeline
	text := fmt.Sprintf("tensor %d × pipeline %d", l.tensor, l.pipeline)
	if l.group > l.tensor {
		text += fmt.Sprintf(" × attention_data %d", l.attentionData)
	}
	switch {
	case l.replicas > 0 && one*l.replicas > n.all():
		return l, fmt.Sprintf("%s × replicas %d = %d is more than the %d GPUs", text, l.replicas, one*l.replicas, n.all())
	case l.replicas > 0:
		return l, ""
	case n.all()%one != 0:
		l.replicas = 1
		return l, fmt.Sprintf("%s = %d does not divide the %s %s", text, one, units.Several(n.all(), "GPU"), n)
	}
	l.replicas = n.all() / one
	r.assume("replicas", strconv.Itoa(l.replicas))
	return l, ""
}

// spread is by how much data-parallel attention widens a stage: SGLang divides
// its tensor-parallel ranks, the others multiply them.
func (l layout) spread(w Inference) int {
	if w.Engine == "sglang" {
		return 1
	}
	return l.attentionData
}
