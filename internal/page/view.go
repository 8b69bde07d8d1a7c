package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// view is a report as the page shows it.
type view struct {
	*Report
	Title    string
	Day      string
	Single   bool
	Verdict  string // incomplete, too
	Lead     string
	Servers  []*serverView
	Problems []check
	// Brief leaves out the evidence of what passed, and why rules don't apply; the
	// sources of parts stand once, at the end.
	Brief   bool
	Sources []Part
}

// many is the number of servers up to which a page has all there is.
const many = 100

// serverView is a server as the page shows it.
type serverView struct {
	*Server
	ID        string
	Brief     bool
	Decision  decision
	Budget    *bar
	Total     string  // of the budget
	Split     []gauge // the budget's limits
	Bought    []Part
	Workloads []workloadView
	Together  *workloadView
	Gauges    []gauge
	Open      []check // failed, or without an answer
	Passed    []group
	Waived    []check
	Known     []check
	Skipped   []check
	Tally     []tally
	Foremost  *check
}

// tally is how many results came out one way.
type tally struct {
	Sign string
	N    int
}

// Words are those of a tally: "2 errors", "1 waived".
func (t tally) Words() string {
	switch t.Sign {
	case "error", "warning", "note":
		return units.Several(t.N, t.Sign)
	case "pass":
		return units.Several(t.N, "check") + " passed"
	case "skipped":
		return strconv.Itoa(t.N) + " do not apply"
	}
	return strconv.Itoa(t.N) + " " + t.Sign
}

// Open reports whether what it counts is to be looked at.
func (t tally) Open() bool { return t.Sign != "pass" && t.Sign != "skipped" }

func (w *writer) view() *view {
	r := w.report
	v := &view{Report: r, Single: len(r.Servers) == 1, Verdict: r.Verdict, Brief: len(r.Servers) > many}
	if r.Incomplete {
		v.Verdict = "incomplete"
	}
	v.Title = units.Several(len(r.Servers), "server")
	if v.Single {
		v.Title = w.name(r.Servers[0].Name)
	}
	v.Day, _, _ = strings.Cut(r.Effective, "T")
	for _, p := range worstFirst(r.Problems) {
		v.Problems = append(v.Problems, w.newCheck(p, ""))
	}
	v.Lead = lead(r)
	order := slices.Clone(r.Servers)
	slices.SortStableFunc(order, func(a, b *Server) int {
		return cmp.Or(cmp.Compare(weight(a.Verdict), weight(b.Verdict)), cmp.Compare(a.File, b.File), cmp.Compare(a.Name, b.Name))
	})
	for i, s := range order {
		v.Servers = append(v.Servers, w.server(s, "s"+strconv.Itoa(i+1), v.Brief))
	}
	if v.Brief {
		v.Sources = sources(order)
	}
	return v
}

// weight orders verdicts, worst first.
func weight(verdict string) int {
	return slices.Index([]string{"fail", "undecided", "pass"}, verdict)
}

// server sorts out what is to be said of one.
func (w *writer) server(s *Server, id string, brief bool) *serverView {
	v := &serverView{Server: s, ID: id, Brief: brief, Budget: w.budgetBar(s.Budget)}
	v.Bought = slices.Clone(s.Parts)
	for i := range v.Bought {
		if brief {
			v.Bought[i].Source = ""
		}
	}
	if s.Budget != nil {
		v.Total = strings.TrimSpace(units.Thousands(s.Budget.Total) + " " + w.name(s.Budget.Currency))
	}
	var all, rest, passed []check // rest is what no demand's bar shows
	count := map[string]int{}
	for i, r := range worstFirst(s.Results) {
		c := w.newCheck(r, s.File)
		m := s.drawn(r)
		if m != nil {
			c = w.without(c, *m)
		}
		count[c.Sign]++
		switch c.Sign {
		case "error", "warning", "note", "undecided":
			c.ID = id + "c" + strconv.Itoa(i+1)
			v.Open = append(v.Open, c)
		case "waived":
			v.Waived = append(v.Waived, c)
		case "known":
			v.Known = append(v.Known, c)
		case "skipped":
			v.Skipped = append(v.Skipped, c)
		default:
			if brief {
				c.Inputs, c.Besides = nil, nil
			}
			passed = append(passed, c)
		}
		all = append(all, c)
		if m == nil {
			rest = append(rest, c)
		}
	}
	for _, sign := range []string{"error", "warning", "note", "undecided", "waived", "known", "pass", "skipped"} {
		if count[sign] > 0 {
			v.Tally = append(v.Tally, tally{sign, count[sign]})
		}
	}
	v.Decision = w.decide(s.Verdict, all)
	v.Foremost = v.Decision.first()
	v.Passed, v.Split = w.groups(passed), w.gauges(all, "budget")
	for _, category := range drawn {
		v.Gauges = append(v.Gauges, w.gauges(rest, category)...)
	}
	for _, x := range s.Workloads {
		if brief && x.Model != nil {
			model := *x.Model
			model.Source, x.Model = "", &model
		}
		v.Workloads = append(v.Workloads, w.workload(x, all))
	}
	if s.Together != nil {
		x := w.workload(*s.Together, all)
		v.Together = &x
	}
	return v
}
