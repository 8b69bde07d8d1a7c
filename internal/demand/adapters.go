package demand

import (
	"strconv"

	"github.com/rackvet/rackvet/internal/units"
)

// adapters is what LoRA adapters that are served take of a rank: of each matrix
// beside which they sit, rank × (its inputs + its outputs) numbers of 2 bytes.
//
// Tensor parallelism divides of them what it divides of the matrix. Queries, keys,
// values, gate and up have whole inputs, output and down whole outputs: that end is
// as wide as the hidden size, and every rank has all of it (vLLM, fully_sharded_loras
// false; SGLang, LoRAMemoryPool). vLLM divides it too where it is told to, the low
// end. Experts that are whole have whole adapters.
func (w Inference) adapters(s shape, l layout) part {
	rank, d, on := float64(w.AdapterRank), l.weightsDivision(), w.on(s, l)*float64(w.AdapterCount)
	dense, experts := s.adapters(rank, "all")
	whole := rank * s.hidden * (4*s.attentive + 2*s.stateful + s.matrices*s.dense)
	if s.shared > 0 {
		whole += rank * s.hidden * s.matrices * s.sparse
	}
	mine := (dense - whole) / d.tensor
	if d.tensor > s.kvHeads && s.kvHeads > 0 { // a rank has one KV head at the least
		mine += rank * s.attentive * (s.headDim + s.valueDim) * (1 - s.kvHeads/d.tensor)
	}
	if experts > 0 && w.Parallel.Expert <= 1 {
		outer := rank * s.sparse * s.count * s.matrices * s.expertWidth
		whole, mine = whole+outer, mine+(experts-outer)/d.experts
	} else {
		mine += experts / d.experts
	}
	p := part{name: "weights", bytes: (whole + mine) * on * 2, inputs: []string{"adapters", "parallelism"}}
	p.low, p.high = p.bytes*(1-weightError), p.bytes*(1+weightError)
	if w.Engine == "vllm" {
		p.low = (dense/d.tensor + experts/d.experts) * on * 2 * (1 - weightError)
	}
	p.formula = units.Several(w.AdapterCount, "adapter") + " of rank " + strconv.Itoa(w.AdapterRank) + " × " + count(whole+mine) + " numbers"
	if d.tensor > 1 || d.experts > 1 {
		p.formula += " on a rank, " + count(whole) + " of them on every rank,"
	}
	if share := w.on(s, l); share < 1 {
		p.formula += " × " + units.Number(share, 3) + " of the layers"
	}
	p.formula += " × 2 B = " + size(p.bytes)
	return p
}
