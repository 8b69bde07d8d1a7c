package finding

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Path names a value of a server: strings for blocks, labels and attributes,
// ints for repeated blocks without a label and for list elements. It is the
// one currency between HCL, CUE and Rego: ["memory","dimm",0,"size"].
type Path []any

// String prints the path with dots, and indices in brackets.
func (p Path) String() string {
	var b strings.Builder
	for i, e := range p {
		switch e := e.(type) {
		case int:
			b.WriteString("[" + strconv.Itoa(e) + "]")
		case string:
			if i > 0 {
				b.WriteByte('.')
			}
			if strings.ContainsAny(e, ". \"\n\t[]") || e == "" {
				e = strconv.Quote(e)
			}
			b.WriteString(e)
		}
	}
	return b.String()
}

// Child is p with one more step; p itself is left alone.
func (p Path) Child(steps ...any) Path {
	return append(p[:len(p):len(p)], steps...)
}

// UnmarshalJSON reads a path as it was written: numbers are indices.
func (p *Path) UnmarshalJSON(text []byte) error {
	var steps []any
	if err := json.Unmarshal(text, &steps); err != nil {
		return err
	}
	for i, step := range steps {
		switch n := step.(type) {
		case string:
		case float64:
			if n != float64(int(n)) {
				return fmt.Errorf("%v is no index of a path", n)
			}
			steps[i] = int(n)
		default:
			return fmt.Errorf("%v is no step of a path", step)
		}
	}
	*p = steps
	return nil
}
