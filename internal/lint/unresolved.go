package lint

import (
	"slices"

	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
)

// unresolved is where the name stands that r waits for: the one it points at, or the
// model of a workload that it is about.
func unresolved(r finding.Result, in *enrich.Input) finding.Path {
	if r.Outcome != finding.Undecided || len(in.Unresolved) == 0 {
		return nil
	}
	about := []finding.Path{r.Path}
	for _, o := range r.Related {
		about = append(about, o.Path)
	}
	for _, path := range about {
		for _, u := range in.Unresolved {
			if slices.Equal(path, u.Path) {
				return u.Path
			}
		}
	}
	for _, path := range about {
		for _, u := range in.Unresolved {
			if len(path) > 0 && path[0] == "workload" && u.Path[0] == "workload" && concerns(path, u.Path[:len(u.Path)-1]) {
				return u.Path
			}
		}
	}
	return nil
}
