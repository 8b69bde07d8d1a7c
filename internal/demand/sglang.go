package demand

import "github.com/rackvet/rackvet/internal/units"

// sglang adds what SGLang takes of a GPU outside its pool of weights and cache.
//
// On large GPUs 5 to 8 GB are to be free for activations once the CUDA graphs are
// captured (hyperparameter tuning page), and graphs take 2 MiB for each sequence
// that they are captured for (memory_hook). Smaller GPUs compute 2048 tokens at a
// time: 512 MiB, 1.5 MiB a token and a little for graphs.
//
// Mixtures of experts take more. Buffers of their matrices have a row for each
// token in every expert, not in those alone that it goes to (pull request 32524:
// 129 experts for 5, 25 GB for 16,384 tokens), so they grow with experts × hidden
// size. With DeepSeek-V3's 256 × 7168 graphs for 256 sequences took 6.2 GB and for
// 160 about 3 GB less; 5.1 to 5.6 GB beside them were not enough, and 18 GB in all,
// which leave 10.5, were (pull request 5893). The estimate lies between. 128 × 5120
// took 6.2 GB too (issue 8538): the high end is a fifth more, from there on.
func (w Inference) sglang(gpu *sum, s shape, l layout, h Host) {
	if small(h) {
		gpu.add(part{name: "reserve", bytes: 3.6 * gib, low: 2.5 * gib, high: 5 * gib, inputs: []string{"engine"},
			formula: "3.6 GiB for activations and CUDA graphs"})
		return
	}
	rows := 0.0 // of DeepSeek-V3's
	if s.sparse > 0 {
		rows = min(s.count*s.hidden/(256*7168), 1)
	}
	b := (6.5 + 1.5*rows) * gb
	gpu.add(part{name: "reserve", bytes: b, low: 5 * gb, high: (8 + 2.5*rows) * gb, inputs: []string{"engine"}, formula: size(b) + " for activations"})

	sequences, each := w.captured(l), 2.0*mib
	low, high := sequences*each, 2*sequences*each
	if n, big := min(sequences, 256), rows*6.2*gb/256; n*big > sequences*each {
		sequences, each = n, big
	}
	gpu.add(part{name: "reserve", bytes: sequences * each, low: low, high: max(high, min(rows/0.36, 1)*min(sequences, 256)/256*7.4*gb),
		inputs: []string{"engine", "max_num_seqs", "parallelism"}, formula: units.Several(sequences, "sequence") + " × " + units.Number(each/mib, 1) + " MiB of CUDA graphs = " + size(sequences*each)})
}

// captured is the sequences that SGLang captures graphs for: 256, or 512 with four
// tensor-parallel ranks and more, and none that it does not run (memory_hook).
func (w Inference) captured(l layout) float64 {
	most := 256
	if l.tensor >= 4 {
		most = 512
	}
	if w.MaxNumSeqs > 0 {
		most = min(most, w.MaxNumSeqs)
	}
	return float64(most)
}

// pool is the share of a GPU that vLLM or SGLang is told to fill, nil where it is
// not told. vLLM's covers all that it takes; SGLang's weights and cache alone.
func (w Inference) pool(share float64, gpu *sum) *Pool {
	if share == 0 || w.Engine != "vllm" && w.Engine != "sglang" {
		return nil
	}
	p := &Pool{Share: share}
	for _, part := range gpu.parts {
		if w.Engine == "sglang" && part.name == "reserve" {
			p.Beside, p.BesideLow = p.Beside+part.bytes, p.BesideLow+part.low
		}
	}
	return p
}
