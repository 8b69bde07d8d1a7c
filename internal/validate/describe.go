package validate

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/suggest"
	"github.com/rackvet/rackvet/internal/units"
)

// wording says what is wrong with one value; steps lead to it from its attribute.
type wording struct {
	message, help string
	at            source.Range
	steps         []any
}

// describe puts in words why a value is not of the type. CUE has refused it;
// which of the type's demands it fails is found out here.
func describe(name string, want document.ValueType, got *document.Value) []wording {
	if want.Type == "list" && got.Kind == document.List {
		var all []wording
		for i, e := range got.List {
			if elementFits(*want.Elem, e) {
				continue
			}
			for _, w := range describe(fmt.Sprintf("%s[%d]", name, i), *want.Elem, e) {
				w.steps = append([]any{i}, w.steps...)
				all = append(all, w)
			}
		}
		return all
	}
	if want.Type == "object" && got.Kind == document.Object {
		var all []wording
		for _, f := range got.Fields {
			if elementFits(*want.Elem, f.Value) {
				continue
			}
			for _, w := range describe(fmt.Sprintf("%s[%q]", name, f.Name), *want.Elem, f.Value) {
				w.steps = append([]any{f.Name}, w.steps...)
				all = append(all, w)
			}
		}
		return all
	}
	w := wording{at: got.Range}
	switch {
	case want.Quantity != "" && got.Kind == document.Number:
		w.message = fmt.Sprintf("%s is the bare number %s and must be %s", name, show(got), want.Noun())
		w.help = fmt.Sprintf("Write a unit with it, in quotes: %q.", show(got)+unitOf(want))
	case want.Quantity != "" && got.Kind == document.String:
		problem, write := quantityFault(want.Quantity, got.Text)
		w.message = fmt.Sprintf("%s: %s", name, problem)
		w.help = fmt.Sprintf("Write %s.", write)
	case len(want.Enum) > 0 && got.Kind == document.String:
		w.message = fmt.Sprintf("%s is %s and must be %s", name, show(got), want.Noun())
		if near := suggest.Nearest(got.Text, want.Enum, 1); len(near) > 0 {
			w.help = fmt.Sprintf("Did you mean %q?", near[0])
		}
	default:
		w.message = fmt.Sprintf("%s is %s and must be %s", name, show(got), want.Noun())
		if want.Text == "description" {
			w.message = name + " has control characters in it"
		}
		if (want.Type == "int" || want.Type == "number") && got.Kind == document.String {
			if _, err := strconv.ParseFloat(got.Text, 64); err == nil {
				w.help = fmt.Sprintf("Write %s without quotes.", got.Text)
			}
		}
		if want.Type == "string" && len(want.Enum) == 0 && got.Kind == document.Number {
			w.help = fmt.Sprintf("Write %q in quotes.", show(got))
		}
	}
	return []wording{w}
}

// elementFits finds the elements of a list, or the members of an object, that are not
// at fault: texts by kind and by choice, and counts, all that these are made of.
func elementFits(want document.ValueType, got *document.Value) bool {
	if want.Type == "int" && got.Kind == document.Number {
		n, _ := got.Number.Float64()
		return got.Number.IsInt() && (want.Min == nil || n >= want.Min.Value) && (want.Max == nil || n <= want.Max.Value)
	}
	if want.Type == "any" {
		return got.Kind != document.List && got.Kind != document.Object
	}
	if want.Type != "string" || got.Kind != document.String {
		return false
	}
	if len(want.Enum) == 0 {
		return true
	}
	for _, e := range want.Enum {
		if e == got.Text {
			return true
		}
	}
	return false
}

// quantityFault gives what is wrong with a quantity's text, and what to write.
func quantityFault(kind, text string) (problem, write string) {
	var err error
	switch kind {
	case "slot":
		_, err = units.ParseSlot(text)
	case "redundancy":
		_, err = units.ParseRedundancy(text)
	default:
		_, err = units.Parse(units.Kind(kind), text)
	}
	var bad *units.Error
	if errors.As(err, &bad) {
		return bad.Problem, strconv.Quote(bad.Write)
	}
	return fmt.Sprintf("%q is not written as it must be", text), strconv.Quote(units.Example(units.Kind(kind)))
}

// unitOf is the usual unit of a quantity.
func unitOf(t document.ValueType) string {
	if names := units.Names(units.Kind(t.Quantity)); len(names) > 0 {
		return names[0]
	}
	return strings.Trim(t.Example(), `"0123456789`)
}

// show prints a value as a message has it, cut to a readable length.
func show(v *document.Value) string {
	switch v.Kind {
	case document.String:
		if r := []rune(v.Text); len(r) > 60 {
			return strconv.Quote(string(r[:57]) + "…")
		}
		return strconv.Quote(v.Text)
	case document.Number:
		if v.Number.IsInt() && v.Number.MantExp(nil) < 64 {
			return v.Number.Text('f', 0)
		}
		return number(v.Number)
	case document.Bool:
		return strconv.FormatBool(v.Bool)
	case document.List:
		return fmt.Sprintf("a list of %d", len(v.List))
	}
	return "an object"
}

func number(n *big.Float) string { return n.Text('g', 10) }
