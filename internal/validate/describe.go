package validate

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
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
func (c *Checker) describe(name string, want document.ValueType, got *document.Value) []wording {
	if want.Type == "list" && got.Kind == document.List {
		var all []wording
		for i, e := range got.List {
			if elementFits(*want.Elem, e) {
				continue
			}
			for _, w := range c.describe(fmt.Sprintf("%s[%d]", name, i), *want.Elem, e) {
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
			for _, w := range c.describe(fmt.Sprintf("%s[%q]", name, f.Name), *want.Elem, f.Value) {
				w.steps = append([]any{f.Name}, w.steps...)
				all = append(all, w)
			}
		}
		return all
	}
	w := wording{at: got.Range}
	w.message, w.help = c.word(name, want, got)
	return []wording{w}
}

// word says what is wrong with a value that is no list or object of the right kind.
// A help that may be wrong is left out.
func (c *Checker) word(name string, want document.ValueType, got *document.Value) (message, help string) {
	message = fmt.Sprintf("%s is %s and must be %s", name, show(got), want.Noun())
	switch {
	case want.Quantity != "" && got.Kind == document.Number:
		message = fmt.Sprintf("%s is the bare number %s and must be %s", name, show(got), want.Noun())
		if write := units.Suppose(units.Kind(want.Quantity), got.Float()); write != "" {
			help = fmt.Sprintf("Write a unit with it, in quotes: %q.", write)
		}
	case want.Quantity != "" && got.Kind == document.String:
		problem, write := quantityFault(want.Quantity, got.Text)
		message = fmt.Sprintf("%s: %s", name, problem)
		if help = fmt.Sprintf("It is written as in %s.", want.Example()); write != "" {
			help = fmt.Sprintf("Write %q.", write)
		}
	case len(want.Enum) > 0 && got.Kind == document.String:
		if near := suggest.Nearest(got.Text, want.Enum, 1); len(near) > 0 {
			help = fmt.Sprintf("Did you mean %q?", near[0])
		}
	case want.Text == document.TextWords && got.Kind == document.String:
		message = name + " has control characters in it"
	case want.Text == document.TextName && got.Kind == document.String:
		message = name + " is empty"
		if got.Text != "" {
			message = name + " is blank"
		}
	case (want.Type == "int" || want.Type == "number") && got.Kind == document.String:
		// What an expression gives has no quotes to be left out.
		if n, err := strconv.ParseFloat(got.Text, 64); err == nil && plainNumber.MatchString(got.Text) && withinBounds(want, n) && c.written(got) == strconv.Quote(got.Text) {
			help = fmt.Sprintf("Write %s without quotes.", got.Text)
		}
	case want.Type == "string" && len(want.Enum) == 0 && got.Kind == document.Number && c.written(got) == show(got):
		help = fmt.Sprintf("Write %q in quotes.", show(got))
	}
	return message, help
}

// plainNumber is a number as anyone writes it: not NaN, 0x4 or 1e3.
var plainNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// withinBounds reports a number that would do.
func withinBounds(want document.ValueType, n float64) bool {
	return (want.Type != "int" || n == math.Trunc(n)) &&
		(want.Min == nil || n > want.Min.Value || n == want.Min.Value && !want.Min.Exclusive) &&
		(want.Max == nil || n < want.Max.Value || n == want.Max.Value && !want.Max.Exclusive)
}

// written is what stands in the file for a value.
func (c *Checker) written(v *document.Value) string {
	if c.file == nil || c.file.Path != v.Range.File {
		return ""
	}
	return c.file.Text(v.Range)
}

// elementFits finds the elements of a list, or the members of an object, that are not
// at fault: texts by kind and by choice, and counts, all that these are made of.
func elementFits(want document.ValueType, got *document.Value) bool {
	if want.Type == "int" && got.Kind == document.Number {
		return withinBounds(want, got.Float())
	}
	if want.Type == "any" {
		return got.Kind != document.List && got.Kind != document.Object
	}
	if want.Type != "string" || got.Kind != document.String {
		return false
	}
	if want.Text == document.TextName {
		return strings.TrimSpace(got.Text) != ""
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

// quantityFault gives what is wrong with a quantity's text, and what to write where
// that can be told.
func quantityFault(kind, text string) (problem, write string) {
	var bad *units.Error
	if errors.As(units.Check(kind, text), &bad) {
		return bad.Problem, bad.Write
	}
	if value, err := units.Parse(units.Kind(kind), text); err == nil && value == 0 {
		return fmt.Sprintf("%q is nothing, and it must be more", text), ""
	}
	return fmt.Sprintf("%q is not written as it must be", text), ""
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
