// Package sandbox evaluates policies that are not built in in a process of their
// own. OPA bounds neither the memory nor, in all places, the time of a policy, and
// some faults of Go's runtime can't be caught; a process can be watched and killed.
package sandbox

import (
	"encoding/json"
	"time"

	"github.com/rackvet/rackvet/internal/policy"
)

// The limits that hold where none are set.
const (
	DefaultTimeout = policy.DefaultTimeout
	DefaultMemory  = 1 << 30
)

// Limits bound what the policies may take for one server.
type Limits struct {
	Timeout time.Duration
	Memory  uint64 // bytes
}

// hello is the first message to the process.
type hello struct {
	Setup  policy.Setup `json:"setup"`
	Memory uint64       `json:"memory"`
}

// ready is its answer: nothing, or what is wrong with the policies.
type ready struct {
	Faults []policy.Fault `json:"faults,omitempty"`
	Errors []string       `json:"errors,omitempty"`
}

// request asks for the results of some rules on one input.
type request struct {
	Rules []string        `json:"rules"`
	Input json.RawMessage `json:"input"`
}

// response has for each rule its results or an error.
type response struct {
	Answers map[string]json.RawMessage `json:"answers"`
	Errors  map[string]string          `json:"errors,omitempty"`
	Printed []Printed                  `json:"printed,omitempty"`
}

// Printed is what a policy printed.
type Printed struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}
