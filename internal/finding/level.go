package finding

import "fmt"

// Level is how much a failing result matters. The zero Level is invalid on
// purpose, so that a forgotten one shows.
type Level int

// The levels, from least to worst.
const (
	Note Level = iota + 1
	Warning
	Error
)

var levelNames = map[Level]string{Note: "note", Warning: "warning", Error: "error"}

// Levels lists the names of the levels, worst first.
func Levels() []string { return []string{"error", "warning", "note"} }

func (l Level) String() string {
	if s, ok := levelNames[l]; ok {
		return s
	}
	return "invalid"
}

// ParseLevel reads a level's name.
func ParseLevel(s string) (Level, error) {
	for l, name := range levelNames {
		if name == s {
			return l, nil
		}
	}
	return 0, fmt.Errorf("%q is no level: use error, warning or note", s)
}

// MarshalText gives the level's name.
func (l Level) MarshalText() ([]byte, error) {
	if _, ok := levelNames[l]; !ok {
		return nil, fmt.Errorf("invalid level %d", int(l))
	}
	return []byte(l.String()), nil
}

// UnmarshalText reads the level's name.
func (l *Level) UnmarshalText(b []byte) (err error) {
	*l, err = ParseLevel(string(b))
	return err
}

// Outcome is what a rule says of a server.
type Outcome string

// The outcomes.
const (
	Pass      Outcome = "pass"      // judged and found good
	Fail      Outcome = "fail"      // judged and found wanting, at the result's level
	Undecided Outcome = "undecided" // a fact is missing, or an estimate straddles the limit
	Skipped   Outcome = "skipped"   // does not apply; the message says why
	Waived    Outcome = "waived"    // failed, and someone signed for it
)

// Valid reports whether o is one of the outcomes.
func (o Outcome) Valid() bool {
	switch o {
	case Pass, Fail, Undecided, Skipped, Waived:
		return true
	}
	return false
}

// Open reports whether o is of a result that somebody has to do something about: it
// fails or is undecided, and nobody signed for it.
func (o Outcome) Open() bool { return o == Fail || o == Undecided }
