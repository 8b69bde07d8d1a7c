package policy

import (
	"context"

	"github.com/open-policy-agent/opa/v1/topdown/print"
)

type printKey struct{}

// withPrint carries the function that gets what policies print.
func withPrint(ctx context.Context, f func(file string, line int, text string)) context.Context {
	if f == nil {
		return ctx
	}
	return context.WithValue(ctx, printKey{}, printHook(f))
}

// printHook is OPA's way to hand on what print is called with.
type printHook func(file string, line int, text string)

func (h printHook) Print(c print.Context, text string) error {
	if c.Location != nil {
		h(c.Location.File, c.Location.Row, text)
	}
	return nil
}
