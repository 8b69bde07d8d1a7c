// Command rackvet lints GPU server build specs before the servers are bought.
package main

import (
	"os"

	"github.com/rackvet/rackvet/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Process{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}))
}
