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

// recipe is mixed precision with an fp32 master copy: 2 + 2 + 12 bytes with
// AdamW (ZeRO paper, section 3.1), 2 + 4 + 12 with fp32 gradients (Megatron-LM).
// In fp32 there is no second copy: 4 + 4 + 8. Without a master copy the
// optimizer trains the 16 bit weights themselves and its moments have their
// format, 2 + 2 + 4 (PyTorch's AdamW; torchtune, LLaMA-Factory's pure_bf16);
// 8-bit AdamW does so too, 2 + 2 + 2 (bitsandbytes). fp8 computes in 8 bit and
// keeps its weights in 16 (Transformer Engine).
func (w Training) recipe() recipe {
	r := recipe{weights: 2, gradients: 2, states: states[w.Optimizer], master: 4}
	if w.Precision == "fp32" {
		r = recipe{weights: 4, gradients: 4, states: r.states}
	} else if w.Master == "none" {
		r.master = 0
		if w.Optimizer != "adamw-8bit" {
			r.states /= 2
		}
	}
	switch w.Gradients {
	case "fp32":
		r.gradients = 4
	case "none":
		r.gradients = 0
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
	return dense*each/shard + experts*each/expertShard(shard, expert)
}

// expertShard is the data ranks that hold the same experts and divide their states
// (Megatron-LM, distributed optimizer: the world ÷ (tensor × expert × pipeline)).
func expertShard(shard, expert float64) float64 { return max(shard/expert, 1) }

// product is divide in words: the parameters times the bytes of each.
func (t trained) product(what, each string, shard, expert float64) string {
	if shard == 1 || expert == 1 || t.experts == 0 {
		return count(t.all()) + " " + what + " × " + each + divided(shard, "data ranks")
	}
	return "(" + count(t.dense) + divided(shard, "data ranks") + " + " + count(t.experts) + " of experts" +
		divided(expertShard(shard, expert), "data ranks") + ") " + what + " × " + each
}

// stateError is for what is counted: parameters × bytes.
const stateError = 0.02

// stateParts are gradients and optimizer states of the trained parameters on one
// rank.
func stateParts(t trained, r recipe, z shards, expert float64) (gradients, optimizer part) {
	product := func(each string, shard float64) string {
		return t.product("trained parameters of a rank", each, shard, expert)
	}
	gradients = part{name: "gradients", bytes: divide(t.dense, t.experts, r.gradients, z.gradients, expert),
		error: stateError, inputs: []string{"gradients", "sharding"}}
	gradients.formula = product(bytesEach(r.gradients), z.gradients) + " = " + size(gradients.bytes)
	optimizer = part{name: "optimizer", bytes: divide(t.dense, t.experts, r.optimizer(), z.optimizer, expert),
		error: stateError, inputs: []string{"optimizer", "master", "sharding"}}
	each := bytesEach(r.optimizer())
	if r.master > 0 && r.states > 0 {
		each = "(" + bytesEach(r.states) + " states + " + bytesEach(r.master) + " master copy)"
	}
	optimizer.formula = product(each, z.optimizer) + " = " + size(optimizer.bytes)
	return gradients, optimizer
}

// passingPart is the gradients of the one layer that the backward pass is at,
// where each is applied and let go as it is made.
func passingPart(largest, each float64) part {
	b := largest * each
	return part{name: "gradients", bytes: b, error: 0.5, inputs: []string{"gradients"},
		formula: count(largest) + " parameters of the largest layer × " + bytesEach(each) + " = " + size(b)}
}

// checkpoint is the bytes of one checkpoint: weights, master copy and states of
// what is trained, 2 + 4 + 8 with AdamW; gradients are not kept. BLOOM's is
// 2294.77 GiB for 176·10⁹ parameters, and MLPerf Storage has 105 GiB for 8·10⁹.
func (w Training) checkpoint(s shape) float64 {
	r := w.recipe()
	each := r.weights + r.optimizer()
	if w.Method == "full" {
		return s.total * each
	}
	if !s.known {
		return 0
	}
	dense, experts := s.adapters(float64(w.LoRARank), w.LoRATargets)
	return (dense + experts) * each
}

func bytesEach(b float64) string { return units.Number(b, 3) + " B" }

// adapters is how many parameters low-rank adapters of a rank have: for each
// matrix they sit beside, rank × (its inputs + its outputs). "attention" is
// queries, keys, values and output, those of an encoder and of the attention to it
// included (PEFT goes by the names of modules, which are the same there); "all" the
// feed-forward matrices too, those of every expert included, and what goes in and
// out of layers with a state.
func (s shape) adapters(rank float64, targets string) (dense, experts float64) {
	queries, keys, values, out := s.heads*s.headDim, s.kvHeads*s.headDim, s.kvHeads*s.valueDim, s.heads*s.valueDim
	dense = s.attentive * rank * ((s.hidden + queries) + (s.hidden + keys) + (s.hidden + values) + (out + s.hidden))
	if e := s.encoder; e != nil {
		encoder, _ := e.adapters(rank, targets)
		dense += encoder + s.cross*rank*4*(s.hidden+queries)
	}
	if targets == "attention" {
		return dense, 0
	}
	dense += s.dense * rank * s.matrices * (s.hidden + s.ffn)
	dense += s.stateful * rank * ((s.hidden + s.inner + s.mixed) + (s.inner + s.hidden))
	if s.expertFFN > 0 {
		if s.shared > 0 {
			dense += s.sparse * rank * s.matrices * (s.hidden + s.shared)
		}
		experts = s.sparse * s.count * rank * s.matrices * (s.expertWidth + s.expertFFN)
	}
	return dense, experts
}
