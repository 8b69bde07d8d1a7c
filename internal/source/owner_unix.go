//go:build unix

package source

import (
	"os"
	"syscall"
)

// keepOwner gives f the owner and the group of another file, where the user may:
// what root formats in somebody's folder stays theirs.
func keepOwner(f *os.File, of os.FileInfo) {
	want, ok := of.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	if f.Chown(int(want.Uid), int(want.Gid)) != nil {
		f.Chown(-1, int(want.Gid)) // the group alone, or neither
	}
}
