// Package gate makes the artefact of a purchase gate, an in-toto statement that
// says what was judged, by what, and how it came out; signs it; and tells later
// what differs.
package gate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/gowebpki/jcs"

	"github.com/rackvet/rackvet/internal/finding"
)

// The types that a statement and its predicate have.
const (
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://github.com/rackvet/rackvet/gate/v1"
	PayloadType   = "application/vnd.in-toto+json"
)

// Statement is what is filed.
type Statement struct {
	Type          string    `json:"_type"`
	Subject       []Subject `json:"subject"`
	PredicateType string    `json:"predicateType"`
	Predicate     Predicate `json:"predicate"`
}

// Subject is a file that was judged, or that one included: its name is its path
// from the top of the repository.
type Subject struct {
	Name   string `json:"name"`
	Digest Digest `json:"digest"`
}

// Digest is a SHA-256 in hexadecimal.
type Digest struct {
	SHA256 string `json:"sha256"`
}

// Named is a digest of something with a name.
type Named struct {
	Name   string `json:"name"`
	Digest Digest `json:"digest"`
}

// Predicate is what the gate says of its subjects.
type Predicate struct {
	Tool          Tool   `json:"tool"`
	EffectiveTime string `json:"effectiveTime"` // RFC 3339
	// Policies are the built-in ones first, then those from outside in their order.
	Policies  []Named `json:"policies"`
	Catalogue Digest  `json:"catalogue"`
	// Config is nil for a run without one.
	Config *Named `json:"config,omitempty"`
	// Baseline is nil for a run without one.
	Baseline *Named `json:"baseline,omitempty"`
	// Variables is the digest of their values, nil where none are given.
	Variables *Digest          `json:"variables,omitempty"`
	Settings  Settings         `json:"settings"`
	Servers   []Server         `json:"servers"`
	Problems  []finding.Result `json:"problems"`
	Waivers   []Waived         `json:"waivers"`
	Summary   finding.Summary  `json:"summary"`
	Verdict   string           `json:"verdict"`
}

// Tool is the program that judged.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Settings are those that change a verdict.
type Settings struct {
	Profile       string   `json:"profile"`
	FailOn        string   `json:"failOn"`
	Undecided     string   `json:"undecided"`
	InlineWaivers bool     `json:"inlineWaivers"`
	Only          []string `json:"only,omitempty"`
	// Paths are what was judged, from the top of the repository: they say whether a
	// waiver could have been of use.
	Paths []string `json:"paths,omitempty"`
}

// Server is one build with what the policies saw of it, and what was found.
type Server struct {
	Name    string           `json:"name"`
	File    string           `json:"file"`
	Verdict string           `json:"verdict"`
	Input   json.RawMessage  `json:"input,omitempty"`
	Results []finding.Result `json:"results"`
}

// Waived is a failure that someone signed for.
type Waived struct {
	Server string         `json:"server"`
	Rule   string         `json:"rule"`
	Path   string         `json:"path"`
	Waiver finding.Waiver `json:"waiver"`
}

// New fills in the types, and puts what has no order of its own into one.
func New(subjects []Subject, p Predicate) Statement {
	slices.SortFunc(subjects, func(a, b Subject) int { return cmp.Compare(a.Name, b.Name) })
	subjects = slices.CompactFunc(subjects, func(a, b Subject) bool { return a == b })
	slices.SortStableFunc(p.Servers, func(a, b Server) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Name, b.Name))
	})
	p.Waivers = waivedIn(p.Servers)
	return Statement{StatementType, subjects, PredicateType, p}
}

// waivedIn are the failures of servers that someone signed for.
func waivedIn(servers []Server) []Waived {
	list := []Waived{}
	for _, s := range servers {
		for _, r := range s.Results {
			if r.Waiver != nil {
				list = append(list, Waived{s.Name, r.Rule, r.Path.String(), *r.Waiver})
			}
		}
	}
	return list
}

// Names are those of the files that went into s.
func (s Statement) Names() map[string]bool {
	names := map[string]bool{}
	for _, x := range s.Subject {
		names[x.Name] = true
	}
	return names
}

// Bytes is the statement in canonical form (RFC 8785): the same bytes for the same
// content, on any machine.
func (s Statement) Bytes() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return nil, fmt.Errorf("write the statement: %w", err)
	}
	text, err := jcs.Transform(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("write the statement: %w", err)
	}
	return text, nil
}

// Parse reads a statement, and refuses one of another type.
func Parse(text []byte) (Statement, error) {
	var s Statement
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("it is no statement: %w", err)
	}
	switch {
	case s.Type != StatementType:
		return s, fmt.Errorf("its type is %q, and a statement has %q", s.Type, StatementType)
	case s.PredicateType != PredicateType:
		return s, fmt.Errorf("its predicate is %q, and a gate's is %q", s.PredicateType, PredicateType)
	case len(s.Subject) == 0:
		return s, errors.New("it has no subject")
	}
	return s, nil
}

// Sum is the digest of bytes.
func Sum(b []byte) Digest {
	sum := sha256.Sum256(b)
	return Digest{hex.EncodeToString(sum[:])}
}

// SumFiles is the digest of files by name: of the lines "<SHA-256>  <name>" in the
// order of the names, as sha256sum writes them.
func SumFiles(files map[string][]byte) Digest {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%s  %s\n", Sum(files[name]).SHA256, name)
	}
	return Sum(b.Bytes())
}
