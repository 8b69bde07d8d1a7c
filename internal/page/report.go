package page

import (
	"github.com/rackvet/rackvet/internal/finding"
)

// schemaV1 names the shape of the report as JSON. Fields may be added to it; what
// there is keeps its name and meaning.
const schemaV1 = "rackvet/review/v1"

// Report is all that a reviewer is told of a run. It is the report in JSON, too.
type Report struct {
	Schema string `json:"schema"` // set by Write
	Tool   Tool   `json:"tool"`
	// Effective is the time that was taken for now, in RFC 3339.
	Effective string `json:"effective_time"`
	// Verdict is pass, fail or undecided; Incomplete says that something kept rackvet
	// from judging all there was, and Faults what.
	Verdict    string          `json:"verdict"`
	Incomplete bool            `json:"incomplete"`
	Faults     []string        `json:"faults"`
	Summary    finding.Summary `json:"summary"`
	// FailOn is the level from which a failing result fails its server.
	FailOn   finding.Level `json:"fail_on"`
	Settings []Setting     `json:"settings"`
	Digests  []Digest      `json:"digests"`
	Servers  []*Server     `json:"servers"`
	// Problems are results that belong to no server.
	Problems []finding.Result `json:"problems"`
	Rules    []Rule           `json:"rules"`
}

// Tool is the program that judged.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Setting is something that the verdict depends on.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Digest is the SHA-256 of something that was judged, or judged by.
type Digest struct {
	What   string `json:"what"` // spec, policies, catalogue, config
	Name   string `json:"name,omitempty"`
	SHA256 string `json:"sha256"`
}

// Rule is what a report says of a rule.
type Rule struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Bound is "min" where the limit is the least that is good, "max" where it is the
	// most.
	Bound string `json:"bound,omitempty"`
}

// Server is one build.
type Server struct {
	Name        string `json:"name"`
	File        string `json:"file"`
	Description string `json:"description,omitempty"`
	Headline    string `json:"headline"`
	Verdict     string `json:"verdict"`
	Nodes       int    `json:"nodes"`
	// Figures are the few numbers that say what the build is.
	Figures   []Figure         `json:"figures"`
	Parts     []Part           `json:"parts"`
	Budget    *Budget          `json:"budget,omitempty"`
	Workloads []Workload       `json:"workloads"`
	Together  *Workload        `json:"together,omitempty"` // all workloads, where they run at once
	Results   []finding.Result `json:"results"`
	// Doubts are what could not be told for certain, in whole lines.
	Doubts []string `json:"doubts"`
}

// Figure is a number of note: "GPU memory", "640 GiB", "8 × 80 GiB".
type Figure struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Note  string `json:"note,omitempty"`
}

// Part is a line of the order.
type Part struct {
	Kind string `json:"kind"` // GPU, CPU, memory, …
	Name string `json:"name"`
	// Count is how many a node has, 0 where that is not stated.
	Count int    `json:"count,omitempty"`
	Facts []Fact `json:"facts"`
	// Source is where the facts come from. From says who states them: the catalogue,
	// the spec, or the platform, which ships with the part.
	Source string `json:"source,omitempty"`
	From   string `json:"from"`
}

// Times is how many n nodes have.
func (p Part) Times(n int) int { return p.Count * n }

// Fact is something known of a part. Doubt says that no source confirms it.
type Fact struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Doubt bool   `json:"unconfirmed,omitempty"`
}

// Budget is what a node costs.
type Budget struct {
	Currency string  `json:"currency,omitempty"`
	Total    float64 `json:"total"`
	Shares   []Share `json:"shares"`
}

// Share is a part of a budget.
type Share struct {
	Name   string  `json:"name"`
	Amount float64 `json:"amount"`
}

// Workload is something that the server must carry.
type Workload struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Layout string `json:"layout"`
	Facts  []Fact `json:"facts"`
	// Model is what is known of the model, nil for a workload without one.
	Model    *Part     `json:"model,omitempty"`
	GPU      Memory    `json:"gpu"`
	Host     Memory    `json:"host"`
	Defaults []Setting `json:"defaults"`
}

// Memory is a demand on the fullest GPU, or on a node's host memory.
type Memory struct {
	Components []Component `json:"components"`
	// Bytes, Low and High are 0 where the demand is not known; Missing says why.
	Bytes float64 `json:"bytes,omitempty"`
	Low   float64 `json:"low_bytes,omitempty"`
	High  float64 `json:"high_bytes,omitempty"`
	// Room is what there is, 0 where that is not known.
	Room       float64 `json:"room_bytes,omitempty"`
	Confidence string  `json:"confidence,omitempty"`
	Missing    string  `json:"missing,omitempty"`
	Note       string  `json:"note,omitempty"`
	// Rule and Path say which results judge the demand, and have its limit.
	Rule string       `json:"rule,omitempty"`
	Path finding.Path `json:"path,omitempty"`
}

// Component is a part of a demand with the formula that made it.
type Component struct {
	Name    string  `json:"name"`
	Bytes   float64 `json:"bytes"`
	Formula string  `json:"formula,omitempty"`
}
