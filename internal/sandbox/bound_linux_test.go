package sandbox

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// How far beyond its memory a process gets before it ends: by little where it grows
// step by step, and where a single allocation is larger than all it may have, by no
// more than the kernel lets it.
func TestAProcessEndsNotFarBeyondItsMemory(t *testing.T) {
	if raced {
		t.Skip("the race detector takes several times the memory itself")
	}
	// hundredfold is a text of 8 bytes and of 100 times as much each time.
	hundredfold := `x0 := "01234567"` + "\n\n"
	for i := range 4 {
		hundredfold += fmt.Sprintf("x%d := concat(\"\", [%s])\n\n", i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("x%d, ", i), 100), ", "))
	}
	for _, tc := range []struct {
		name, body string
		atOnce     uint64 // the largest single allocation, which may be there before anyone looks
	}{
		{"a comprehension of a billion", digits + onlyIf("count([[a, b, c, d, e, f, g, h, i] | "+billion+"]) > 0"), 0},
		{"a text that doubles", doubled(`"0123456789"`, `concat("", [x, x])`) + onlyIf("count(x28) > 0"), 0},
		{"800 megabytes at once", hundredfold + onlyIf("count(x4) > 0"), 800_000_000},
	} {
		for _, limit := range []uint64{64 << 20, 256 << 20} {
			t.Run(fmt.Sprintf("%s of %d MiB", tc.name, limit>>20), func(t *testing.T) {
				s, _ := setup(t, folder(map[string]string{"bad": tc.body}))
				s.Timeout = time.Minute
				x, err := start(t.Context(), command(t), hello{Setup: s, Memory: limit})
				if err != nil {
					t.Fatal(err)
				}
				defer x.kill()
				err = x.exchange(t.Context(), time.Minute, request{Rules: []string{"hostile/bad"}, Input: []byte(`{"server": {"name": "x"}}`)}, new(response))
				var broke *stopped
				if !errors.As(err, &broke) || broke.why != "took too much memory" {
					t.Errorf("it ended with %v", err)
				}
				peak := uint64(x.cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) << 10
				t.Logf("it took %d MiB, %.2f times what it may", peak>>20, float64(peak)/float64(limit))
				if most := limit + limit/4 + 192<<20 + tc.atOnce; peak > most {
					t.Errorf("it took %d MiB, more than %d", peak>>20, most>>20)
				}
			})
		}
	}
}
