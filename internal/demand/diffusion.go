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

// Demand is the weights of all networks of the pipeline, the peak of attention or
// of decoding the picture, and the reserve.
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
	w.weights(gpu, host, n)
	if w.Frames > 1 {
		gpu.unknown("no formula for films of several frames holds across pipelines, so activations are not known")
	} else {
		w.working(gpu)
	}
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

// weights adds every network of the pipeline at its place. Offloading by model
// leaves the largest on the GPU and the rest in host memory; sequential
// offloading leaves a module at a time, next to nothing.
func (w Diffusion) weights(gpu, host *sum, n ranks) {
	each := precisions[w.Precision].weight
	all, largest := w.networks(w.Model), 0.0
	if w.Refiner != nil {
		all = append(all, w.networks(w.Refiner)...)
	}
	if w.ControlNets > 0 {
		// A ControlNet is a copy of the encoder half of the denoiser: 361·10⁶ of
		// 860·10⁶ parameters for Stable Diffusion 1, 1.25·10⁹ of 2.57·10⁹ for SDXL.
		half := 0.45 * denoiser(w.Model).Parameters
		if half == 0 {
			half = 0.45 * shapeOf(w.Model).total
		}
		for range w.ControlNets {
			all = append(all, catalog.Component{Name: "controlnet", Parameters: half})
		}
	}
	total, text := 0.0, ""
	for i, c := range all {
		total, largest = total+c.Parameters, max(largest, c.Parameters)
		if i > 0 {
			text += " + "
		}
		text += count(c.Parameters) + " " + c.Name
	}
	inputs := []string{"model", "precision", "refiner", "controlnets"}
	host.add(processPart(n.gpus))
	host.add(loadPart(largest * each))
	switch w.Offload {
	case "none":
		gpu.add(part{name: "weights", bytes: total * each, error: weightError, inputs: inputs,
			formula: "(" + text + ") × " + bytesEach(each) + " = " + size(total*each)})
		return
	case "model":
		gpu.add(part{name: "weights", bytes: largest * each, error: weightError, inputs: append(inputs, "offload"),
			formula: count(largest) + " parameters of the largest network × " + bytesEach(each) + " = " + size(largest*each)})
	}
	b := total * each * float64(n.gpus)
	host.add(part{name: "offload", bytes: b, error: weightError, inputs: []string{"offload"},
		formula: count(total) + " parameters × " + bytesEach(each) + " × " + several(n.gpus, "process") + " = " + size(b)})
}

// networks is the parts of a pipeline, or the whole as one.
func (w Diffusion) networks(m *Model) []catalog.Component {
	if len(m.Components) > 0 {
		return append([]catalog.Component(nil), m.Components...)
	}
	return []catalog.Component{{Name: "parameters", Parameters: shapeOf(m).total}}
}

const (
	// decodeChannels is the numbers a pixel takes while the VAE decodes: 2200, what
	// its allocator keeps included (InvokeAI, vae_working_memory; 4.2 GiB at 1024²
	// and 16 bit for Stable Diffusion 1 and FLUX alike).
	decodeChannels = 2200
	// vaeDownscale is the pixels a side of one token of the VAE's attention.
	vaeDownscale = 8
)

// working adds the peak of the two steps that take most, which do not meet:
// attention scores of the denoiser, heads·tokens² for the scores and their softmax
// and twice for classifier-free guidance, where the kernel keeps them; and
// decoding. With eager attention the VAE keeps scores of one head too.
func (w Diffusion) working(gpu *sum) {
	width := precisions[w.Precision].activation
	pixels, batch := float64(w.Width)*float64(w.Height), float64(w.Batch)
	decode := batch * pixels * width * decodeChannels
	text := size(decode) + " to decode " + count(pixels) + " pixels × " + count(decodeChannels) + " × " + bytesEach(width)
	scores := 0.0
	if w.Attention == "eager" {
		d := denoiser(w.Model)
		if d.Heads == 0 || d.Downscale == 0 {
			gpu.unknown("heads and downscale of the denoiser of model " + quoted(w.Model.ID) + " are not known, so attention scores are not")
		} else {
			tokens := pixels / float64(d.Downscale*d.Downscale)
			scores = 2 * 2 * batch * float64(d.Heads) * tokens * tokens * width
		}
		tokens := pixels / (vaeDownscale * vaeDownscale)
		decode += 2 * batch * tokens * tokens * width
		text = size(scores) + " attention scores or " + size(decode) + " to decode, whichever is more"
	}
	peak := max(scores, decode)
	gpu.add(part{name: "activations", bytes: peak, low: peak * 0.65, high: peak * 1.35, formula: text + " = " + size(peak),
		inputs: []string{"width", "height", "batch", "precision", "attention"}})
	if scores > 0 { // decodeChannels has its own
		gpu.add(part{name: "reserve", bytes: 0.15 * scores, low: 0.10 * scores, high: 0.20 * scores,
			formula: "15 % of the scores allocator slack = " + size(0.15*scores)})
	}
}
