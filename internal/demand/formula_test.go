package demand_test

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// formula is a formula's text as people compute it: numbers with their units, joined
// by + − × ÷ and brackets. A number that nothing joins is one among words ("rank 16").
type formula struct {
	tokens []string
	error  float64 // relative, of the size that is printed least exactly
}

var (
	numbers = regexp.MustCompile(`[0-9][0-9,]*(?:\.[0-9]+)?²?(?: (?:[KMGTPE]iB|GB|MB|B)\b)?|[()+−×÷]`)
	// apart is "N parameters × a B, k of them × 2 B", where k have not a bytes but 2.
	apart = regexp.MustCompile(`([0-9,]+[^×();]*) × ([0-9.]+) B, ([0-9,]+) of them × 2 B`)
	share = regexp.MustCompile(`([0-9.]+) % of `)
)

// evaluate gives what a text comes out at, and by how much that may be off.
func evaluate(text string) (value, off float64, err error) {
	text, _, _ = strings.Cut(text, " = ")
	text = apart.ReplaceAllString(text, "(($1 − $3) × $2 B + $3 × 2 B)")
	text = share.ReplaceAllString(text, "$1 ÷ 100 × ")
	f := &formula{}
	for _, token := range numbers.FindAllString(text, -1) {
		operator := strings.ContainsAny(token, "()+−×÷")
		if before := len(f.tokens) - 1; !operator && before >= 0 && !strings.ContainsAny(f.tokens[before], "(+−×÷") {
			continue // a number among words
		}
		f.tokens = append(f.tokens, token)
	}
	value = f.sum()
	if len(f.tokens) > 0 {
		return 0, 0, fmt.Errorf("%q is left of %q", f.tokens, text)
	}
	return value, f.error * value, nil
}

func (f *formula) take(of string) string {
	if len(f.tokens) == 0 || !strings.Contains(of, f.tokens[0]) {
		return ""
	}
	token := f.tokens[0]
	f.tokens = f.tokens[1:]
	return token
}

func (f *formula) sum() float64 {
	value := f.product()
	for {
		switch f.take("+−") {
		case "+":
			value += f.product()
		case "−":
			value -= f.product()
		default:
			return value
		}
	}
}

func (f *formula) product() float64 {
	value := f.one()
	for {
		switch f.take("×÷") {
		case "×":
			value *= f.one()
		case "÷":
			value /= f.one()
		default:
			return value
		}
	}
}

func (f *formula) one() float64 {
	if f.take("(") != "" {
		value := f.sum()
		if f.take(")") == "" {
			return math.NaN()
		}
		return value
	}
	if len(f.tokens) == 0 {
		return math.NaN()
	}
	number, unit, _ := strings.Cut(f.tokens[0], " ")
	f.tokens = f.tokens[1:]
	number, squared := strings.CutSuffix(number, "²")
	x, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	if err != nil {
		return math.NaN()
	}
	if squared {
		x *= x
	}
	if unit != "" && unit != "B" { // sizes are rounded, counts and bytes each are not
		_, decimals, _ := strings.Cut(number, ".")
		if unit == "GiB" && x < 1 {
			decimals = "00" // 0.1 GiB is 0.10
		}
		f.error = max(f.error, 0.5*math.Pow(0.1, float64(len(decimals)))/x)
	}
	return x * map[string]float64{"": 1, "B": 1, "KiB": 1 << 10, "MiB": mib, "GiB": gib, "TiB": 1 << 40, "PiB": 1 << 50, "MB": 1e6, "GB": 1e9}[unit]
}

// computes says whether the numbers of a component's formula come out at its bytes.
func computes(c demand.Component) error {
	sum, slack := 0.0, 1.0
	for part := range strings.SplitSeq(c.Formula, "; ") {
		x, off, err := evaluate(part)
		if err != nil {
			return err
		}
		sum, slack = sum+x, slack+off+1e-3*x
	}
	if !(math.Abs(sum-c.Bytes) <= slack) {
		return fmt.Errorf("%s is %.4g bytes, and its formula comes out at %.4g: %s", c.Name, c.Bytes, sum, c.Formula)
	}
	return nil
}

// The numbers of a formula are there to be multiplied by hand: whatever divides the
// states, they come out at the bytes.
func TestFormulasOfTrainingComeOutAtTheirBytes(t *testing.T) {
	models := map[string]*demand.Model{"dense": llama31of8B(t), "experts": mixtral(t), "wide experts": deepseekV3(t), "encoder": whisperLarge(t)}
	n := 0
	for name, m := range models {
		for _, sharding := range []string{"none", "zero1", "zero2", "zero3"} {
			for _, p := range []demand.Parallelism{{}, {Expert: 2}, {Expert: 8}, {Tensor: 2, Expert: 4}, {Tensor: 2, Context: 2, Expert: 4}, {Pipeline: 2, Expert: 4}} {
				for _, method := range []string{"full", "lora", "qlora"} {
					for i, recompute := range []string{"none", "selective", "full"} {
						w := demand.Training{Model: m, Kind: "finetuning", Method: method, Sharding: sharding, Parallel: p, Recompute: recompute,
							Offload: []string{"none", "optimizer", "all"}[i], SequenceLength: 448, Loss: []string{"whole", "chunked", ""}[i]}
						if recompute == "none" && method == "full" {
							w.Gradients = "none"
						}
						r := w.Demand(server(8, 79))
						if r.GPU.Confidence == demand.Unknown {
							t.Fatalf("%s: %s", name, r.GPU.Missing)
						}
						components := r.GPU.Components
						for _, c := range r.Host.Components {
							if c.Name == "offload" {
								components = append(components, c)
							}
						}
						for _, c := range components {
							n++
							if err := computes(c); err != nil {
								t.Errorf("%s, %s, %+v, %s, %s recompute, offload %s: %v", name, sharding, p, method, recompute, w.Offload, err)
							}
						}
					}
				}
			}
		}
	}
	if n < 4000 {
		t.Errorf("%d formulas are looked at", n)
	}
}

// ZeRO-1 divides what is dense over the eight data ranks. Its share of the experts a
// rank has for itself (Megatron-LM, distributed optimizer): 1,605,636,096 ÷ 8 +
// 45,097,156,608 ÷ 8 parameters of 12 bytes.
func TestExpertsOfARankAreNotDividedAgain(t *testing.T) {
	w := demand.Training{Model: mixtral(t), Kind: "training", Sharding: "zero1", SequenceLength: 4096, Parallel: demand.Parallelism{Expert: 8}}
	want := map[string]string{
		"weights":   "7,242,780,672 of 46,702,792,704 parameters on the fullest rank × 2 B = 13.49 GiB",
		"optimizer": "(1,605,636,096 ÷ 8 data ranks + 5,637,144,576 of experts) trained parameters of a rank × (8 B states + 4 B master copy) = 65.24 GiB",
	}
	for _, c := range w.Demand(server(8, 79)).GPU.Components {
		if text := want[c.Name]; text != "" && c.Formula != text {
			t.Errorf("%s is %q, want %q", c.Name, c.Formula, text)
		}
	}
	w.Sharding, w.Parallel.Expert = "zero3", 4
	want = map[string]string{
		"weights":   "(1,605,636,096 parameters of a rank × 2 B) ÷ 8 data ranks + 11,274,289,152 of experts × 2 B ÷ 2 data ranks = 10.87 GiB",
		"gradients": "(1,605,636,096 ÷ 8 data ranks + 11,274,289,152 of experts ÷ 2 data ranks) trained parameters of a rank × 2 B = 10.87 GiB",
	}
	for _, c := range w.Demand(server(8, 79)).GPU.Components {
		if text := want[c.Name]; text != "" && c.Formula != text {
			t.Errorf("%s is %q, want %q", c.Name, c.Formula, text)
		}
	}
}

// So do those of pictures, whatever leaves the GPU.
func TestFormulasOfPicturesComeOutAtTheirBytes(t *testing.T) {
	for _, offload := range []string{"none", "model", "sequential"} {
		for _, attention := range []string{"flash", "eager"} {
			for _, precision := range []string{"fp32", "fp16", "fp8"} {
				w := demand.Diffusion{Model: sdxl(t), Refiner: stableDiffusion(t), RefinerName: "sd", ControlNets: 2, Batch: 3,
					Precision: precision, Attention: attention, Offload: offload}
				for _, c := range w.Demand(server(1, 79)).GPU.Components {
					if err := computes(c); err != nil {
						t.Errorf("%s in %s, offload %s: %v", attention, precision, offload, err)
					}
				}
			}
		}
	}
}

// A formula that is off is seen.
func TestFormulasAreReadAsPeopleReadThem(t *testing.T) {
	for text, want := range map[string]float64{
		"7,242,780,672 trained parameters of a rank × (8 B states + 4 B master copy) ÷ 8 data ranks = 65.24 GiB": 7242780672 * 1.5,
		"28,835,840 in adapters of rank 16 × 2 B":                                       57671680,
		"(1,000 parameters ÷ 2 GPUs × 0.5625 B, 100 of them × 2 B) ÷ 5 data ranks":      85,
		"15 % of 2 GiB allocator slack = 0.3 GiB":                                       0.3 * gib,
		"32 × 1 GiB a layer × 4 micro-batches in flight + 1 GiB a live layer, 9 tokens": 129 * gib,
	} {
		if got, _, err := evaluate(text); err != nil || math.Abs(got-want) > 1e-6*want {
			t.Errorf("%q is %v, want %v: %v", text, got, want, err)
		}
	}
	off := demand.Component{Name: "optimizer", Bytes: 65.24 * gib, Formula: "7,242,780,672 trained parameters of a rank × 12 B ÷ 8 data ranks = 65.24 GiB"}
	if computes(off) == nil {
		t.Error("10.1 GiB pass for 65.24")
	}
}
