package demand

import "github.com/rackvet/rackvet/internal/units"

// recipe is the bytes of the model states of one trained parameter.
type recipe struct {
	weights, gradients, states, master float64
}

// optimizer is what the optimizer keeps, its master copy included.
func (r recipe) optimizer() float64 { return r.states + r.master }

// states is the bytes an optimizer keeps of a parameter beside a master copy:
// AdamW two fp32 moments; Lion, SGD with momentum and Muon one; Adafactor rows
// and columns, which come to nearly nothing; 8-bit AdamW two 8 bit moments.
var states = map[string]float64{"adamw": 8, "adamw-8bit": 2, "lion": 4, "sgd": 4, "muon": 4, "adafactor": 0}

// recipeOf is mixed precision with an fp32 master copy: 2 + 2 + 12 bytes with
// AdamW (ZeRO paper, section 3.1), 2 + 4 + 12 with fp32 gradients (Megatron-LM).
// In fp32 there is no second copy: 4 + 4 + 8. 8-bit AdamW trains the bf16
// weights themselves: 2 + 2 + 2 (bitsandbytes). fp8 computes in 8 bit and keeps
// its weights in 16 (Transformer Engine).
func recipeOf(precision, gradients, optimizer string) recipe {
	r := recipe{weights: 2, gradients: 2, states: states[optimizer], master: 4}
	if precision == "fp32" {
		return recipe{weights: 4, gradients: 4, states: r.states}
	}
	if gradients == "fp32" {
		r.gradients = 4
	}
	if optimizer == "adamw-8bit" {
		r.master = 0
	}
	return r
}

// shards is over how many ranks each part of the states is divided beyond the
// division of the model: ZeRO-1 divides the optimizer's, ZeRO-2 the gradients
// too, ZeRO-3 the weights too (ZeRO paper, table 1).
type shards struct{ weights, gradients, optimizer float64 }

func shardsOf(sharding string, n float64) shards {
	switch sharding {
	case "zero1":
		return shards{1, 1, n}
	case "zero2":
		return shards{1, n, n}
	case "zero3":
		return shards{n, n, n}
	}
	return shards{1, 1, 1}
}

// divide is the bytes on one rank of dense parameters and expert parameters, the
// latter divided by as many ranks less as there are expert ranks.
func divide(dense, experts, each, shard, expert float64) float64 {
	if shard == 1 {
		return (dense + experts) * each
	}
	return dense*each/shard + experts*each/max(shard/expert, 1)
}

// stateError is for what is counted: parameters × bytes.
const stateError = 0.02

// stateParts are gradients and optimizer states of the trained parameters on one
// rank.
func stateParts(trained, trainedExperts float64, r recipe, z shards, expert float64) (gradients, optimizer part) {
	what := count(trained+trainedExperts) + " trained parameters of a rank × "
	gradients = part{name: "gradients", bytes: divide(trained, trainedExperts, r.gradients, z.gradients, expert),
		error: stateError, inputs: []string{"gradients", "sharding"}}
	gradients.formula = what + bytesEach(r.gradients) + divided(z.gradients, "data ranks") + " = " + size(gradients.bytes)
	optimizer = part{name: "optimizer", bytes: divide(trained, trainedExperts, r.optimizer(), z.optimizer, expert),
		error: stateError, inputs: []string{"optimizer", "sharding"}}
	each := bytesEach(r.optimizer())
	if r.master > 0 && r.states > 0 {
		each = "(" + bytesEach(r.states) + " states + " + bytesEach(r.master) + " master copy)"
	}
	optimizer.formula = what + each + divided(z.optimizer, "data ranks") + " = " + size(optimizer.bytes)
	return gradients, optimizer
}

func bytesEach(b float64) string { return units.Number(b, 3) + " B" }

// adapters is how many parameters low-rank adapters of a rank have: for each
// matrix they sit beside, rank × (its inputs + its outputs). "attention" is
// queries, keys, values and output; "all" the feed-forward matrices too, those of
// every expert included.
func (s shape) adapters(rank float64, targets string) (dense, experts float64) {
	attention, kv := s.heads*s.headDim, s.kvHeads*s.headDim
	dense = s.layers * rank * ((s.hidden + attention) + 2*(s.hidden+kv) + (attention + s.hidden))
	if targets == "attention" {
		return dense, 0
	}
	dense += max(s.layers-s.sparse, 0) * rank * s.matrices * (s.hidden + s.ffn)
	if s.expertFFN > 0 {
		each := rank * s.matrices * (s.hidden + s.expertFFN)
		dense += s.sparse * s.shared * each
		experts = s.experts / (s.matrices * s.hidden * s.expertFFN) * each
	}
	return dense, experts
}
