package lint

import (
	"cmp"
	"strings"

	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
)

// unconfirmed says which figures that a judgement turns on no source confirms.
// What was skipped turns on none.
func unconfirmed(j policy.Judgement, in *enrich.Input) []finding.Evidence {
	if j.Outcome == finding.Skipped {
		return nil
	}
	var found []finding.Evidence
	for _, figure := range j.Rule.Figures {
		kind, field, _ := strings.Cut(figure, ".")
		switch kind {
		case "gpu":
			found = doubts(found, field, in.GPU.Unconfirmed, cmp.Or(in.GPU.ID, in.GPU.Written), finding.Path{"gpu", "model"})
		case "cpu":
			found = doubts(found, field, in.CPU.Unconfirmed, cmp.Or(in.CPU.Family, in.CPU.Written), finding.Path{"cpu", "model"})
		case "platform":
			if p := in.Platform; p != nil {
				found = doubts(found, field, p.Unconfirmed, p.ID, finding.Path{"platform"})
			}
		case "model":
			for _, w := range in.Workloads {
				if concerns(j.Path, w.Path) {
					found = doubts(found, field, w.Unconfirmed, w.Model, w.Path.Child("model"))
				}
			}
		}
	}
	return found
}

// concerns reports whether a result at path may turn on what a workload holds:
// it points into that workload, or into none.
func concerns(path, workload finding.Path) bool {
	if len(path) == 0 || path[0] != "workload" || len(path) < len(workload) {
		return true
	}
	for i := range workload {
		if path[i] != workload[i] {
			return false
		}
	}
	return true
}

// doubts adds those of an entry's unconfirmed fields that are the figure, within it or around it.
func doubts(found []finding.Evidence, figure string, fields []string, id string, path finding.Path) []finding.Evidence {
	for _, f := range fields {
		if f == figure || strings.HasPrefix(f, figure+".") || strings.HasPrefix(figure, f+".") {
			text := strings.ReplaceAll(f, "_", " ") + " of " + id
			found = append(found, finding.Evidence{Name: "unconfirmed", Value: text, Text: text, Path: path})
		}
	}
	return found
}
