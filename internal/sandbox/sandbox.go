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

// Limits bound what the policies may take.
type Limits struct {
	Timeout time.Duration // for one server
	Memory  uint64        // of one process, in bytes
	// Start bounds reading and compiling them; 0 is half a minute.
	Start time.Duration
}

// filled is l with the time and the memory that it leaves open.
func (l Limits) filled() Limits {
	if l.Timeout <= 0 {
		l.Timeout = DefaultTimeout
	}
	if l.Memory == 0 {
		l.Memory = DefaultMemory
	}
	return l
}

// hello is the first message to the process.
type hello struct {
	Setup  policy.Setup `json:"setup"`
	Memory uint64       `json:"memory"`
	// Tests says that it is to run tests, and to judge nothing.
	Tests bool `json:"tests,omitempty"`

	within time.Duration // the time to get ready in; 0 is startTime
}

// ready is its answer: nothing, or what is wrong with the policies.
type ready struct {
	Faults []policy.Fault `json:"faults,omitempty"`
	Errors []string       `json:"errors,omitempty"`
	// Tests are those that there are, Coverable what they may get through.
	Tests     []policy.Test    `json:"tests,omitempty"`
	Coverable policy.Stretches `json:"coverable,omitempty"`
}

// request asks for the results of some rules on one input, or for the value of an
// expression.
type request struct {
	Rules      []string        `json:"rules,omitempty"`
	Expression *expression     `json:"expression,omitempty"`
	Input      json.RawMessage `json:"input"`
}

// expression is a query of Rego.
type expression struct {
	Text string `json:"text"`
	// Fleet says that the input is that of all servers.
	Fleet bool `json:"fleet,omitempty"`
}

// response has for each rule its results or an error.
type response struct {
	Answers map[string]json.RawMessage `json:"answers,omitempty"`
	// Errors have a place where it is known.
	Errors map[string]policy.Fault `json:"errors,omitempty"`
	// Late are the rules that had no answer in time.
	Late    []string  `json:"late,omitempty"`
	Value   *value    `json:"value,omitempty"`
	Printed []Printed `json:"printed,omitempty"`
}

// value is what an expression gives: nothing where it has no value, or why it could
// not be evaluated.
type value struct {
	JSON    json.RawMessage `json:"json,omitempty"`
	Refused *ready          `json:"refused,omitempty"`
	Error   string          `json:"error,omitempty"`
}

// testRequest asks for the result of a test, which is a policy.TestResult.
type testRequest struct {
	Test     string `json:"test"`
	Coverage bool   `json:"coverage,omitempty"`
}

// Printed is what a policy printed.
type Printed struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}
