package demand

import (
	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/units"
)

// weights is every network of the pipeline at its place: all on the GPU, or with
// offloading in host memory, from where one module at a time comes to the GPU
// ("sequential", next to nothing) or one network ("model").
func (w Diffusion) weights(host *sum, n ranks) (whole part) {
	each := precisions[w.Precision].weight
	all, largest := w.all(), 0.0
	total, text := 0.0, ""
	for i, c := range all {
		total, largest = total+c.Parameters, max(largest, c.Parameters)
		if i > 0 {
			text += " + "
		}
		text += count(c.Parameters) + " " + c.Name
	}
	host.add(processPart(n.gpus))
	host.add(servedPart(largest*each, "", n.gpus))
	if w.Offload != "none" {
		b := total * each * float64(n.gpus)
		host.add(part{name: "offload", bytes: b, error: weightError, inputs: []string{"offload"},
			formula: count(total) + " parameters × " + bytesEach(each) + " × " + units.Several(n.gpus, "process") + " = " + size(b)})
		return part{}
	}
	return w.weightsPart("("+text+")", total)
}

// weightsPart is the weights of networks that are on the GPU together.
func (w Diffusion) weightsPart(text string, parameters float64) part {
	each := precisions[w.Precision].weight
	b := parameters * each
	return part{name: "weights", bytes: b, low: b * (1 - weightError), high: b * (1 + weightError), formula: text + " × " + bytesEach(each) + " = " + size(b),
		inputs: []string{"model", "precision", "refiner", "controlnets", "offload"}}
}

// all is the networks of the pipeline, its refiner's and its ControlNets.
func (w Diffusion) all() []catalog.Component {
	all := w.networks(w.Model)
	if w.Refiner != nil {
		all = append(all, w.networks(w.Refiner)...)
	}
	for range w.ControlNets {
		all = append(all, catalog.Component{Name: "controlnet", Parameters: w.controlNet()})
	}
	return all
}

// controlNet is the parameters of one, a copy of the encoder half of the denoiser:
// 361·10⁶ of 860·10⁶ for Stable Diffusion 1, 1.25·10⁹ of 2.57·10⁹ for SDXL.
func (w Diffusion) controlNet() float64 {
	return 0.45 * or(denoiser(w.Model).Parameters, shapeOf(w.Model).total)
}

// networks is the parts of a pipeline, or the whole as one.
func (w Diffusion) networks(m *Model) []catalog.Component {
	if len(m.Components) > 0 {
		return append([]catalog.Component(nil), m.Components...)
	}
	return []catalog.Component{{Name: "parameters", Parameters: shapeOf(m).total}}
}
