// Package units reads, compares and prints the quantities of a build spec:
// memory, storage, bandwidth, bit rate, power, duration, transfer rate. A
// quantity is held as a float64 of its base unit (bytes, bytes a second, bits
// a second, watts, seconds, transfers a second), which is exact up to 2^53.
package units

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Kind is what a quantity measures. The same words stand in the schema's
// @quantity attributes.
type Kind string

// The kinds. Memory follows JEDEC: GB is 2^30 there. In Storage GB is 10^9 and
// GiB 2^30, as drives are sold.
const (
	Memory    Kind = "memory"    // RAM and GPU memory, bytes
	Storage   Kind = "storage"   // drives and data sets, bytes
	Bandwidth Kind = "bandwidth" // bytes a second
	BitRate   Kind = "bitrate"   // bits a second
	Power     Kind = "power"     // watts
	Duration  Kind = "duration"  // seconds
	Transfers Kind = "transfers" // transfers a second of a DIMM
)

type unit struct {
	name   string
	factor float64
}

type kindInfo struct {
	noun    string // what it is called in a message
	example string // a right form
	units   []unit
}

var kinds = map[Kind]kindInfo{
	Memory: {"an amount of memory", "80GB", []unit{
		{"GB", 1 << 30}, {"GiB", 1 << 30}, {"TB", 1 << 40}, {"TiB", 1 << 40},
		{"MB", 1 << 20}, {"MiB", 1 << 20}, {"KB", 1 << 10}, {"KiB", 1 << 10}, {"B", 1}}},
	Storage: {"an amount of storage", "3.84TB", []unit{
		{"TB", 1e12}, {"TiB", 1 << 40}, {"GB", 1e9}, {"GiB", 1 << 30}, {"PB", 1e15}, {"PiB", 1 << 50},
		{"MB", 1e6}, {"MiB", 1 << 20}, {"KB", 1e3}, {"KiB", 1 << 10}, {"B", 1}}},
	Bandwidth: {"a bandwidth in bytes a second", "40GB/s", []unit{
		{"GB/s", 1e9}, {"GiB/s", 1 << 30}, {"MB/s", 1e6}, {"MiB/s", 1 << 20},
		{"TB/s", 1e12}, {"TiB/s", 1 << 40}, {"KB/s", 1e3}, {"B/s", 1}}},
	BitRate: {"a speed in bits a second", "200Gb/s", []unit{
		{"Gb/s", 1e9}, {"Tb/s", 1e12}, {"Mb/s", 1e6}, {"Kb/s", 1e3}, {"b/s", 1}}},
	Power: {"a power", "350W", []unit{{"W", 1}, {"kW", 1e3}, {"MW", 1e6}}},
	Duration: {"a duration", "30m", []unit{
		{"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}, {"ms", 1e-3}}},
	Transfers: {"a transfer rate", "4800MT/s", []unit{{"MT/s", 1e6}, {"GT/s", 1e9}}},
}

// Kinds lists every kind, sorted.
func Kinds() []Kind {
	var ks []Kind
	for k := range kinds {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

// Names lists the units of a kind, the usual one first.
func Names(k Kind) []string {
	var names []string
	for _, u := range kinds[k].units {
		names = append(names, u.name)
	}
	return names
}

// Noun is what a quantity of this kind is called in a message, with article.
func Noun(k Kind) string { return kinds[k].noun }

// Example is a quantity of the kind in its right form.
func Example(k Kind) string { return kinds[k].example }

// Error says why a text is no quantity, and what to write instead.
type Error struct {
	Problem string // lower case, no full stop
	Write   string // the right form, "" where it can't be told what is meant
}

func (e *Error) Error() string {
	if e.Write == "" {
		return e.Problem
	}
	return e.Problem + "; write " + strconv.Quote(e.Write)
}

// Parse reads text as a quantity of kind k, in base units. Between number and
// unit one space is allowed. The error is an *Error.
func Parse(k Kind, text string) (float64, error) {
	info, ok := kinds[k]
	if !ok {
		return 0, &Error{Problem: fmt.Sprintf("unknown kind of quantity %q", k)}
	}
	number, name := split(text)
	if plain := strings.ReplaceAll(text, ",", ""); strings.HasPrefix(name, ",") && thousands.MatchString(text) {
		return 0, &Error{fmt.Sprintf("%q has commas between its digits", text), plain}
	}
	if number == "" {
		return 0, &Error{Problem: fmt.Sprintf("%q is not %s", text, info.noun)}
	}
	value, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || !withinDigits(number):
		return 0, &Error{Problem: fmt.Sprintf("%q has too many digits", number)}
	case strings.HasPrefix(number, "-"):
		return 0, &Error{Problem: fmt.Sprintf("%q is negative", text)}
	case name == "":
		return 0, &Error{fmt.Sprintf("%q has no unit", text), Suppose(k, value)}
	}
	for _, u := range info.units {
		if u.name == name {
			return value * u.factor, nil
		}
	}
	if wrongBase(k, name) { // whether the letter is wrong or the number, the text doesn't tell
		base := map[Kind]string{BitRate: "%q is bytes a second, and this is in bits", Bandwidth: "%q is bits a second, and this is in bytes"}[k]
		return 0, &Error{Problem: fmt.Sprintf(base, name)}
	}
	write := nearest(info, name)
	if write != "" {
		write = number + write
	}
	return 0, &Error{fmt.Sprintf("unknown unit %q for %s", name, info.noun), write}
}

// Suppose is a number without a unit in the usual unit of its kind, "" where that
// would be no size that anything has: bytes, say, written out.
func Suppose(k Kind, number float64) string {
	most := map[Kind]float64{Memory: 1e5, Storage: 100, Bandwidth: 1e5, BitRate: 1e4, Power: 1e5, Duration: 1e6, Transfers: 1e5}[k]
	if number <= 0 || number >= most {
		return ""
	}
	return strconv.FormatFloat(number, 'f', -1, 64) + kinds[k].units[0].name
}

// thousands is a number with commas between groups of three digits.
var thousands = regexp.MustCompile(`^\d{1,3}(,\d{3})+(\.\d+)? ?[A-Za-z/]*$`)

// otherNotation is what follows the first digits of 1e3, 0x200 and 1_000.
var otherNotation = regexp.MustCompile(`^([eE][+-]?|[xX_])[0-9]`)

// split parts a number, sign and fraction included, from what follows it.
func split(text string) (number, unit string) {
	i := 0
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.' || i == 0 && text[i] == '-') {
		i++
	}
	number, unit = text[:i], text[i:]
	if otherNotation.MatchString(unit) {
		return "", text
	}
	if strings.Trim(number, "-.") == "" || strings.Count(number, ".") > 1 ||
		strings.HasPrefix(strings.TrimPrefix(number, "-"), ".") || strings.HasSuffix(number, ".") {
		return "", text
	}
	return number, strings.TrimPrefix(unit, " ")
}

// withinDigits bounds a number's length as the schema's patterns do.
func withinDigits(number string) bool {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(number, "-"), ".")
	return len(whole) <= 18 && len(fraction) <= 9
}

// wrongBase finds bytes where bits are meant, and bits where bytes are.
func wrongBase(k Kind, name string) bool {
	bits := strings.Contains(name, "b/s") || strings.Contains(name, "bps") || strings.Contains(strings.ToLower(name), "bit")
	bytes := strings.Contains(name, "B") || strings.Contains(strings.ToLower(name), "byte")
	return k == BitRate && bytes && !bits || k == Bandwidth && bits
}

// fullNames are parts of units as people write them out.
var fullNames = strings.NewReplacer("kilo", "k", "mega", "m", "giga", "g", "tera", "t", "peta", "p",
	"kibi", "ki", "mebi", "mi", "gibi", "gi", "tebi", "ti", "pebi", "pi",
	"bytes", "b", "byte", "b", "bits", "b", "bit", "b", "watts", "w", "watt", "w",
	"minutes", "m", "minute", "m", "mins", "m", "min", "m", "seconds", "s", "second", "s", "secs", "s", "sec", "s",
	"hours", "h", "hour", "h", "hrs", "h", "hr", "h", "days", "d", "day", "d", "ps", "/s", "hz", "t/s")

// nearest is the unit of the kind that the writer meant, "" where none is likely.
func nearest(info kindInfo, name string) string {
	fold := func(s string) string { return fullNames.Replace(strings.ToLower(strings.TrimSpace(s))) }
	if strings.HasPrefix(name, "mW") { // thousandths are not millions
		return ""
	}
	for _, same := range []func(unit string) bool{
		func(unit string) bool { return strings.EqualFold(unit, name) },
		func(unit string) bool { return fold(unit) == fold(name) },
		func(unit string) bool { return fold(unit)+"s" == fold(name) },
		func(unit string) bool { return name != "" && strings.HasPrefix(fold(unit), fold(name)) }, // the scale alone: "80G"
	} {
		for _, u := range info.units {
			if same(u.name) {
				return u.name
			}
		}
	}
	return ""
}
