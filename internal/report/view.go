package report

import (
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// Server is one build with everything that was found about it.
type Server struct {
	Name string
	File string
	// Headline says in a few words what the build is: "4 × NVIDIA A100 PCIe
	// 40GB, 128 GiB". It may be empty.
	Headline string
	// Source is the file the server stands in. Without it, no source lines are
	// shown.
	Source *source.File
	// Verdict is the word for the whole server: pass, fail or undecided.
	Verdict string
	// Totals and Workloads are marshalled to JSON as they are.
	Totals    any
	Workloads any
	// Demand is the memory of the workloads, for formats that draw it. Savings and
	// Defaults may be left out of it.
	Demand []WorkloadDemand
	// Results are all of them, in the order of finding.Compare. What is shown
	// of them is up to the format.
	Results []finding.Result
}

// Problem is a result that belongs to no server, such as a syntax fault.
type Problem struct {
	Result finding.Result
	// Source is the file the result is about: nil if it could not be read.
	Source *source.File
}
