package demand

import (
	"math"
	"strconv"
)

// keep is what a quantiser leaves at 16 bit.
type keep int

const (
	keepNothing       keep = iota
	keepEmbeddings         // input embedding and output matrix
	keepAllButExperts      // where there are experts; else the embeddings
)

// format is how weights are stored. bits include block scales and zero points.
type format struct {
	bits  float64
	keeps keep
}

// formats gives bits a weight. The 8 and 4 bit ones that engines load leave the
// embeddings at 16 bit, and MXFP4 and NVFP4 recipes of mixtures of experts all
// but the experts. GGUF figures are of whole files, embeddings included.
//
// Sources: fp8 with scales of 4 bytes for 128×128 blocks (DeepSeek-V3 config);
// int4 in groups of 128 with a 16 bit scale and a 4 bit zero point (GPTQ, AWQ);
// nf4 in blocks of 64 with a 32 bit scale, double quantised 0.127 in place of
// 0.5 (QLoRA paper); MX formats with one byte for 32 (OCP MX specification);
// NVFP4 with one byte for 16; GGUF from llama.cpp tools/quantize/README.md, 8B
// (q3_k_m between its neighbours; legacy q4_0, q4_1, q5_0, q5_1 by their blocks
// of 32 with a q6_k output matrix).
var formats = map[string]format{
	"fp32": {32, keepNothing}, "bf16": {16, keepNothing}, "fp16": {16, keepNothing},
	"fp8": {8.002, keepEmbeddings}, "int8": {8, keepEmbeddings},
	"int4-awq": {4 + 20.0/128, keepEmbeddings}, "int4-gptq": {4 + 20.0/128, keepEmbeddings},
	"nf4": {4.5, keepEmbeddings}, "nf4-dq": {4.127, keepEmbeddings},
	"mxfp4": {4.25, keepAllButExperts}, "nvfp4": {4.5, keepAllButExperts},
	"mxfp6": {6.25, keepEmbeddings}, "mxfp8": {8.25, keepEmbeddings},
	"q2_k": {3.16, keepNothing}, "q3_k_s": {3.64, keepNothing}, "q3_k_m": {4.00, keepNothing}, "q3_k_l": {4.30, keepNothing},
	"q4_0": {4.63, keepNothing}, "q4_1": {5.10, keepNothing}, "q4_k_s": {4.67, keepNothing}, "q4_k_m": {4.89, keepNothing},
	"q5_0": {5.57, keepNothing}, "q5_1": {6.04, keepNothing}, "q5_k_s": {5.57, keepNothing}, "q5_k_m": {5.70, keepNothing},
	"q6_k": {6.56, keepNothing}, "q8_0": {8.50, keepNothing},
	"iq1_s": {2.00, keepNothing}, "iq1_m": {2.15, keepNothing}, "iq2_xxs": {2.38, keepNothing}, "iq2_xs": {2.59, keepNothing},
	"iq2_s": {2.74, keepNothing}, "iq3_xxs": {3.25, keepNothing}, "iq3_s": {3.66, keepNothing}, "iq4_xs": {4.46, keepNothing},
	"iq4_nl": {4.68, keepNothing},
}

// loaded is the format that an engine loads a model in where it is told none: the one
// it is published in, but for fp32, of which all make 16 bit (vLLM's and SGLang's
// --dtype "auto"; TensorRT-LLM's convert_checkpoint; llama.cpp's convert_hf_to_gguf,
// --outtype "auto") except Transformers. Newer vLLM takes bf16 for some, as large as
// fp16.
func loaded(m *Model, engine string) string {
	if m.Precision == "fp32" && engine != "transformers" {
		return "fp16"
	}
	return or(m.Precision, "bf16")
}

// weightError is what measured weights differ by: mean -0.4 %, one case of 31
// at 6 % where a dimension doesn't divide by the block.
const weightError = 0.02

// bytes is a count of parameters in a format:
//
//	(P - P16) × bits ÷ 8 + P16 × 2
//
// where P16 are the parameters that stay at 16 bit.
func (f format) bytes(s shape) float64 {
	p16 := f.kept(s)
	return (s.total-p16)*f.bits/8 + p16*2
}

func (f format) kept(s shape) float64 {
	switch {
	case f.keeps == keepAllButExperts && s.experts > 0:
		return s.total - s.experts
	case f.keeps == keepNothing:
		return 0
	}
	return s.embed + s.head
}

// weightsPart is the weights on the rank of a copy that has most of them.
func weightsPart(s shape, d division, name string, inputs ...string) part {
	f, mine := formats[name], s.share(d)
	b := f.bytes(mine)
	text := count(s.total) + " parameters"
	if ranks := d.tensor * d.pipeline; ranks > 1 || d.experts > 1 {
		if math.Abs(mine.total*ranks/s.total-1) < 1e-9 {
			text += divided(ranks, "GPUs")
		} else {
			text = count(mine.total) + " of " + text + " on the fullest rank"
		}
	}
	return part{name: "weights", bytes: b, error: weightError, formula: text + f.text(mine) + " = " + size(b), inputs: inputs}
}

// text is the format's part of a formula.
func (f format) text(s shape) string {
	each := strconv.FormatFloat(f.bits/8, 'g', 4, 64)
	if p16 := f.kept(s); p16 > 0 && f.bits != 16 {
		return " × " + each + " B, " + count(p16) + " of them × 2 B"
	}
	return " × " + each + " B"
}

func quoted(name string) string { return strconv.Quote(name) }
