package demand

// on is the share of the model's layers that the rank has.
func (w Inference) on(s shape, l layout) float64 {
	here, _, _ := w.resident(s)
	return here.stage(l.weightsDivision()) / s.layers
}

// resident parts a model into what is on the GPUs and what the engine, cpu_layers
// and cpu_experts leave in host memory: of layers that differ, as many of each kind
// as there are of all.
func (w Inference) resident(s shape) (gpu, host shape, known bool) {
	gpu, host = w.embedded(s)
	if w.CPULayers == 0 && !w.CPUExperts {
		return gpu, host, true
	}
	if !s.known || w.CPUExperts && w.Model.Experts != nil && s.expertFFN == 0 {
		return gpu, host, false
	}
	gpu.layers = max(s.layers-float64(w.CPULayers), 0)
	stay := gpu.layers / s.layers
	gpu.blocks, gpu.kv, gpu.experts, gpu.sparse = s.blocks*stay, s.kv*stay, s.experts*stay, s.sparse*stay
	if w.CPUExperts {
		gpu.experts = 0
	}
	host.blocks, host.experts = s.blocks-gpu.blocks, s.experts-gpu.experts
	gpu.total = gpu.embed + gpu.head + gpu.blocks + gpu.experts
	host.total = host.embed + host.blocks + host.experts
	return gpu, host, true
}

// embedsOnHost says whether the engine keeps the input embedding in host memory,
// from where it takes the rows of a batch's tokens alone: llama.cpp (load_tensors,
// "assign the input layer"), KTransformers (its rules for "^model.embed_tokens").
func (w Inference) embedsOnHost() bool { return w.Engine == "llama.cpp" || w.Engine == "ktransformers" }

// embedded parts a model into what is on the GPUs and what stays in host memory
// where all its layers are on the GPUs. Where the output matrix is the embedding
// both have it. Of Llama 3.1 8B in Q4_K_M the host has 281.81 MiB and the GPU 4403.49
// (llama.cpp start-up log).
//
// llama.cpp cuts stages of a model with the output matrix for its last layer
// (get_layer_buft_list): 64 layers on four GPUs are 17, 16, 16, and 15 with it.
func (w Inference) embedded(s shape) (gpu, host shape) {
	gpu, host = s, shape{known: s.known}
	if !w.embedsOnHost() {
		return gpu, host
	}
	if w.Engine == "llama.cpp" {
		gpu.staged = 1
	}
	gpu.embed, gpu.head = 0, max(s.embed, s.head)
	gpu.total = gpu.head + gpu.blocks + gpu.experts
	host.embed, host.total = s.embed, s.embed
	return gpu, host
}
