package page

import (
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// plain leaves texts as they are, for tests of what the page does with them.
var plain = Escapes{
	Line:     func(s string) string { return s },
	Markdown: func(s string) string { return strings.ReplaceAll(s, "|", `\|`) },
	JSON:     func(b []byte) []byte { return b },
}

const gib = 1 << 30

func number64(v float64) *float64 { return &v }

func at(line int) source.Range {
	return source.Range{File: "specs/lab.hcl", Start: source.Pos{Line: line, Column: 1}, End: source.Pos{Line: line, Column: 9}}
}

// result is one of a rule with its numbers.
func result(rule string, o finding.Outcome, l finding.Level, message string, seen, limit, margin float64, unit string) finding.Result {
	r := finding.Result{Rule: rule, Outcome: o, Level: l, Message: message, Server: "lab", File: "specs/lab.hcl", Range: at(7), Path: finding.Path{"memory"}}
	if unit != "" {
		r.Observed, r.Limit, r.Margin, r.Unit = &seen, &limit, &margin, unit
	}
	return r
}

// lab is a build of which everything is to be said that can be.
func lab() *Server {
	workload := finding.Path{"workload", "inference", "chat"}
	memory := result("headroom/gpu-memory", finding.Fail, finding.Error, "the fullest GPU must hold 44 GiB, above 38 GiB", 44*gib, 38*gib, -0.158, "bytes")
	memory.Help, memory.Path = "Take at least 6 GiB off each GPU.", workload
	memory.Evidence = []finding.Evidence{
		{Name: "weights", Value: 30.0 * gib, Unit: "bytes", Text: "30 GiB", Formula: "15 billion × 2 B = 30 GiB", Line: 20},
		{Name: "usable_memory", Value: 40.0 * gib, Unit: "bytes", Line: 4},
		{Name: "known", Value: true},
	}
	memory.Related = []finding.Related{{Message: "what a GPU has", Range: at(4)}, {Message: "the limit is set here", Range: source.Range{File: "rackvet.hcl", Start: source.Pos{Line: 3}}}}
	waived := result("ratio/host-memory", finding.Waived, finding.Error, "host memory is 0.8 × GPU memory", 0.8, 1.5, -0.467, "x")
	waived.Waiver = &finding.Waiver{Reason: "the rest comes in March", By: "J. Keller", Until: "2027-03-31", Ticket: "OPS-12"}
	known := result("fit/ecc", finding.Fail, finding.Warning, "no memory corrects errors", 0, 0, 0, "")
	known.Baselined = true
	split := result("budget/split", finding.Pass, finding.Warning, "GPUs take 64.7 % of a node's money", 0.647, 0.6, 0.078, "fraction")
	return &Server{
		Name: "lab", File: "specs/lab.hcl", Description: "A lab's build", Headline: "4 × nvidia-a100; 128 GiB RAM", Verdict: "fail", Nodes: 2,
		Figures: []Figure{{"GPU memory a node", "160 GiB", "4 × 40 GiB"}, {"Budget a node", "17,000 EUR", ""}},
		Parts: []Part{
			{Kind: "GPU", Name: "nvidia-a100", Count: 4, From: "catalogue", Source: "https://example.org/a100", Facts: []Fact{{"memory", "40 GiB", false}, {"ECC", "yes", true}}},
			{Kind: "memory", Name: "128 GiB", From: "spec", Facts: []Fact{{"", "modules not listed", false}}},
			{Kind: "power", Name: "supplies of 2200 W", Count: 2, From: "platform", Facts: []Fact{}},
		},
		Budget: &Budget{Currency: "EUR", Total: 17000, Shares: []Share{{"gpu", 11000}, {"memory", 1200}, {"storage", 2400}, {"cpu", 2400}}},
		Workloads: []Workload{{
			Kind: "inference", Name: "chat", Layout: "acme-15b, 1 node × 4 GPUs", Facts: []Fact{{"weights", "bf16", false}},
			Model: &Part{Kind: "model", Name: "acme-15b", From: "spec", Source: "ours", Facts: []Fact{{"layers", "40", false}}},
			GPU: Memory{Room: 40 * gib, Bytes: 44 * gib, Low: 42 * gib, High: 47 * gib, Confidence: "estimate", Rule: "headroom/gpu-memory", Path: workload, Note: "1 GiB may wait.",
				Components: []Component{{"weights", 30 * gib, "15 billion × 2 B = 30 GiB"}, {"kv_cache", 12 * gib, "many tokens"}, {"reserve", 2 * gib, ""}}},
			Host:     Memory{Components: []Component{}, Confidence: "unknown", Missing: "nobody says"},
			Defaults: []Setting{{"engine", "vllm"}},
		}},
		Together: &Workload{Kind: "all at once:", Name: "chat + tune", GPU: Memory{Room: 40 * gib, Bytes: 30 * gib, Low: 30 * gib, High: 30 * gib, Confidence: "exact"}, Host: Memory{}},
		Results: []finding.Result{
			memory, waived, known, split,
			result("power/supply", finding.Fail, finding.Warning, "the build takes 2 kW", 2000, 1900, -0.0526, "watts"),
			result("bandwidth/network-per-gpu", finding.Pass, finding.Error, "there is network enough", 8e11, 5e10, 15, "bits/s"),
			result("power/redundancy", finding.Pass, finding.Error, "of 2 power supplies 1 may fail", 2, 2, 0, "count"),
			result("part/unknown", finding.Pass, finding.Error, "all names lead somewhere", 0, 0, 0, ""),
			result("acme/rack", finding.Undecided, finding.Error, "the rack is not known", 0, 0, 0, ""),
			result("budget/currency", finding.Skipped, finding.Note, "there is no need", 0, 0, 0, ""),
		},
		Doubts: []string{"No source confirms these figures of nvidia-a100: ecc."},
	}
}

// sound is a build that passes, with little to be said of it.
func sound() *Server {
	return &Server{Name: "sound", File: "specs/a.hcl", Headline: "1 × nvidia-l4", Verdict: "pass", Nodes: 1,
		Results: []finding.Result{result("ratio/host-memory", finding.Pass, finding.Error, "host memory is 1.6 × GPU memory", 1.6, 1.5, 0.067, "x")}}
}

// report is a run over servers.
func report(servers ...*Server) *Report {
	r := &Report{
		Tool: Tool{"rackvet", "1.2.3"}, Effective: "2026-11-30T12:00:00Z", Verdict: "pass", FailOn: finding.Error, Faults: []string{},
		Summary:  finding.Summary{Files: len(servers), Servers: len(servers), Errors: 1, Warnings: 1, Passes: 5, Undecided: 1, Waived: 1},
		Settings: []Setting{{"profile", "article"}}, Servers: servers, Problems: []finding.Result{},
		Digests: []Digest{{"spec", "specs/lab.hcl", strings.Repeat("ab", 32)}, {"config", ".rackvet.hcl", strings.Repeat("cd", 32)}},
		Rules:   []Rule{{"ratio/host-memory", "Host memory against GPU memory", "min"}, {"power/redundancy", "Redundancy", ""}, {"power/supply", "Power supplies", "max"}},
	}
	for _, s := range servers {
		if s.Verdict == "fail" {
			r.Verdict = "fail"
		}
	}
	return r
}
