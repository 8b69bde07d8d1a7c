package policy

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// readFix reads an edit of the spec.
func readFix(v ast.Value) (f finding.Fix, err error) {
	r := read(v, "fix")
	f.Path = take(&r, pathKey, readPath)
	value := take(&r, valueKey, scalar)
	unit := take(&r, unitKey, str)
	if err := r.close(pathKey, valueKey, unitKey); err != nil {
		return f, err
	}
	if len(f.Path) == 0 || value == nil {
		return f, errors.New("a fix has a path and a value")
	}
	f.Value, err = literal(value, unit)
	return f, err
}

// literal writes a value as a spec does. Quantities are rounded up, as each is
// the least that is needed.
func literal(v any, unit string) (string, error) {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v), nil
	case bool:
		return strconv.FormatBool(v), nil
	case float64:
		up := func(each float64) string { return strconv.FormatFloat(math.Ceil(v/each-1e-10), 'f', -1, 64) }
		switch unit {
		case units.Bytes:
			return strconv.Quote(up(1<<30) + "GiB"), nil
		case units.BytesPerSecond:
			return strconv.Quote(up(1e9) + "GB/s"), nil
		case units.BitsPerSecond:
			return strconv.Quote(up(1e9) + "Gb/s"), nil
		case units.Watts:
			return strconv.Quote(up(1) + "W"), nil
		case units.Count, units.Fraction, units.Ratio, "":
			return strconv.FormatFloat(v, 'f', -1, 64), nil
		}
		return "", fmt.Errorf("a spec has no quantity in %s", unit)
	}
	return "", fmt.Errorf("%v can't be written in a spec", v)
}
