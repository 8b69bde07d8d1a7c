package demand

import (
	"fmt"

	"github.com/rackvet/rackvet/internal/units"
)

// training activations, as a run asks for them on one rank.
type backward struct {
	tokens, sequence float64 // of a micro-batch on the rank; of one whole sequence
	// vectors that an encoder gives for the former, and for the latter; 0 without one
	vectors, vectorsEach float64
	tensor               float64
	sequenceParallel     bool
	eager                bool
	gated                bool
	copies               bool    // norms keep fp32 copies of what they normalise
	width                float64 // bytes of an activation
	recompute            string
	layers, inFlight     float64 // on the stage; micro-batches whose activations it holds
	chunked              bool    // the loss sees a part of the logits at a time
}

// block is the bytes one transformer layer keeps for the backward pass, the
// score matrix of eager attention apart.
//
// A GPT block with dropout keeps, in bytes a token at 16 bit,
//
//	10h + 4·a·d + 4·k·d + 4f        (34h where f = 4h and k = a)
//
// of which tensor parallelism divides all but 10h, and sequence parallelism
// those too. Source: Korthikanti et al. 2022, "Reducing Activation Recomputation
// in Large Transformer Models", section 4.
//
// A Llama block (gated, no dropout, flash attention) keeps
//
//	12h + 4·a·d + 4·k·d + 8f
//
// by the same count: inputs of norms and matrices, gate, up and their product.
// RMSNorm in PyTorch that isn't fused adds fp32 copies, 8h: 26.5 hidden states for
// Llama-3.1-8B where 28 were measured (ml-engineering, training/performance).
//
// A mixture of experts has the width of the experts that a token uses for f,
// and a copy of the token to and from each of them. In place of attention's
// 4·a·d + 4·k·d a layer with a state keeps what goes in, through its convolution,
// out and through its gate, 6·inner + 4·(inner + 2·groups·size). Where layers
// differ it is their mean.
//
// Attention to an encoder is one half of a layer more, 5h + 4·a·d of a token (6h
// or 10h where the whole has 12h or 20h), and keys and values of each of the
// encoder's vectors, 4·a·d, by the same count (Vaswani et al. 2017, section 3.2.3).
func (s shape) block(b backward) float64 {
	fixed, wide := 10.0, 4.0
	if b.gated {
		fixed, wide = 12, 8
		if b.copies {
			fixed = 20
		}
	}
	// Attention and a feed-forward part are two halves of a layer, each with a norm.
	fixed *= (s.attentive + s.cross + s.stateful + s.dense + s.sparse) / (2 * s.layers)
	whole := fixed*s.layers + 4*s.active*s.sparse
	split := s.attentive*4*(s.heads+s.kvHeads)*s.headDim + s.cross*4*s.heads*s.headDim + s.stateful*(6*s.inner+4*s.mixed)
	split += wide * (s.dense*s.ffn + s.sparse*(s.expertFFN*s.active*s.expertWidth/s.hidden+s.shared))
	if b.sequenceParallel {
		whole /= b.tensor
	}
	encoded := b.vectors * s.cross * 4 * s.heads * s.headDim / b.tensor
	return (b.tokens*(whole*s.hidden+split/b.tensor) + encoded) * b.width / 2 / s.layers
}

// scores is the bytes that eager attention keeps of a layer: the scores, their
// softmax and its dropout, 5·a·s² a sequence (Korthikanti et al. 2022), and s × the
// encoder's vectors in attention to it.
func (s shape) scores(b backward) float64 {
	if !b.eager {
		return 0
	}
	return 5 * s.heads * b.tokens * (b.sequence*s.attentive + b.vectorsEach*s.cross) / b.tensor * b.width / 2 / s.layers
}

// addActivations adds the activations of a rank, those of an encoder apart. They
// recompute one after the other: one layer of either is live.
func addActivations(gpu *sum, s shape, b backward, relative float64) {
	if s.encoder == nil {
		gpu.add(activationsPart(s, b, relative, true, "tokens"))
		return
	}
	e, eb := *s.encoder, s.encoding(b)
	larger := s.block(b)+s.scores(b) >= e.block(eb)+e.scores(eb)
	gpu.add(activationsPart(s, b, relative, larger, "tokens"))
	gpu.add(activationsPart(e, eb, relative, !larger, "vectors of the encoder"))
}

// activationsPart is the activations of a stack of layers on a rank. "full"
// recompute keeps the input of every layer, 2·tokens·h, and one live layer.
// "selective" drops the score matrix of eager attention (Korthikanti et al. 2022,
// section 5); with flash attention there is none, and recomputing every other
// operation keeps about half (torchtitan's per-op selective checkpointing), up to
// all of it where only the attention core is recomputed.
func activationsPart(s shape, b backward, relative float64, lives bool, what string) part {
	layer, scores := s.block(b), s.scores(b)
	kept, least, most := layer+scores, 1.0, 1.0
	text := fmt.Sprintf("%s × %s a layer", count(b.layers), size(kept))
	live := 0.0
	switch b.recompute {
	case "full":
		if lives {
			live = kept
		}
		kept = b.tokens * s.hidden * b.width
		if b.sequenceParallel {
			kept /= b.tensor
		}
		text = fmt.Sprintf("%s × %s a layer's input", count(b.layers), size(kept))
	case "selective":
		kept = layer
		if !b.eager {
			kept, most = layer/2, 2
		}
		text = fmt.Sprintf("%s × %s a layer, recomputed in part", count(b.layers), size(kept))
	}
	bytes := kept*b.layers*b.inFlight + live
	if b.inFlight > 1 {
		text += " × " + count(b.inFlight) + " micro-batches in flight"
	}
	if live > 0 {
		text += " + " + size(live) + " a live layer"
	}
	return part{name: "activations", bytes: bytes,
		low: bytes * least * (1 - relative), high: (bytes-live)*most*(1+relative) + live*(1+relative),
		formula: text + ", " + count(b.tokens) + " " + what + " = " + size(bytes),
		inputs:  []string{"sequence_length", "micro_batch", "recompute", "attention"}}
}

// lossChunks is the parts that a chunked loss takes the tokens in (torchtune,
// num_output_chunks).
const lossChunks = 8

// logitsPart is the logits of a micro-batch over the vocabulary. The loss of
// PyTorch holds them, an fp32 copy and its gradient, 10 bytes at 16 bit; one in
// place 4 at the least. One that takes the tokens in chunks holds an eighth of
// that. The loss of tensor-parallel training is divided and in place: 4·s·b·v/t
// (Korthikanti et al. 2022, section 4.3).
func logitsPart(s shape, b backward, relative float64) part {
	each, least, text, inputs := b.width+8, 4.0, "", []string{"sequence_length", "micro_batch", "loss"}
	if b.tensor > 1 {
		each = 4
	}
	bytes := b.tokens * s.vocab * each / b.tensor
	if b.chunked {
		bytes /= lossChunks
		text = divided(lossChunks, "chunks")
	}
	return part{name: "logits", bytes: bytes, low: bytes * least / each * (1 - relative), high: bytes * (1 + relative), inputs: inputs,
		formula: count(b.tokens) + " tokens × " + count(s.vocab) + " vocabulary × " + units.Number(each, 0) + " B" +
			divided(b.tensor, "tensor") + text + " = " + size(bytes)}
}
