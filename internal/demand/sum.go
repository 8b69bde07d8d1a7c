package demand

import (
	"math"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// part is a component in the making, with the range its true size lies in.
type part struct {
	name      string
	bytes     float64
	low, high float64 // 0, 0: as error says
	error     float64 // relative, to either side
	formula   string
	inputs    []string
}

// sum collects parts into a Memory. Its confidence, where it sets none, is
// estimate or rough by whether the true size lies within 10 %.
type sum struct {
	parts      []part
	confidence Confidence
	missing    []string
}

// add puts in a part unless it is empty.
func (s *sum) add(p part) {
	if p.low == 0 && p.high == 0 {
		p.low, p.high = p.bytes*(1-p.error), p.bytes*(1+p.error)
	}
	if p.bytes > 0 || p.high > 0 {
		s.parts = append(s.parts, p)
	}
}

// unknown says what keeps the sum from being told.
func (s *sum) unknown(what string) { s.missing = append(s.missing, what) }

// bytes, low and high of what is in so far.
func (s *sum) bytes() (bytes, low, high float64) {
	for _, p := range s.parts {
		bytes, low, high = bytes+p.bytes, low+p.low, high+p.high
	}
	return bytes, low, high
}

func (s *sum) total() float64 {
	b, _, _ := s.bytes()
	return b
}

// of is the bytes of the parts of a name.
func (s *sum) of(name string) (bytes float64) {
	for _, p := range s.parts {
		if p.name == name {
			bytes += p.bytes
		}
	}
	return bytes
}

// memory is the finished sum. Parts of one name become one component.
func (s *sum) memory() Memory {
	m := Memory{Confidence: s.confidence, Components: []Component{}}
	m.Bytes, m.Low, m.High = s.bytes()
	m.Reserve = s.of("reserve")
	at := map[string]int{}
	for _, p := range s.parts {
		i, seen := at[p.name]
		if !seen {
			at[p.name] = len(m.Components)
			m.Components = append(m.Components, Component{p.name, p.bytes, p.formula, p.inputs})
			continue
		}
		c := &m.Components[i]
		c.Bytes += p.bytes
		c.Formula += "; " + p.formula
		c.Inputs = append(c.Inputs[:len(c.Inputs):len(c.Inputs)], p.inputs...)
	}
	if m.Confidence == "" {
		m.Confidence = Estimate
		if max(m.High-m.Bytes, m.Bytes-m.Low) > 0.1*m.Bytes {
			m.Confidence = Rough
		}
	}
	if len(s.missing) > 0 {
		m.Confidence, m.Missing = Unknown, strings.Join(s.missing, "; ")
	}
	return m
}

// undescribed is the result for a model that nothing describes.
func (r Result) undescribed(name string) Result {
	return r.cannot("model " + quoted(name) + " is described nowhere")
}

// cannot is the result where nothing can be told.
func (r Result) cannot(why string) Result {
	unknown := Memory{Confidence: Unknown, Missing: why, Components: []Component{}}
	r.GPU, r.Host = unknown, unknown
	return r
}

// assume lists a default taken.
func (r *Result) assume(name, value string) { r.Defaults = append(r.Defaults, Default{name, value}) }

// size prints bytes as people read memory.
func size(b float64) string { return units.PrintBytes(b) }

// count prints a whole number with commas.
func count[T int | float64](n T) string { return units.Thousands(float64(n)) }

// divided prints a divisor: " ÷ 4 tensor" and the like, nothing where it is 1.
func divided(by float64, what string) string {
	if by == 1 {
		return ""
	}
	return " ÷ " + units.Number(by, 2) + " " + what
}

// ceilDiv is a ÷ b, rounded up.
func ceilDiv(a, b int) int { return (a + b - 1) / b }

// ceil is a ÷ b, rounded up, of counts held as floats.
func ceil(a, b float64) float64 { return math.Ceil(a / b) }
