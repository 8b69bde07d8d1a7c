package document

import (
	"slices"

	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// functions are what expressions may call: pure, and with a result whose size
// can be told from the arguments (see cost.ofCall).
var functions = checkedFunctions(map[string]function.Function{
	"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "floor": stdlib.FloorFunc,
	"max": stdlib.MaxFunc, "min": stdlib.MinFunc, "parseint": stdlib.ParseIntFunc,
	"pow": stdlib.PowFunc, "log": stdlib.LogFunc, "signum": stdlib.SignumFunc, "sum": sumFunc,

	"format": stdlib.FormatFunc, "formatlist": stdlib.FormatListFunc,
	"join": stdlib.JoinFunc, "lower": stdlib.LowerFunc, "upper": stdlib.UpperFunc, "title": stdlib.TitleFunc,
	"replace": stdlib.ReplaceFunc, "split": stdlib.SplitFunc, "substr": stdlib.SubstrFunc,
	"trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc, "trimsuffix": stdlib.TrimSuffixFunc,
	"trimspace": stdlib.TrimSpaceFunc,

	"coalesce": stdlib.CoalesceFunc, "compact": stdlib.CompactFunc, "concat": stdlib.ConcatFunc,
	"contains": stdlib.ContainsFunc, "distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc,
	"flatten": stdlib.FlattenFunc, "index": stdlib.IndexFunc, "keys": stdlib.KeysFunc,
	"length": stdlib.LengthFunc, "lookup": stdlib.LookupFunc, "merge": stdlib.MergeFunc,
	"range": stdlib.RangeFunc, "reverse": stdlib.ReverseListFunc, "slice": stdlib.SliceFunc,
	"sort": stdlib.SortFunc, "values": stdlib.ValuesFunc, "zipmap": stdlib.ZipmapFunc,

	"tobool": stdlib.MakeToFunc(cty.Bool), "tonumber": stdlib.MakeToFunc(cty.Number), "tostring": stdlib.MakeToFunc(cty.String),
	"can": tryfunc.CanFunc, "try": tryfunc.TryFunc,
})

// checkedFunctions holds functions to values that a spec can hold. can and try take
// expressions, which are made of what is checked already.
func checkedFunctions(all map[string]function.Function) map[string]function.Function {
	for name, f := range all {
		switch name {
		case "can", "try":
		case "format", "formatlist":
			all[name] = wrapped(f, formatArguments)
		default:
			all[name] = wrapped(f, func([]cty.Value) error { return nil })
		}
	}
	return all
}

func functionNames() []string {
	names := []string{configFunction}
	for n := range functions {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// sumFunc adds up a list of numbers.
var sumFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.DynamicPseudoType}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if !args[0].CanIterateElements() {
			return cty.NilVal, function.NewArgErrorf(0, "a list of numbers is needed")
		}
		total := cty.Zero
		for it := args[0].ElementIterator(); it.Next(); {
			_, e := it.Element()
			n, err := convert.Convert(e, cty.Number)
			if err != nil || n.IsNull() {
				return cty.NilVal, function.NewArgErrorf(0, "a list of numbers is needed")
			}
			total = total.Add(n)
		}
		return total, nil
	},
})
