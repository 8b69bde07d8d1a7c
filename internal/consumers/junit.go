//go:build ignore

package main

import (
	"fmt"
	"strings"

	junitxml "github.com/joshdk/go-junit"
)

// junit holds the test results that a reader of JUnit's format sees against the
// findings, which are in the same order and of a run that fails on errors alone.
func junit(text []byte, want []finding) error {
	suites, err := junitxml.Ingest(text)
	if err != nil {
		return err
	}
	var tests []junitxml.Test
	for _, s := range suites {
		tests = append(tests, s.Tests...)
	}
	if len(tests) != len(want) {
		return fmt.Errorf("%d tests for %d results", len(tests), len(want))
	}
	for i, f := range want {
		status := junitxml.StatusPassed
		switch {
		case f.accepted(), f.Outcome == "undecided", f.Outcome == "skipped":
			status = junitxml.StatusSkipped
		case f.Outcome == "fail" && f.Level == "error":
			status = junitxml.StatusFailed
		}
		got := tests[i]
		if got.Status != status || !strings.HasPrefix(got.Name, f.Rule) {
			return fmt.Errorf("test %q is %s, want %s of %s", got.Name, got.Status, status, f.Rule)
		}
		if failed, ok := got.Error.(junitxml.Error); status == junitxml.StatusFailed && (!ok || failed.Type != f.Level || !strings.Contains(failed.Message, f.Message) || !strings.Contains(failed.Body, f.Message)) {
			return fmt.Errorf("test %q fails with %#v, want %s %q", got.Name, got.Error, f.Level, f.Message)
		}
		if told := got.SystemOut; status == junitxml.StatusPassed && f.Outcome == "fail" && !strings.HasPrefix(told, f.Level+": "+f.Message) {
			return fmt.Errorf("test %q passes and prints %q, want %s %q", got.Name, told, f.Level, f.Message)
		}
		if status == junitxml.StatusSkipped && !strings.Contains(got.Message, f.Message) {
			return fmt.Errorf("test %q is skipped with %q, want %q", got.Name, got.Message, f.Message)
		}
	}
	return nil
}

// hostileJUnit sees to it that what a stranger may have written can be read, and
// that it makes no results of its own.
func hostileJUnit(text []byte, _ []finding) error {
	suites, err := junitxml.Ingest(text)
	if err != nil {
		return err
	}
	failed := 0
	for _, s := range suites {
		for _, t := range s.Tests {
			if strings.ContainsFunc(t.Name+t.Classname+t.Message, unsafe) {
				return fmt.Errorf("a reader would show %q", t.Name)
			}
			if t.Status == junitxml.StatusFailed {
				failed++
			}
		}
	}
	if failed == 0 {
		return fmt.Errorf("no test fails")
	}
	return nil
}
