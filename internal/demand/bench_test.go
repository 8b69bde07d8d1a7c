package demand_test

import (
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

func BenchmarkDemand(b *testing.B) {
	h := server(8, 79)
	for name, w := range map[string]demand.Workload{
		"training":  &demand.Training{Model: mixtral(b), Kind: "training", Parallel: demand.Parallelism{Tensor: 2, Pipeline: 2}},
		"inference": &demand.Inference{Model: llama31of70B(b)},
		"diffusion": &demand.Diffusion{Model: stableDiffusion(b)},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.Demand(h)
			}
		})
	}
}
