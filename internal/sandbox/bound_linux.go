package sandbox

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// bound lets the kernel refuse memory far beyond the limit: a single allocation may
// be larger than what the machine has, and be there before watch looks. Go's heap
// grows by 64 MiB at once and is never without gaps, for which there is room.
//
// What can't be bound is watched all the same.
func bound(limit uint64) {
	most := data() + limit + limit/4 + 128<<20
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: most, Max: most})
	// Should memory run out all the same, this process is the one to go.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
}

// data is what RLIMIT_DATA counts of this process so far.
func data() uint64 {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if kib, ok := strings.CutPrefix(line, "VmData:"); ok {
			n, _ := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kib), "kB")), 10, 64)
			return n << 10
		}
	}
	return 0
}
