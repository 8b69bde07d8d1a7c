package enrich

import "testing"

// vLLM takes gpu_memory_utilization of each GPU at its start, whatever it serves
// (its documentation, "Conserving memory"): what runs beside it has the rest.
func TestAnEngineThatFillsItsShareLeavesOthersTheRest(t *testing.T) {
	const serving = "  workload \"inference\" \"chat\" {\n    model = \"llama-3.1-8b\"\n    utilization = 0.9\n    context = 2048\n    concurrency = 4\n    gpus = 1\n    replicas = 1\n  }\n"
	const tuning = "  workload \"finetuning\" \"tune\" {\n    model = \"llama-3.1-8b\"\n    method = \"qlora\"\n    sequence_length = 2048\n    recompute = \"full\"\n  }\n"
	gpu := "model = \"nvidia-a100-sxm4-80gb\"\ncount = 1"
	in, _ := compute(t, build(gpu, "  schedule = \"concurrent\"\n"+serving+tuning))
	share := 0.9 * in.GPU.UsableBytes
	if w := in.Turns[0].WorstBytes; w == nil || *w < share+*in.Workloads[1].GPU.Bytes-1 {
		t.Errorf("the fullest GPU holds %v, and the engine alone %.0f", w, share)
	}
	in, _ = compute(t, build(gpu, serving+tuning))
	if w := in.Turns[0].WorstBytes; w == nil || *w >= share {
		t.Errorf("one at a time the engine needs %v, less than its share of %.0f", w, share)
	}
}
