package demand

import "fmt"

const (
	gib = 1 << 30
	mib = 1 << 20
	gb  = 1e9
)

// contextPart is the CUDA context and kernels of one process: 0.47 to 0.92 GiB
// were measured (ml-engineering, training/performance; 1.31 GiB in the Hugging
// Face memory anatomy).
func contextPart() part {
	return part{name: "reserve", bytes: 0.7 * gib, low: 0.5 * gib, high: 0.9 * gib, formula: "0.7 GiB CUDA context"}
}

// communicationPart is the buffers of NCCL, on a GPU that talks to others: 1 to
// 2 GiB (ml-engineering, training/performance).
func communicationPart(ranks int) part {
	if ranks < 2 {
		return part{}
	}
	return part{name: "reserve", bytes: 1.5 * gib, low: gib, high: 2 * gib, formula: "1.5 GiB communication"}
}

// slackPart is what PyTorch's allocator reserves beyond what is allocated: 10 to
// 20 % of it (diffusers ConsisID page, 37 → 44 GB; ms-swift, 48 → 58 GB).
func slackPart(s *sum) part {
	bytes, low, high := s.bytes()
	b := 0.15 * bytes
	return part{name: "reserve", bytes: b, low: 0.10 * low, high: 0.20 * high,
		formula: fmt.Sprintf("15 %% of %s allocator slack = %s", size(bytes), size(b))}
}

// gatherPart is what sharding communicates through. ZeRO-3 gathers whole layers:
// the one in use and the next (2 × the largest, DeepSpeed's estimator). ZeRO
// reduces gradients in buckets of 5·10⁸ (DeepSpeed's default reduce_bucket_size),
// which FSDP doesn't.
func gatherPart(sharding string, largest, trained, each, gradient float64) part {
	var gathered float64
	if sharding == "zero3" {
		gathered = 2 * largest * each
	}
	bucket := min(5e8, trained) * gradient
	b := gathered + bucket
	text := size(bucket) + " gradient bucket"
	if gathered > 0 {
		text = size(gathered) + " two gathered layers + " + text
	}
	return part{name: "reserve", bytes: b, low: gathered, high: gathered + 2*bucket, formula: text, inputs: []string{"sharding"}}
}
