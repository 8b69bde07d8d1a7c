package document

import (
	"fmt"
	"strconv"

	"github.com/rackvet/rackvet/internal/units"
)

// Example is a value that a type lets pass, as it is written in a spec.
func (t ValueType) Example() string {
	switch {
	case t.Quantity == "slot":
		return `"4x16"`
	case t.Quantity == "redundancy":
		return `"1+1"`
	case t.Quantity != "":
		return strconv.Quote(units.Example(units.Kind(t.Quantity)))
	case len(t.Enum) > 0:
		return strconv.Quote(t.Enum[0])
	}
	switch t.Type {
	case "int", "number":
		if t.Min != nil && t.Min.Value > 1 {
			return strconv.FormatFloat(t.Min.Value, 'f', -1, 64)
		}
		return "1"
	case "bool":
		return "true"
	case "list":
		return "[" + t.Elem.Example() + "]"
	case "object":
		return `{ "…" = ` + t.Elem.Example() + " }"
	}
	return `"…"`
}

// Noun says what a type wants, with its article: "a whole number from 1 to 8".
func (t ValueType) Noun() string {
	switch {
	case t.Quantity == "slot":
		return `a PCIe slot such as "4x16"`
	case t.Quantity == "redundancy":
		return `supplies needed + spare such as "1+1"`
	case t.Quantity != "":
		return fmt.Sprintf("%s such as %s", units.Noun(units.Kind(t.Quantity)), t.Example())
	case len(t.Enum) > 0:
		quoted := make([]string, len(t.Enum))
		for i, e := range t.Enum {
			quoted[i] = strconv.Quote(e)
		}
		return oneOf(quoted)
	case t.Text != "" && t.Text != TextWords && t.Text != TextName:
		return t.Text
	}
	switch t.Type {
	case "int":
		return "a whole number" + t.bounds()
	case "number":
		return "a number" + t.bounds()
	case "bool":
		return "true or false"
	case "list":
		return "a list, each element " + t.Elem.Noun()
	case "object":
		return "an object, each member " + t.Elem.Noun()
	case "string":
		return "text in quotes"
	}
	return "text, a number, true or false"
}

// bounds says from where to where a number may lie.
func (t ValueType) bounds() string {
	number := func(b *Bound) string { return strconv.FormatFloat(b.Value, 'f', -1, 64) }
	switch {
	case t.Min != nil && t.Max != nil && t.Min.Exclusive:
		return fmt.Sprintf(" above %s and up to %s", number(t.Min), number(t.Max))
	case t.Min != nil && t.Max != nil:
		return fmt.Sprintf(" from %s to %s", number(t.Min), number(t.Max))
	case t.Min != nil && t.Min.Exclusive:
		return " above " + number(t.Min)
	case t.Min != nil:
		return " of at least " + number(t.Min)
	case t.Max != nil:
		return " of at most " + number(t.Max)
	}
	return ""
}
