package demand

import "github.com/rackvet/rackvet/internal/units"

// shard is the largest file of a checkpoint in safetensors, read through the
// page cache and copied once (Transformers, save_pretrained's max_shard_size).
const shard = 5 * gb

// servedPart is the peak of loading a checkpoint that a node serves. Safetensors
// and GGUF are mapped: one file is on its way at a time, at most one in each
// process (vLLM, safetensors_load_strategy "eager"). What the page cache keeps of
// them besides, weights that stay in host memory apart, the kernel takes back.
func servedPart(checkpoint float64, files string, processes int) part {
	if files == "pickle" {
		return pickledPart(checkpoint, processes)
	}
	b := min(checkpoint, shard)
	return part{name: "load", bytes: b, high: min(checkpoint, float64(processes)*shard), formula: largestFile(checkpoint, b)}
}

// trainedPart is the peak of loading a checkpoint that a node trains: one file,
// up to the whole of it where the loader keeps it until all is on the GPUs.
func trainedPart(checkpoint float64, files string, processes int) part {
	if files == "pickle" {
		return pickledPart(checkpoint, processes)
	}
	b := min(checkpoint, shard)
	return part{name: "load", bytes: b, high: checkpoint, formula: largestFile(checkpoint, b)}
}

// pickledPart is pickles, which every process reads whole (13·10⁹ parameters in
// four processes: 104 GB, vLLM issue 586), and twice where the model is made
// before it is filled (16 ranks of 67 GB each: 2.2 TB, ms-swift issue 9982).
// Eight ranks of 7·10⁹ came to 178 GB, in between (Linly issue 83).
func pickledPart(checkpoint float64, processes int) part {
	b := checkpoint * float64(processes)
	return part{name: "load", bytes: b, low: b, high: 2 * b, inputs: []string{"files"},
		formula: units.Several(processes, "process") + " × " + size(checkpoint) + " of pickle = " + size(b)}
}

// gatheredPart is the peak of a sharded QLoRA run: one process of a node reads the
// model whole, in 16 bit, before it is quantised and dealt out. 70·10⁹ parameters
// peak just above 128 GB (fsdp_qlora issue 24); with offload 127 GB were measured
// (bitsandbytes issue 1252). What the run keeps in host memory later is not there
// yet: process is its processes, offload what moves there.
func gatheredPart(checkpoint float64, process, offload part) part {
	b := checkpoint - offload.bytes
	text := size(checkpoint) + " of 16 bit weights in one process"
	if offload.bytes > 0 {
		text += " − " + size(offload.bytes) + " offloaded later"
	}
	if one := min(checkpoint, shard); b < one {
		b, text = one, largestFile(checkpoint, one)
	} else {
		text += " = " + size(b)
	}
	return part{name: "load", bytes: b, inputs: []string{"method", "sharding"}, formula: text,
		low: max(checkpoint*(1-weightError)-process.low-offload.low, 0), high: checkpoint * (1 + weightError)}
}

func largestFile(checkpoint, bytes float64) string {
	return "largest file of a checkpoint of " + size(checkpoint) + " = " + size(bytes)
}
