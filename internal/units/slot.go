package units

import (
	"fmt"
	"strconv"
	"strings"
)

// Slot is a PCIe slot or link: its generation and its lanes.
type Slot struct{ Generation, Lanes int }

// ParseSlot reads "4x16". The error is an *Error.
func ParseSlot(text string) (Slot, error) {
	gen, lanes, ok := strings.Cut(text, "x")
	g, err1 := strconv.Atoi(gen)
	l, err2 := strconv.Atoi(lanes)
	if !ok || err1 != nil || err2 != nil || g < 1 || g > 7 || !validLanes(l) {
		return Slot{}, &Error{Problem: fmt.Sprintf("%q is no PCIe slot (generation 1 to 7, x, lanes 1, 2, 4, 8, 16 or 32)", text)}
	}
	return Slot{g, l}, nil
}

func validLanes(n int) bool { return n >= 1 && n <= 32 && n&(n-1) == 0 }

func (s Slot) String() string { return fmt.Sprintf("%dx%d", s.Generation, s.Lanes) }

// PerDirection is the slot's bandwidth in one direction, bytes a second:
// GT/s × lanes ÷ 8 × line code, which is 8b/10b for generations 1 and 2,
// 128b/130b for 3 to 5 and 242/256 flits from 6 on.
func (s Slot) PerDirection() float64 {
	if s.Generation < 1 || s.Generation > 7 {
		return 0
	}
	gigatransfers := [...]float64{2.5, 5, 8, 16, 32, 64, 128}[s.Generation-1]
	code := 128.0 / 130
	switch {
	case s.Generation <= 2:
		code = 0.8
	case s.Generation >= 6:
		code = 242.0 / 256
	}
	return gigatransfers * 1e9 * float64(s.Lanes) / 8 * code
}

// Check says what is wrong with a text as a quantity of the schema: of one of the
// kinds, or "slot" or "redundancy". The error is an *Error.
func Check(quantity, text string) error {
	var err error
	switch quantity {
	case "slot":
		_, err = ParseSlot(text)
	case "redundancy":
		_, err = ParseRedundancy(text)
	default:
		_, err = Parse(Kind(quantity), text)
	}
	return err
}

// Redundancy is how many power supplies are needed and how many are spare.
type Redundancy struct{ Needed, Spare int }

// ParseRedundancy reads "3+1". The error is an *Error.
func ParseRedundancy(text string) (Redundancy, error) {
	needed, spare, ok := strings.Cut(text, "+")
	n, err1 := strconv.Atoi(needed)
	s, err2 := strconv.Atoi(spare)
	if !ok || err1 != nil || err2 != nil || n < 1 || s < 0 || n > 64 || s > 64 {
		return Redundancy{}, &Error{Problem: fmt.Sprintf("%q is no redundancy (supplies needed + spare, in numbers)", text)}
	}
	return Redundancy{n, s}, nil
}
