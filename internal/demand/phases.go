package demand

import (
	"cmp"
	"slices"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/units"
)

const (
	// decodeChannels is the numbers a pixel takes while the VAE decodes: 2200, what
	// its allocator keeps included (InvokeAI, vae_working_memory; 4.2 GiB at 1024²
	// and 16 bit for Stable Diffusion 1 and FLUX alike).
	decodeChannels = 2200
	// denoiseChannels is the numbers a pixel takes while the denoiser runs, scores and
	// slack apart: 240 for FLUX, and for SDXL 137, twice for classifier-free guidance.
	// At 1024² and 16 bit they peak at 22.64 and 5.05 GiB with weights of 22.17 and 4.78
	// (diffusers/benchmarks, collated_results.csv).
	denoiseChannels = 250
	// vaeDownscale is the pixels a side of one token of the VAE's attention.
	vaeDownscale = 8
	// wideEncoder is what text encoders may take more than their weights in fp16: T5
	// keeps a matrix of each layer in fp32 (Transformers, _keep_in_fp32_modules), and
	// Stable Diffusion 3 takes 12.06 GB for 9.52 with model offloading (diffusers, SD3).
	wideEncoder = 0.27
)

// phase is a part of making a picture, and what is on the GPU meanwhile.
type phase struct{ weights, working, slack part }

func (p phase) parts() []part { return []part{p.weights, p.working, p.slack} }

func (p phase) sum() *sum {
	s := &sum{}
	for _, x := range p.parts() {
		s.add(x)
	}
	return s
}

// peak adds the phase that takes most. None meets another: text is encoded, then
// the denoiser runs in every step, then the VAE decodes. With model offloading each
// network leaves the GPU before the next comes; ControlNets stay beside the denoiser
// and leave with it (diffusers, enable_model_cpu_offload; StableDiffusionControlNetPipeline).
// whole is the weights where all stay.
func (w Diffusion) peak(gpu *sum, whole part) {
	phases := w.phases(gpu, w.Model, w.ControlNets)
	if w.Refiner != nil {
		phases = append(phases, w.phases(gpu, w.Refiner, 0)...)
	}
	if w.Offload != "model" {
		for i := range phases {
			phases[i].weights = whole
		}
	}
	worst := slices.MaxFunc(phases, func(a, b phase) int { return cmp.Compare(a.sum().total(), b.sum().total()) })
	_, low, high := worst.sum().bytes()
	least, most := low, high
	for _, p := range phases { // one that is near may be the worst
		_, low, high := p.sum().bytes()
		least, most = max(least, low), max(most, high)
	}
	for _, p := range worst.parts() {
		if p.bytes > 0 {
			p.low, p.high = p.low+least-low, p.high+most-high
			least, most = low, high
		}
		gpu.add(p)
	}
}

// phases is those of one model, with the networks that each needs. What is one
// network does all, and one that is not told apart decodes too.
func (w Diffusion) phases(gpu *sum, m *Model, controlNets int) []phase {
	var all []phase
	networks, decoded := w.networks(m), false
	for _, c := range networks {
		p := phase{weights: w.weightsPart(count(c.Parameters)+" parameters of "+c.Name, c.Parameters)}
		switch {
		case c.Kind == "denoiser" || len(networks) == 1:
			p = w.denoising(gpu, m, c, controlNets)
		case c.Kind == "vae":
			p.working, decoded = w.decoding(), true
		case c.Kind == "text-encoder" && w.Precision == "fp16":
			p.weights.high = p.weights.bytes * (1 + wideEncoder)
		}
		all = append(all, p)
	}
	if !decoded {
		p := phase{working: w.decoding()}
		if len(networks) == 1 {
			p.weights = all[0].weights
		}
		all = append(all, p)
	}
	return all
}

// denoising is the denoiser with its ControlNets. It takes numbers of every pixel
// and, where the kernel keeps them, attention scores: heads·tokens² for them and
// their softmax, and twice for classifier-free guidance. On both comes the slack of
// the allocator, which decodeChannels has in it.
func (w Diffusion) denoising(gpu *sum, m *Model, c catalog.Component, controlNets int) (p phase) {
	p.weights = w.weightsPart(count(c.Parameters)+" parameters of "+c.Name, c.Parameters)
	if controlNets > 0 {
		p.weights = w.weightsPart("("+count(c.Parameters)+" parameters of "+c.Name+" + "+units.Several(controlNets, "ControlNet")+" × "+
			count(w.controlNet())+")", c.Parameters+float64(controlNets)*w.controlNet())
	}
	numbers, text := w.pixels()*denoiseChannels, count(w.pixels())+" pixels × "+count(denoiseChannels)
	switch {
	case w.Attention != "eager":
	case c.Heads == 0 || c.Downscale == 0:
		gpu.unknown("heads and downscale of the denoiser of model " + quoted(m.ID) + " are not known, so attention scores are not")
	default:
		tokens := w.pixels() / float64(c.Downscale*c.Downscale)
		numbers += 4 * float64(c.Heads) * tokens * tokens
		text = "(" + text + " + 4 × " + count(c.Heads) + " heads × " + count(tokens) + "² scores)"
	}
	p.working = w.workingPart("denoise", numbers, text)
	b := p.working.bytes
	p.slack = part{name: "reserve", bytes: 0.15 * b, low: 0.10 * b, high: 0.20 * b,
		formula: "15 % of " + size(b) + " allocator slack = " + size(0.15*b)}
	return p
}

// decoding is what the VAE takes beside its weights. With eager attention it keeps
// the scores of one head.
func (w Diffusion) decoding() part {
	numbers, text := w.pixels()*decodeChannels, count(w.pixels())+" pixels × "+count(decodeChannels)
	if w.Attention == "eager" {
		tokens := w.pixels() / (vaeDownscale * vaeDownscale)
		numbers += 2 * tokens * tokens
		text = "(" + text + " + 2 × " + count(tokens) + "² scores)"
	}
	return w.workingPart("decode", numbers, text)
}

// pixels is those of a picture.
func (w Diffusion) pixels() float64 { return float64(w.Width) * float64(w.Height) }

// workingPart is so many numbers of each picture. Films have none.
func (w Diffusion) workingPart(what string, numbers float64, text string) part {
	if w.Frames > 1 {
		return part{}
	}
	width := precisions[w.Precision].activation
	b := numbers * float64(w.Batch) * width
	return part{name: "activations", bytes: b, low: b * 0.65, high: b * 1.35, inputs: []string{"width", "height", "batch", "precision", "attention"},
		formula: units.Several(w.Batch, "picture") + " × " + text + " × " + bytesEach(width) + " to " + what + " = " + size(b)}
}
