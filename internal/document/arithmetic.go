package document

import (
	"errors"
	"math/big"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
)

// Why a function or an operator has no result.
var (
	errNoNumber = errors.New("the result is not a number")
	errHuge     = errors.New("the number is beyond all measure")
	errZero     = errors.New("division by zero")
)

// checkedOps are HCL's operators on numbers, held to numbers that a spec can hold.
// Its own give infinity for a division by zero, the dividend for a remainder by
// zero, and take the text "1e999999999" for a number, whose digits fill the memory.
var checkedOps = map[*hclsyntax.Operation]*hclsyntax.Operation{}

var opMultiply, opDivide, opModulo = checkedOp(hclsyntax.OpMultiply), checkedOp(hclsyntax.OpDivide), checkedOp(hclsyntax.OpModulo)

func init() {
	for _, op := range []*hclsyntax.Operation{hclsyntax.OpAdd, hclsyntax.OpSubtract, hclsyntax.OpNegate} {
		checkedOp(op)
	}
}

func checkedOp(op *hclsyntax.Operation) *hclsyntax.Operation {
	own := *op
	own.Impl = wrapped(op.Impl, func(args []cty.Value) error {
		if (op == hclsyntax.OpDivide || op == hclsyntax.OpModulo) && args[1].IsKnown() && args[1].AsBigFloat().Sign() == 0 {
			return errZero
		}
		return nil
	})
	checkedOps[op] = &own
	return &own
}

// checkArithmetic puts the checked operators into what was parsed.
func checkArithmetic(node hclsyntax.Node) {
	_ = hclsyntax.VisitAll(node, func(n hclsyntax.Node) hcl.Diagnostics {
		switch e := n.(type) {
		case *hclsyntax.BinaryOpExpr:
			if own := checkedOps[e.Op]; own != nil {
				e.Op = own
			}
		case *hclsyntax.UnaryOpExpr:
			if own := checkedOps[e.Op]; own != nil {
				e.Op = own
			}
		}
		return nil
	})
}

// wrapped is f with its arguments checked before, and a result that is no number of
// use refused: some functions panic of what they can't compute, and others give
// infinity.
func wrapped(f function.Function, check func(args []cty.Value) error) function.Function {
	return function.New(&function.Spec{
		Params:   f.Params(),
		VarParam: f.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) {
			if err := check(args); err != nil {
				return cty.NilType, err
			}
			t, err := f.ReturnTypeForValues(args)
			return t, withoutTrace(err)
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			for _, a := range args {
				if hugeNumber(a) {
					return cty.NilVal, errHuge
				}
			}
			v, err := f.Call(args)
			if err == nil && hugeNumber(v) {
				err = errHuge
			}
			return v, withoutTrace(err)
		},
	})
}

// withoutTrace words what a function panicked of.
func withoutTrace(err error) error {
	var p function.PanicError
	if !errors.As(err, &p) {
		return err
	}
	if _, ok := p.Value.(big.ErrNaN); ok {
		return errNoNumber
	}
	return errors.New("it can't be computed of these values")
}

// formatArguments checks a format and what it prints: of a text that is asked for as
// a number it would print all digits.
func formatArguments(args []cty.Value) error {
	if len(args) == 0 {
		return nil
	}
	if first := args[0]; first.IsKnown() && !first.IsNull() && first.Type() == cty.String {
		if err := checkFormat(first.AsString()); err != nil {
			return function.NewArgError(0, err)
		}
	}
	for i, a := range args[1:] {
		if hugeText(a) {
			return function.NewArgError(i+1, errHuge)
		}
	}
	return nil
}

// hugeText reports a text, or a list with one, that is a number beyond all measure.
func hugeText(v cty.Value) bool {
	switch {
	case v.IsNull() || !v.IsKnown():
	case v.Type() == cty.String && len(v.AsString()) <= 64<<10:
		n, err := convert.Convert(v, cty.Number)
		return err == nil && hugeNumber(n)
	case v.CanIterateElements():
		for it := v.ElementIterator(); it.Next(); {
			if _, e := it.Element(); hugeText(e) {
				return true
			}
		}
	}
	return false
}
