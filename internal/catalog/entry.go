package catalog

// Entry is the entry of a kind that has an id. Own says that it stands in front of
// the built-in catalogue: a spec describes it, or a folder of policies.
func (c *Catalog) Entry(kind, id string) (s Summary, own, ok bool) {
	switch kind {
	case "gpu":
		return entry(c.gpus, id, summariseGPU)
	case "cpu":
		return entry(c.cpus, id, summariseCPU)
	case "model":
		return entry(c.models, id, summariseModel)
	case "platform":
		return entry(c.platforms, id, summarisePlatform)
	}
	return s, false, false
}

func entry[T any](s *shelf[T], id string, summarise func(*T) Summary) (Summary, bool, bool) {
	for ; s != nil; s = s.behind {
		for _, it := range s.here(id) {
			if it.id == id {
				return summarise(it.get()), s.behind != nil, true
			}
		}
	}
	return Summary{}, false, false
}
