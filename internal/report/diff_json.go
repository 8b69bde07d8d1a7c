package report

import (
	"bytes"
	"io"

	"github.com/rackvet/rackvet/internal/finding"
)

// diffSchemaV1 names the shape of a diff in JSON. Fields may be added to it; what
// there is keeps its name and meaning.
const diffSchemaV1 = "rackvet/diff/v1"

// writeDiffJSON writes one object for programs: schema and tool, and the fields of
// Diff. base and head are the two sides wherever both words stand, and one of them
// is left out where that side has nothing or its value is not known. Sizes are
// bytes, power is watts, shares and margins are fractions. A result is as in the
// report of lint.
func writeDiffJSON(w io.Writer, d Diff, o Options) error {
	d.Servers = orEmpty(d.Servers)
	for i := range d.Servers {
		s := &d.Servers[i]
		s.Parts, s.Figures, s.Workloads = orEmpty(s.Parts), orEmpty(s.Figures), orEmpty(s.Workloads)
		s.Results = o.portableDiff(s.Results)
	}
	d.Problems, d.Totals = o.portableDiff(d.Problems), orEmpty(d.Totals)
	if d.Summary.Results == nil {
		d.Summary.Results = map[DiffChange]int{}
	}
	text, err := marshal(struct {
		Schema    string   `json:"schema"`
		Tool      jsonTool `json:"tool"`
		Effective string   `json:"effective_time,omitempty"`
		Diff
	}{diffSchemaV1, jsonTool{"rackvet", o.ToolVersion}, o.Effective, d})
	if err != nil {
		return err
	}
	_, err = w.Write(append(bytes.TrimRight(EscapeJSON(text), "\n"), '\n'))
	return err
}

// orEmpty is a list that is never null in JSON.
func orEmpty[T any](list []T) []T { return append(make([]T, 0, len(list)), list...) }

// portableDiff are results as programs read them.
func (o Options) portableDiff(results []DiffResult) []DiffResult {
	out := orEmpty(results)
	for i := range out {
		for _, side := range []**finding.Result{&out[i].Base, &out[i].Head} {
			if *side != nil {
				r := o.Portable(**side)
				*side = &r
			}
		}
	}
	return out
}
