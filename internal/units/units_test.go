package units

import (
	"errors"
	"math"
	"testing"
)

func TestParse(t *testing.T) {
	for name, tt := range map[string]struct {
		kind Kind
		text string
		want float64
	}{
		"RAM follows JEDEC: GB is 2^30":    {Memory, "80GB", 80 * (1 << 30)},
		"GiB is the same there":            {Memory, "80 GiB", 80 * (1 << 30)},
		"the driver's figures are in MiB":  {Memory, "81559MiB", 81559 * (1 << 20)},
		"a terabyte of RAM":                {Memory, "2TB", 2 * (1 << 40)},
		"drives are sold in powers of ten": {Storage, "3.84TB", 3.84e12},
		"GiB is binary there as well":      {Storage, "1GiB", 1 << 30},
		"bytes a second":                   {Bandwidth, "40GB/s", 40e9},
		"bits a second":                    {BitRate, "200Gb/s", 200e9},
		"watts":                            {Power, "350W", 350},
		"kilowatts":                        {Power, "2.2kW", 2200},
		"minutes":                          {Duration, "30m", 1800},
		"transfers of a DIMM":              {Transfers, "4800MT/s", 4.8e9},
		"nothing is a quantity too":        {Memory, "0GB", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Parse(tt.kind, tt.text)
			if err != nil || math.Abs(got-tt.want) > 1e-9*tt.want {
				t.Errorf("Parse(%s, %q) = %v, %v; want %v", tt.kind, tt.text, got, err, tt.want)
			}
		})
	}
}

func TestWhatIsNoQuantityGetsARightForm(t *testing.T) {
	for name, tt := range map[string]struct {
		kind           Kind
		text           string
		problem, write string
	}{
		"no unit":               {Memory, "80", `"80" has no unit`, "80GB"},
		"an unknown unit":       {Memory, "80 GBs", `unknown unit "GBs" for an amount of memory`, "80GB"},
		"small letters":         {Memory, "80gb", `unknown unit "gb" for an amount of memory`, "80GB"},
		"the scale alone":       {Memory, "2T", `unknown unit "T" for an amount of memory`, "2TB"},
		"megabytes in full":     {Memory, "512 megabytes", `unknown unit "megabytes" for an amount of memory`, "512MB"},
		"negative":              {Memory, "-1GB", `"-1GB" is negative`, ""},
		"words":                 {Memory, "lots", `"lots" is not an amount of memory`, ""},
		"nothing":               {Memory, "", `"" is not an amount of memory`, ""},
		"commas between digits": {Memory, "2,048GB", `"2,048GB" has commas between its digits`, "2048GB"},
		"bytes for bits":        {BitRate, "200GB/s", `"GB/s" is bytes a second, and this is in bits`, ""},
		"bits for bytes":        {Bandwidth, "40Gb/s", `"Gb/s" is bits a second, and this is in bytes`, ""},
		"Gbps":                  {BitRate, "200Gbps", `unknown unit "Gbps" for a speed in bits a second`, "200Gb/s"},
		"minutes in full":       {Duration, "30min", `unknown unit "min" for a duration`, "30m"},
		"too many digits":       {Memory, "99999999999999999999GB", `"99999999999999999999" has too many digits`, ""},
		"capital watts":         {Power, "350w", `unknown unit "w" for a power`, "350W"},
		"a unit before":         {Memory, "GB80", `"GB80" is not an amount of memory`, ""},
		"an exponent":           {Memory, "1e3GB", `"1e3GB" is not an amount of memory`, ""},
		"hexadecimal":           {Memory, "0x200GB", `"0x200GB" is not an amount of memory`, ""},
		"a scale it lacks":      {Memory, "512PB", `unknown unit "PB" for an amount of memory`, ""},
		"bytes in one word":     {BitRate, "100GBps", `"GBps" is bytes a second, and this is in bits`, ""},
		"bytes written out":     {Memory, "80000000000", `"80000000000" has no unit`, ""},
		"thousandths":           {Power, "350mW", `unknown unit "mW" for a power`, ""},
		"thousandths of time":   {Duration, "500MS", `unknown unit "MS" for a duration`, "500ms"},
		"two points":            {Memory, "1.2.3GB", `"1.2.3GB" is not an amount of memory`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(tt.kind, tt.text)
			var bad *Error
			if !errors.As(err, &bad) || bad.Problem != tt.problem || bad.Write != tt.write {
				t.Fatalf("Parse(%s, %q) gives %v; want %s; write %q", tt.kind, tt.text, err, tt.problem, tt.write)
			}
			if _, err := Parse(tt.kind, bad.Write); err != nil && bad.Write != "" {
				t.Errorf("the right form %q is none: %v", bad.Write, err)
			}
		})
	}
}

// PCIe figures: 128b/130b line code up to generation 5, flits from 6 on
// (PCI-SIG base specifications); rounded as vendors print them.
func TestSlots(t *testing.T) {
	for text, gigabytes := range map[string]float64{"3x16": 15.75, "4x16": 31.5, "5x16": 63.02, "6x16": 121, "4x4": 7.88, "5x8": 31.51} {
		s, err := ParseSlot(text)
		if err != nil || math.Abs(s.PerDirection()/1e9-gigabytes) > 0.01 {
			t.Errorf("%s carries %.2f GB/s in one direction, %v; want %.2f", text, s.PerDirection()/1e9, err, gigabytes)
		}
		if s.String() != text {
			t.Errorf("%s prints as %s", text, s)
		}
	}
	for _, bad := range []string{"", "x16", "4x", "0x16", "8x16", "4x7", "4x64", "-4x16", "4 x16", "4x16x"} {
		if s, err := ParseSlot(bad); err == nil {
			t.Errorf("%q is taken for %v", bad, s)
		}
	}
}

func TestRedundancy(t *testing.T) {
	if r, err := ParseRedundancy("3+1"); err != nil || r != (Redundancy{3, 1}) {
		t.Errorf("3+1 is %v, %v", r, err)
	}
	for _, bad := range []string{"", "1", "0+1", "1+-1", "n+1", "1+1+1", "99+99999"} {
		if r, err := ParseRedundancy(bad); err == nil {
			t.Errorf("%q is taken for %v", bad, r)
		}
	}
}

func TestPrint(t *testing.T) {
	for _, tt := range []struct {
		value float64
		unit  string
		want  string
	}{
		{128 * (1 << 30), Bytes, "128 GiB"}, {14e9, Bytes, "13.04 GiB"}, {300 << 20, Bytes, "0.29 GiB"}, {5 << 20, Bytes, "5 MiB"},
		{2048 << 30, Bytes, "2048 GiB"}, {30.72e12, Bytes, "27.94 TiB"}, {512, Bytes, "512 B"}, {1536, Bytes, "1.5 KiB"}, {0, Bytes, "0 GiB"}, {1.6, Ratio, "1.6 ×"}, {0.625, Fraction, "62.5 %"},
		{300e9, BytesPerSecond, "300 GB/s"}, {200e9, BitsPerSecond, "200 Gb/s"}, {2200, Watts, "2200 W"}, {10200, Watts, "10.2 kW"},
		{30, Seconds, "30 s"}, {1800, Seconds, "30 min"}, {7200, Seconds, "2 h"}, {24000, Money, "24,000"}, {-1234567, Money, "-1,234,567"},
		{4, Count, "4"}, {2.5, "parrots", "2.5 parrots"}, {-0.001, Count, "0"},
	} {
		if got := Print(tt.value, tt.unit); got != tt.want {
			t.Errorf("Print(%v, %q) = %q, want %q", tt.value, tt.unit, got, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"80GB", "1.5 TB", "-1GB", "", "1e400", "∞GB", "00000000000000000000.1W"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, k := range Kinds() {
			v, err := Parse(k, text)
			if err == nil && (v < 0 || math.IsInf(v, 0) || math.IsNaN(v)) {
				t.Errorf("Parse(%s, %q) = %v", k, text, v)
			}
			var bad *Error
			if err != nil && !errors.As(err, &bad) {
				t.Errorf("Parse(%s, %q) gives an error of type %T", k, text, err)
			}
		}
	})
}

func TestPrintDrive(t *testing.T) {
	for bytes, want := range map[float64]string{0: "", 480e9: "480 GB", 1e12: "1 TB", 3.84e12: "3.84 TB", 30.72e12: "30.72 TB"} {
		if got := PrintDrive(bytes); got != want {
			t.Errorf("%g B are printed as %q, want %q", bytes, got, want)
		}
	}
}

func TestSeveral(t *testing.T) {
	for want, n := range map[string]int{"0 nodes": 0, "1 node": 1, "2 nodes": 2, "1,024 nodes": 1024} {
		if got := Several(n, "node"); got != want {
			t.Errorf("%d nodes are %q, want %q", n, got, want)
		}
	}
	if got := Several(2, "process"); got != "2 processes" {
		t.Errorf("two processes are %q", got)
	}
}
