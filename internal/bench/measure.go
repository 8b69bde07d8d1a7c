package main

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// command is what is measured: a program, its arguments, where it runs.
type command struct {
	path string
	args []string
	dir  string
}

// figures are the medians of a command's runs.
type figures struct{ seconds, megabytes float64 }

// inTurn runs two commands A B A B …, so that the machine's moods meet both.
// The first round is not counted.
func inTurn(a, b command, runs int) (figures, figures, error) {
	var as, bs []figures
	for i := range runs + 1 {
		x, err := a.measure()
		if err != nil {
			return x, x, err
		}
		y, err := b.measure()
		if err != nil {
			return x, y, err
		}
		if i > 0 {
			as, bs = append(as, x), append(bs, y)
		}
	}
	return median(as), median(bs), nil
}

// measure runs the command once. Exit code 1 is a verdict and no fault.
func (c command) measure() (figures, error) {
	cmd := exec.Command(c.path, c.args...)
	cmd.Dir = c.dir
	start := time.Now()
	out, err := cmd.CombinedOutput()
	seconds := time.Since(start).Seconds()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return figures{}, fmt.Errorf("%s %v: %w\n%s", c.path, c.args, err, out[:min(len(out), 2000)])
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return figures{}, errors.New("the system does not tell a process's memory")
	}
	return figures{seconds, float64(usage.Maxrss) / 1024}, nil
}

func median(all []figures) figures {
	pick := func(of func(figures) float64) float64 {
		var values []float64
		for _, f := range all {
			values = append(values, of(f))
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return figures{pick(func(f figures) float64 { return f.seconds }), pick(func(f figures) float64 { return f.megabytes })}
}
