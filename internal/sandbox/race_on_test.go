//go:build race

package sandbox

// raced says that the race detector is at work.
const raced = true
