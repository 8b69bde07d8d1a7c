package demand

// LeastTensor is the smallest degree of tensor parallelism at which a replica
// with everything in flight takes no more than share of the GPUs' usable memory;
// 0 where none up to the written one does, or it can't be told: where experts or
// copies of the attention are spread over the GPUs, a narrower tensor makes another
// layout of the same GPUs, and no narrower replica.
func (w Inference) LeastTensor(h Host, share float64) int {
	written := w.Parallel.Tensor
	if w.Parallel.Expert > 1 || w.Parallel.AttentionData > 1 {
		return 0
	}
	for t := 1; t <= written && h.UsableMemory > 0; t++ {
		if written%t != 0 {
			continue
		}
		w.Parallel.Tensor = t
		if m := w.narrow(h, written); m.Confidence != Unknown && m.High <= share*h.UsableMemory {
			return t
		}
	}
	return 0
}

// narrow is the demand of w on as many GPUs as its replicas then need, each
// replica with the requests it has at the written degree.
func (w Inference) narrow(h Host, written int) Memory {
	r := Result{}
	n := w.over(h, h.GPUs, &r)
	if w.Replicas == 0 {
		w.Replicas = max(n.all()/(written*max(w.Parallel.Pipeline, 1)*max(w.Parallel.AttentionData, 1)), 1)
	}
	return w.Demand(h).GPU
}

// Methods is what a full fine-tuning run would demand of its worst GPU with
// adapters in its place, by method. It is empty for other runs.
func (w Training) Methods(h Host) map[string]Memory {
	if w.Kind != "finetuning" || w.Method != "" && w.Method != "full" || w.Model == nil {
		return nil
	}
	found := map[string]Memory{}
	for _, method := range []string{"lora", "qlora"} {
		w.Method = method
		found[method] = w.Demand(h).GPU
	}
	return found
}
