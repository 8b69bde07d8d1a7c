package sandbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/policies"
)

// endlessTypes is 40 lists of lists whose type no checker gets through.
func endlessTypes() string {
	var b strings.Builder
	b.WriteString("x0 := [0]\n\n")
	for i := range 40 {
		fmt.Fprintf(&b, "x%d := [x%d, x%d]\n\n", i+1, i, i)
	}
	return b.String() + onlyIf("x40")
}

func TestARuleThatNothingCompilesIsLeftOut(t *testing.T) {
	f := folder(map[string]string{"bad": endlessTypes()})
	f.Files["help.rego"] = []byte("package help\n\nthree := 3\n")
	f.Files["uses_help.rego"] = []byte(rule("rules", "uses-help", "import data.help\n\n"+onlyIf("help.three == data.org.number")))
	f.Files["data.yaml"] = []byte("number: 3\n")
	s, _ := setup(t, f)
	// What is said of a rule does not keep the others from being started.
	s.Params, s.Off = map[string]map[string]any{"hostile/bad": {}}, []string{"hostile/good"}
	b, err := s.Bundle(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPool(t.Context(), command(t), s, b, Limits{Start: 3 * time.Second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	for range 2 {
		js, err := p.Eval(t.Context(), server(t, "s"))
		has(t, err, "rule hostile/bad: it could not be compiled, and is left out: no answer within 3s")
		if ids(js) != "hostile/uses-help" {
			t.Errorf("the other rules' results are %q", ids(js))
		}
	}
}

func TestWhenNothingCanBeCompiledTheRulesAreNamed(t *testing.T) {
	f := &policy.Folder{Name: "org", Files: map[string][]byte{"bad.rego": []byte(rule("rules", "bad", endlessTypes()))}}
	s, b := setup(t, f)
	_, err := NewPool(t.Context(), command(t), s, b, Limits{Start: 2 * time.Second}, nil)
	has(t, err, "rule hostile/bad: reading and compiling the policies: no answer within 2s")
}

func TestAProcessThatIsNoneIsAnError(t *testing.T) {
	s, b := setup(t, folder(nil))
	for _, tc := range []struct {
		name, want string
		command    []string
	}{
		{"no such program", "start a process for policies", []string{"/nowhere/rackvet"}},
		{"one that answers otherwise", "ended its process", []string{"/bin/echo", "hello"}},
		{"one that says nothing", "ended its process", []string{"/bin/true"}},
		{"one that fails", "exit status 1", []string{"/bin/false"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := NewPool(t.Context(), tc.command, s, b, Limits{}, nil)
			has(t, err, tc.want)
		})
	}
}

func TestARunThatIsBrokenOffEndsAtOnce(t *testing.T) {
	p := newPool(t, Limits{Timeout: time.Hour}, folder(map[string]string{"bad": digits + onlyIf("count([1 | "+billion+"; a + i < 0]) == 0")}))
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	js, err := p.Eval(ctx, server(t, "s"))
	if !errors.Is(err, context.DeadlineExceeded) || len(js) > 0 {
		t.Errorf("it gives %s, %v", ids(js), err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
	if _, err := p.Eval(ctx, server(t, "s")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("another server gives %v", err)
	}
}
