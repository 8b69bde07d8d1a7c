package cli

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands are what scripts can do besides running rackvet.
var commands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"code":   wantCode,
	"repeat": repeat,
	"bytes":  writeBytes,
	// of artefacts of gates
	"tamper":   tamper,
	"truncate": truncate,
	"pae":      preAuthentic,
}

// wantCode runs a command and wants one exit code of it: code 2 rackvet lint.
func wantCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N command [args]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exited, ok := err.(interface{ ExitCode() int }); ok {
		got = exited.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s exited with %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// repeat writes a file of a text many times over: repeat file N text [after].
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: repeat file N text [after]")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := strings.Repeat(args[2], n) + strings.Join(args[3:], "")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// writeBytes writes a file with Go's escapes: bytes file "\xff\xfe".
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes file text")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	if err != nil {
		ts.Fatalf("%v", fmt.Errorf("%s: %w", args[1], err))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
