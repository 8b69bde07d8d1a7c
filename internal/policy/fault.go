package policy

import (
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Fault is something wrong with a policy, at a place in its file.
type Fault struct {
	File string `json:"file"`
	// Line and Column count from 1, the column in bytes; 0 is not known.
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s", f.File, f.Text)
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text)
}

// located is an error of evaluation as a Fault, where it says its place.
func located(err error) error {
	var at *topdown.Error
	if !errors.As(err, &at) || at.Location == nil || at.Location.File == "" {
		return err
	}
	return &Fault{at.Location.File, at.Location.Row, at.Location.Col, at.Code + ": " + at.Message}
}

// Faults takes an error of loading or compiling policies apart: the faults that
// have a place, and what is left.
func Faults(err error) (faults []Fault, rest []error) {
	var fault *Fault
	var located *ast.Error
	var several ast.Errors
	joined, ok := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
	case ok:
		for _, e := range joined.Unwrap() {
			f, r := Faults(e)
			faults, rest = append(faults, f...), append(rest, r...)
		}
	case errors.As(err, &fault):
		faults = append(faults, *fault)
	case errors.As(err, &several):
		for _, e := range several {
			f, r := Faults(e)
			faults, rest = append(faults, f...), append(rest, r...)
		}
	case errors.As(err, &located) && located.Location != nil && located.Location.File != "":
		faults = append(faults, faultOf(located))
	default:
		if inner := errors.Unwrap(err); inner != nil {
			if f, r := Faults(inner); len(f) > 0 {
				return f, r
			}
		}
		rest = append(rest, err)
	}
	return faults, rest
}
