package demand

import (
	"fmt"
	"strconv"

	"github.com/rackvet/rackvet/internal/units"
)

// defaultLayout is what people deploy when a spec is silent. Engines that split a
// model by layers take all GPUs. The others take the fewest GPUs on which everything
// fits into 90 % of their memory, or else one request does, or else all, and put
// replicas on the rest. Where the GPUs' memory is not known a replica has a node.
//
// More requests may so make a replica wider, and then each of its GPUs holds less
// than before.
func (w Inference) defaultLayout(s shape, h Host, n ranks, r *Result) (layout, string) {
	l := layout{tensor: 1, pipeline: 1, attentionData: 1, replicas: w.Replicas}
	if w.Replicas > 0 && n.all()%w.Replicas != 0 {
		return l, fmt.Sprintf("replicas %d does not divide the %s %s", w.Replicas, units.Several(n.all(), "GPU"), n)
	}
	byLayer := w.byLayer()
	switch {
	case byLayer:
		l.replicas = max(w.Replicas, 1)
		l.pipeline = n.all() / l.replicas
	case w.Replicas > 0:
		l = w.across(n.all()/w.Replicas, n)
		l.replicas = w.Replicas
	default:
		l = w.smallest(s, h, n)
	}
	if !byLayer {
		r.assume("parallelism.tensor", strconv.Itoa(l.tensor))
	}
	if byLayer || l.pipeline > 1 {
		r.assume("parallelism.pipeline", strconv.Itoa(l.pipeline))
	}
	if w.Replicas == 0 && !byLayer {
		r.assume("replicas", strconv.Itoa(l.replicas))
	}
	l.group = l.tensor
	return l, ""
}

// smallest tries the divisors of a node's GPUs, then whole nodes one behind the other.
func (w Inference) smallest(s shape, h Host, n ranks) layout {
	if h.UsableMemory <= 0 {
		return w.across(n.gpus, n)
	}
	var tries []layout
	for gpus := 1; gpus <= n.gpus; gpus++ {
		if l := w.across(gpus, n); n.gpus%gpus == 0 && (s.layers == 0 || float64(l.pipeline) <= s.layers) {
			tries = append(tries, l)
		}
	}
	if n.nodes > 1 {
		tries = append(tries, w.across(n.all(), n))
	}
	one := w
	one.Concurrency = 1
	for _, w := range []Inference{w, one} {
		for _, l := range tries {
			if w.rank(s, l, h).total() <= defaultUtilization*h.UsableMemory {
				return l
			}
		}
	}
	return tries[len(tries)-1]
}

// across spreads a replica over so many GPUs: tensor parallelism over as many of a node
// as engines take, and stages behind each other for the rest.
func (w Inference) across(gpus int, n ranks) layout {
	t := w.widest(gpus, n.gpus)
	return layout{tensor: t, pipeline: gpus / t, group: t, attentionData: 1, replicas: max(n.all()/gpus, 1)}
}

// widest is the largest divisor of so many GPUs, within a node, that tensor
// parallelism may have: it divides the heads, and the KV heads or is divided by them
// (vLLM issues 2652 and 5951), as rule fit/parallelism asks.
func (w Inference) widest(gpus, node int) int {
	for t := min(gpus, node); t > 1; t-- {
		if gpus%t == 0 && node%t == 0 && w.takes(t) {
			return t
		}
	}
	return 1
}

// byLayer says whether the engine gives each GPU layers of its own.
func (w Inference) byLayer() bool {
	return w.Engine == "llama.cpp" || w.Engine == "ktransformers" || w.Engine == "transformers"
}

// takes says whether the model's heads go over so many ranks. Latent attention has no
// KV heads to divide.
func (w Inference) takes(tensor int) bool {
	m := w.Model
	kv := or(m.KVHeads, m.Heads)
	return m.Heads%tensor == 0 && (m.Attention == "mla" || kv == 0 || kv%tensor == 0 || tensor%kv == 0)
}
