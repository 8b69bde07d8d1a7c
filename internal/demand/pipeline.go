package demand

import (
	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/units"
)

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
	host.add(servedPart(largest*each, "", n.gpus))
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
		formula: count(total) + " parameters × " + bytesEach(each) + " × " + units.Several(n.gpus, "process") + " = " + size(b)})
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
