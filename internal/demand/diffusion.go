package demand

import (
	"strconv"

	"github.com/rackvet/rackvet/internal/catalog"
)

// Diffusion makes pictures or films. The zero value of a field is an attribute
// that was left out; Demand fills it in and lists it as a default.
type Diffusion struct {
	Placement
	Model     *Model
	ModelName string // as written, for messages
	// Width and Height are in pixels.
	Width, Height int
	// Frames is how many a film has.
	Frames int
	// Batch is pictures at once.
	Batch int
	// Precision is "bf16", "fp16", "fp32" or "fp8".
	Precision string
	// Attention is "flash" or "eager".
	Attention string
	// Offload is "none", "model" or "sequential".
	Offload string
	// Refiner is a second model; nil where there is none or nothing describes it.
	Refiner     *Model
	RefinerName string
	// ControlNets is how many are loaded beside the model.
	ControlNets int
}

// precisions is the bytes of a weight and of an activation of a pipeline; fp8
// keeps weights in 8 bit and computes in 16.
var precisions = map[string]struct{ weight, activation float64 }{
	"fp32": {4, 4}, "bf16": {2, 2}, "fp16": {2, 2}, "fp8": {1, 2},
}

// Demand is the weights of the networks that are on the GPU and the working memory
// in the phase that takes most, and the reserve.
func (w Diffusion) Demand(h Host) Result {
	r := Result{Pooled: 1, Parallelism: Parallelism{1, 1, 1, 1, 1}}
	n := w.over(h, 1, &r)
	r.GPUs, r.Nodes, r.Parallelism.Data = n.gpus, n.nodes, n.all()
	if w.Model == nil {
		return r.undescribed(w.ModelName)
	}
	if w.RefinerName != "" && w.Refiner == nil {
		return r.undescribed(w.RefinerName)
	}
	if shapeOf(w.Model).total <= 0 {
		return r.cannot("the parameters of model " + quoted(w.Model.ID) + " are not known")
	}
	w.fill(&r)
	gpu, host := &sum{}, &sum{confidence: Rough}
	if w.Frames > 1 {
		gpu.unknown("no formula for films of several frames holds across pipelines, so activations are not known")
	}
	w.peak(gpu, w.weights(host, n))
	gpu.add(contextPart())
	r.GPU, r.Host = gpu.memory(), host.memory()
	r.GPU.Total = r.GPU.Bytes * float64(n.all())
	r.Host.Total = r.Host.Bytes * float64(n.nodes)
	return r
}

// fill puts in the defaults that matter and lists them. Models of under 10⁹
// parameters in their denoiser were made for 512 pixels a side (Stable
// Diffusion 1), later ones for 1024.
func (w *Diffusion) fill(r *Result) {
	side := 1024
	if d := denoiser(w.Model); d.Parameters > 0 && d.Parameters < 1e9 {
		side = 512
	}
	for _, d := range []struct {
		at    *int
		name  string
		value int
	}{{&w.Width, "width", side}, {&w.Height, "height", side}, {&w.Frames, "frames", 1}, {&w.Batch, "batch", 1}} {
		if *d.at == 0 {
			*d.at = d.value
			r.assume(d.name, strconv.Itoa(d.value))
		}
	}
	for _, d := range []struct {
		at          *string
		name, value string
	}{{&w.Precision, "precision", "fp16"}, {&w.Attention, "attention", "flash"}, {&w.Offload, "offload", "none"}} {
		if *d.at == "" {
			*d.at = d.value
			r.assume(d.name, d.value)
		}
	}
}

// denoiser is the network that runs in every step; without parameters where the
// model's networks are not told apart.
func denoiser(m *Model) catalog.Component {
	for _, c := range m.Components {
		if c.Kind == "denoiser" {
			return c
		}
	}
	return catalog.Component{}
}
