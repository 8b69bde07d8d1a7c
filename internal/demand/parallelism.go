package demand

import (
	"fmt"

	"github.com/rackvet/rackvet/internal/units"
)

// ranks is how many GPUs of a node and how many nodes one instance takes.
type ranks struct{ gpus, nodes int }

func (r ranks) all() int { return r.gpus * r.nodes }

func (r ranks) String() string {
	return "(" + units.Several(r.gpus, "GPU") + " × " + units.Several(r.nodes, "node") + ")"
}

// over resolves a placement: all GPUs of one node where it leaves them out.
func (p Placement) over(h Host, gpus int, r *Result) ranks {
	n := ranks{p.GPUs, p.Nodes}
	if n.gpus == 0 {
		n.gpus = max(gpus, 1)
		r.assume("gpus", fmt.Sprint(n.gpus))
	}
	if n.nodes == 0 {
		n.nodes = 1
	}
	return n
}

// PerNode is how many instances, or parts of them, the fullest node runs:
// instances spread over the nodes of the server.
func (p Placement) PerNode(h Host) int {
	return ceilDiv(max(p.Instances, 1)*max(p.Nodes, 1), max(h.Nodes, 1))
}

// Claim is what a workload that demands r asks of the cards of one node. A demand
// that is Unknown claims what is known of it, and requests that may wait claim nothing.
func (p Placement) Claim(name string, h Host, r Result) Claim {
	m := r.GPU
	if r.Least != nil {
		m = *r.Least
	}
	return Claim{Name: name, Bytes: m.Bytes, Low: m.Low, High: m.High, Reserve: m.Reserve,
		GPUs: r.GPUs, Copies: p.PerNode(h), Must: true}
}

// degrees resolves the parallelism of a training run: data takes what tensor,
// pipeline and context leave of the ranks. Experts are spread inside the data
// ranks. The text says what doesn't divide.
func (w Training) degrees(n ranks) (p Parallelism, fault string) {
	p = w.Parallel
	for _, d := range []*int{&p.Tensor, &p.Pipeline, &p.Expert, &p.Context} {
		*d = max(*d, 1)
	}
	all, model := n.all(), p.Tensor*p.Pipeline*p.Context
	switch {
	case all%model != 0:
		p.Data = max(p.Data, 1)
		return p, fmt.Sprintf("tensor %d × pipeline %d × context %d = %d does not divide the %s %s",
			p.Tensor, p.Pipeline, p.Context, model, units.Several(all, "GPU"), n)
	case p.Data == 0:
		p.Data = all / model
	case p.Data*model != all:
		return p, fmt.Sprintf("tensor %d × pipeline %d × context %d × data %d = %d is not the %s %s",
			p.Tensor, p.Pipeline, p.Context, p.Data, p.Data*model, units.Several(all, "GPU"), n)
	}
	if (p.Data*p.Context)%p.Expert != 0 {
		return p, fmt.Sprintf("expert %d does not divide data %d × context %d", p.Expert, p.Data, p.Context)
	}
	return p, ""
}

// pooled is how many GPUs of a node exchange in every layer under p.
func (n ranks) pooled(p Parallelism, sharded bool) int {
	if sharded && p.Data > 1 {
		return n.gpus
	}
	return max(min(p.Tensor*p.Expert*p.Context, n.gpus), 1)
}
