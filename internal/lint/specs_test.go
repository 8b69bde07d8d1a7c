package lint

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

var (
	verdictLine  = regexp.MustCompile(`(?m)^# Verdict: (\w+)$`)
	warningsLine = regexp.MustCompile(`(?m)^# Warnings: (.+)$`)
	sourceLine   = regexp.MustCompile(`(?m)^# Source: \S`)
)

// Each spec has a header that says what it is, where its figures come from and
// the verdict it gets, with the rules that warn; here it is held to that.
func TestSpecsAreWhatTheirHeadersSay(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../../specs/*.hcl", "../../specs/*/*.hcl"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if !strings.HasPrefix(filepath.Base(path), ".") { // a config
				paths = append(paths, path)
			}
		}
	}
	if len(paths) < 9 {
		t.Fatalf("only %d specs", len(paths))
	}
	l := newLinter(t, "", Options{})
	for _, path := range paths {
		t.Run(strings.TrimPrefix(filepath.ToSlash(path), "../../"), func(t *testing.T) {
			r, all := results(t, l, path)
			text := string(r.Source.Bytes)
			verdict := verdictLine.FindStringSubmatch(text)
			if verdict == nil || !sourceLine.MatchString(text) || !strings.HasPrefix(text, "# ") {
				t.Fatal("the header lacks what it is, its source or its verdict")
			}
			for _, s := range r.Servers {
				if s.Verdict != verdict[1] {
					t.Errorf("the verdict is %s, and the header says %s", s.Verdict, verdict[1])
				}
			}
			var said, got []string
			if m := warningsLine.FindStringSubmatch(text); m != nil {
				said = strings.Split(m[1], ", ")
			}
			for _, f := range all {
				if f.Outcome == finding.Fail || f.Outcome == finding.Undecided {
					got = append(got, f.Rule)
				}
			}
			slices.Sort(got)
			if got = slices.Compact(got); fmt.Sprint(got) != fmt.Sprint(said) {
				t.Errorf("what fires is %v, and the header says %v", got, said)
			}
		})
	}
}
