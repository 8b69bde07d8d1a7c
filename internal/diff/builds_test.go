package diff

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/report"
)

// changes is what a diff says of the one server that changed, in words.
func changes(s report.DiffServer) []string {
	number := func(v *float64) string {
		if v == nil {
			return "-"
		}
		return fmt.Sprintf("%g", *v)
	}
	what := func(a *report.Amount) string {
		if a == nil {
			return "-"
		}
		return fmt.Sprintf("%d %s", a.Count, a.What)
	}
	left := func(m *report.MemoryUse) string {
		switch {
		case m == nil:
			return "-"
		case m.Left == nil:
			return "? " + m.Missing
		}
		return fmt.Sprintf("%.2f", *m.Left)
	}
	var all []string
	for _, p := range s.Parts {
		all = append(all, fmt.Sprintf("%s: %s, %s", p.Name, what(p.Base), what(p.Head)))
	}
	for _, f := range s.Figures {
		all = append(all, fmt.Sprintf("%s %s: %s, %s", f.Name, f.Currency, number(f.Base), number(f.Head)))
	}
	for _, w := range s.Workloads {
		all = append(all, fmt.Sprintf("%s %s: %s, %s; %s, %s", w.Kind, w.Name, left(w.GPU.Base), left(w.GPU.Head), left(w.Host.Base), left(w.Host.Head)))
	}
	return all
}

func value(v float64) *float64 { return &v }

func money(currency string, gpu, total float64) func(*enrich.Input) {
	return func(in *enrich.Input) {
		in.Budget = &enrich.Budget{Currency: currency, GPU: &gpu, Total: total}
	}
}

// work adds a workload that takes so much of a GPU; nil is not known.
func work(kind, name string, gpu *float64) func(*enrich.Input) {
	return func(in *enrich.Input) {
		w := enrich.Workload{Kind: kind, Name: name, GPU: enrich.Demand{Bytes: gpu}, Host: enrich.Demand{Bytes: value(64 * gib)}}
		if gpu == nil {
			w.GPU.Missing = "the model is not known"
		}
		in.Workloads = append(in.Workloads, w)
	}
}

func TestWhatABuildIsMadeOf(t *testing.T) {
	drives := func(name string, count int) func(*enrich.Input) {
		return func(in *enrich.Input) {
			in.Storage = append(in.Storage, enrich.Storage{Name: name, Kind: "nvme", Count: count, SizeBytes: 3.84e12})
		}
	}
	for name, tt := range map[string]struct {
		base, head *enrich.Input
		want       []string
	}{
		"nothing changed": {build(4), build(4), nil},
		"more GPUs": {build(4), build(8), []string{"gpu: 4 a100, 8 a100", "gpu_memory : 1.7179869184e+11, 3.4359738368e+11",
			"host_to_gpu_ratio : 1.6, 0.8", "power : 1560, 2560"}},
		"a cap on the GPUs": {build(4), build(4, func(in *enrich.Input) { in.GPU.PowerLimitWatts = 200 }), []string{"power : 1560, 1360"}},
		"a CPU that nothing is known of": {build(4), build(4, func(in *enrich.Input) { in.CPU = enrich.CPU{Written: "new", Sockets: 1} }),
			[]string{"cpu: 2 epyc, 1 new", "power : 1560, -"}},
		"more nodes": {build(4), build(4, func(in *enrich.Input) { in.Server.Nodes = 3 }), []string{"nodes : 1, 3"}},
		"drives by their names": {build(4, drives("os", 1), drives("data", 2)), build(4, drives("data", 4), drives("new", 1)),
			[]string{"storage.data: 2 3.84 TB nvme, 4 3.84 TB nvme", "storage.new: -, 1 3.84 TB nvme", "storage.os: 1 3.84 TB nvme, -"}},
		"money": {build(4, money("USD", 10, 20)), build(4, money("USD", 30, 40)), []string{"money_gpu USD: 10, 30", "money USD: 20, 40"}},
		"money of another currency is other money": {build(4, money("USD", 10, 20)), build(4, money("EUR", 10, 20)),
			[]string{"money_gpu EUR: -, 10", "money EUR: -, 20", "money_gpu USD: 10, -", "money USD: 20, -"}},
		"a demand that grows": {build(4, work("training", "t", value(13*gib))), build(4, work("training", "t", value(26*gib))), []string{"training t: 0.67, 0.33; 0.75, 0.75"}},
		"too much":            {build(4, work("training", "t", value(13*gib))), build(4, work("training", "t", value(78*gib))), []string{"training t: 0.67, -1.00; 0.75, 0.75"}},
		"workloads of one name and two kinds": {build(4, work("training", "t", value(13*gib)), work("inference", "t", value(gib*39/2))), build(4, work("inference", "t", value(13*gib))),
			[]string{"inference t: 0.50, 0.67; 0.75, 0.75", "training t: 0.67, -; 0.75, -"}},
		"a demand that is not known any more": {build(4, work("training", "t", value(13*gib))), build(4, work("training", "t", nil)),
			[]string{"training t: 0.67, ? the model is not known; 0.75, 0.75"}},
		"one that was never known": {build(4, work("training", "t", nil)), build(4, work("training", "t", nil)), nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := Compare(Side{Servers: []Server{one("a", "x", tt.base)}}, Side{Servers: []Server{one("a", "x", tt.head)}})
			var got []string
			for _, s := range d.Servers {
				got = changes(s)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("it tells (-want +got):\n%s", diff)
			}
		})
	}
}

// Workloads that are resident at once leave together what none leaves alone.
func TestWorkloadsThatRunAtOnce(t *testing.T) {
	both := func(worst float64) func(*enrich.Input) {
		return func(in *enrich.Input) {
			in.Turns = []enrich.Turn{{Name: "a + b", Workloads: []string{"a", "b"}, WorstBytes: &worst}}
		}
	}
	d := Compare(Side{Servers: []Server{one("a", "x", build(4, both(13*gib)))}}, Side{Servers: []Server{one("a", "x", build(4, both(26*gib)))}})
	if got := changes(d.Servers[0]); !slices.Equal(got, []string{"turn a + b: 0.67, 0.33; ? , ? "}) {
		t.Errorf("it tells %q", got)
	}
}

func TestTotalsAreOfAllNodes(t *testing.T) {
	nodes := func(n int) func(*enrich.Input) { return func(in *enrich.Input) { in.Server.Nodes = n } }
	unknown := func(in *enrich.Input) { in.CPU.TDPWatts = 0 }
	base := Side{Servers: []Server{one("stays", "x", build(1, nodes(2), money("USD", 1, 10))), one("grows", "x", build(2, money("USD", 1, 100))), one("goes", "x", build(4, money("EUR", 1, 5)))}}
	head := Side{Servers: []Server{one("stays", "x", build(1, nodes(2), money("USD", 1, 10))), one("grows", "x", build(8, nodes(3), unknown)), one("comes", "x", build(16, money("USD", 1, 7)))}}
	var got []string
	for _, f := range Compare(base, head).Totals {
		got = append(got, fmt.Sprintf("%s %s: %g → %g, %d unknown", f.Name, f.Currency, *f.Base, *f.Head, f.Unknown))
	}
	want := []string{
		"nodes : 4 → 6, 0 unknown",
		"gpus : 8 → 42, 0 unknown",
		"gpu_memory : 3.4359738368e+11 → 1.80388626432e+12, 0 unknown",
		"power : 3180 → 6180, 1 unknown", // without the one that grows, of whose CPUs nothing is known any more
		"money EUR: 5 → 0, 3 unknown",
		"money USD: 20 → 27, 2 unknown",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the totals are (-want +got):\n%s", diff)
	}
}
