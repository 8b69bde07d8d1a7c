package units

import (
	"math"
	"strconv"
	"strings"
)

// The units that results, evidence and policies give numbers in. Print knows
// how each is read by people.
const (
	Bytes              = "bytes"       // printed in GiB
	BytesPerSecond     = "bytes/s"     // printed in GB/s
	BitsPerSecond      = "bits/s"      // printed in Gb/s
	TransfersPerSecond = "transfers/s" // printed in MT/s
	Watts              = "watts"       // printed in W or kW
	Seconds            = "seconds"     // printed in s, min or h
	Ratio              = "x"           // printed with ×
	Fraction           = "fraction"
	Count              = "count"
	Money              = "money"
)

// Print gives value as people read it: "128 GiB", "1.6 ×", "62 %". An unknown
// unit is put behind the number.
func Print(value float64, unit string) string {
	switch unit {
	case Bytes:
		return PrintBytes(value)
	case BytesPerSecond:
		return Number(value/1e9, 1) + " GB/s"
	case BitsPerSecond:
		return Number(value/1e9, 1) + " Gb/s"
	case TransfersPerSecond:
		return Number(value/1e6, 0) + " MT/s"
	case Watts:
		if math.Abs(value) >= 10_000 {
			return Number(value/1000, 1) + " kW"
		}
		return Number(value, 0) + " W"
	case Seconds:
		switch {
		case math.Abs(value) >= 5400:
			return Number(value/3600, 1) + " h"
		case math.Abs(value) >= 90:
			return Number(value/60, 1) + " min"
		}
		return Number(value, 1) + " s"
	case Ratio:
		return Number(value, 2) + " ×"
	case Fraction:
		return Number(value*100, 1) + " %"
	case Count, "":
		return Number(value, 2)
	case Money:
		return Thousands(value)
	}
	return Number(value, 2) + " " + unit
}

// PrintDrive prints the size of a drive as its maker counts it; "" for none.
func PrintDrive(b float64) string {
	switch {
	case b <= 0:
		return ""
	case b >= 1e12:
		return Number(b/1e12, 2) + " TB"
	}
	return Number(b/1e9, 1) + " GB"
}

// PrintBytes prints memory in GiB, small amounts in MiB, KiB or B, and what is more
// than a node has in TiB.
func PrintBytes(b float64) string {
	switch a := math.Abs(b); {
	case a == 0:
		return "0 GiB"
	case a < 1<<10:
		return Number(b, 0) + " B"
	case a < 1<<20:
		return Number(b/(1<<10), 1) + " KiB"
	case a < 0.095*(1<<30):
		return Number(b/(1<<20), 1) + " MiB"
	case a < 100*(1<<30):
		return Number(b/(1<<30), 2) + " GiB"
	case a < 10*(1<<40):
		return Number(b/(1<<30), 1) + " GiB"
	default:
		return Number(b/(1<<40), 2) + " TiB"
	}
}

// Number prints v with at most the given decimals and no trailing zeros.
func Number(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// Thousands prints v, rounded, with commas between thousands.
func Thousands(v float64) string {
	s := strconv.FormatFloat(math.Abs(math.Round(v)), 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if v <= -0.5 {
		s = "-" + s
	}
	return s
}

// Several prints a number of things: "1 node", "2 nodes", "12 processes".
func Several[T int | float64](n T, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "s") {
		what += "e"
	}
	return Thousands(float64(n)) + " " + what + "s"
}
