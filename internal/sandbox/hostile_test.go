package sandbox

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// doubled is 28 values, each of them two of the one before.
func doubled(first, next string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "x0 := %s\n\n", first)
	for i := range 28 {
		fmt.Fprintf(&b, "x%d := %s\n\n", i+1, strings.ReplaceAll(next, "x", fmt.Sprintf("x%d", i)))
	}
	return b.String()
}

const (
	digits = "digits := [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n\n"
	// billion runs through 10^9 combinations of digits.
	billion = `some a in digits; some b in digits; some c in digits
		some d in digits; some e in digits; some f in digits
		some g in digits; some h in digits; some i in digits`
	// deeper is a value that nests 1.2 million times, which nothing parses and no stack
	// holds.
	deeper = `opening := replace(sprintf("%9000s", [""]), " ", "[")

deep0 := json.unmarshal(concat("", [opening, replace(opening, "[", "]")]))

step0 := split(replace(sprintf("%8999s", [""]), " ", "0"), "")

`
)

func deep() string {
	var b strings.Builder
	b.WriteString(deeper)
	for i := range 7 {
		fmt.Fprintf(&b, "deep%[2]d := json.patch(deep%[1]d, [{\"op\": \"add\", \"path\": array.concat(step%[1]d, [\"0\"]), \"value\": deep%[1]d}])\n\n", i, i+1)
		fmt.Fprintf(&b, "step%[2]d := array.concat(step%[1]d, array.concat([\"0\"], step%[1]d))\n\n", i, i+1)
	}
	return b.String()
}

func onlyIf(condition string) string { return pass + " if {\n\t" + condition + "\n}\n" }

// anyOf says that one of them has to be in the error: how fast a machine is decides
// what a policy meets first, the clock or the end of its memory.
type anyOf []string

func (want anyOf) in(text string) bool {
	for _, w := range want {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

var tooMuch = anyOf{"no answer within 1s", "took too much memory"}

func TestARuleThatRunsAwayIsStoppedAlone(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		want       anyOf
	}{
		{"a billion loops", digits + onlyIf("count([1 | "+billion+"; a + b + c + d + e + f + g + h + i < 0]) == 0"), anyOf{"no answer within 1s"}},
		{"a comprehension of a billion", digits + onlyIf("count([[a, b, c, d, e, f, g, h, i] | "+billion+"]) > 0"), tooMuch},
		{"lists that double 28 times, walked", doubled("[input.server.name]", "[y | some y in [x, x]]") + onlyIf("count([1 | walk(x28, _)]) > 0"), tooMuch},
		{"lists that double 28 times, written", doubled("[input.server.name]", "[y | some y in [x, x]]") + onlyIf("count(json.marshal(x28)) > 0"), tooMuch},
		{"lists that double 28 times, given", doubled("[input.server.name]", "[y | some y in [x, x]]") + "results contains x28\n", tooMuch},
		{"text of a gigabyte", doubled(`"0123456789"`, `concat("", [x, x])`) + onlyIf("count(x28) > 0"), tooMuch},
		{"text of a gigabyte, given", doubled(`"0123456789"`, `concat("", [x, x])`) + "results contains x28\n", tooMuch},
		{"a built-in that heeds no clock", `a := concat("", ["a" | some _ in split(b, "")])

b := sprintf("%03000000d", [1])

` + onlyIf(`count(strings.replace_n({"a": b}, a)) > 0`), tooMuch},
		{"data that nests 1.2 million times", deep() + onlyIf("count([1 | walk(deep7, _)]) > 0"), anyOf{"went too deep, and ran out of stack", "no answer within", "took too much memory"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newPool(t, Limits{Timeout: time.Second, Memory: 192 << 20}, folder(map[string]string{"bad": tc.body}))
			for i := range 2 { // and again, in a process that was started anew
				start := time.Now()
				js, err := p.Eval(t.Context(), server(t, fmt.Sprintf("s%d", i)))
				has(t, err, "rule hostile/bad: ")
				if err != nil && !tc.want.in(err.Error()) {
					t.Errorf("the error is %q, and %q are wanted", err, tc.want)
				}
				if ids(js) != "hostile/good" {
					t.Errorf("the other rule's result is lost: %s", ids(js))
				}
				if took := time.Since(start); took > time.Minute {
					t.Errorf("server %d took %s", i, took)
				}
			}
		})
	}
}

func TestARuleThatAnswersWronglyLeavesTheOthersAlone(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"nothing", "results contains x if x := input.gpu.power_limit_watts", "no result: a rule answers for every server"},
		{"no results at all", "limit := 1", "no result: a rule answers for every server"},
		{"the wrong shape", "results := {\"outcome\": \"pass\"}", "expected results to be a set or an array"},
		{"a text for a result", "results contains \"pass\"", `result 1: expected result to be an object, found "pass"`},
		{"10,001 results", `results contains {"outcome": "pass", "level": "error", "path": [i]} if some i, _ in split("` + strings.Repeat(" ", 10_000) + `", " ")`, "10001 results for one server, at most 1000 make sense"},
		{"results of five megabytes", `results contains {"outcome": "pass", "level": "error", "path": [], "values": {"x": sprintf("%05000000d", [i])}} if some i in [1, 2]`, "its results are"},
		{"results that nest too deeply", "results contains x if {\n\tx := json.patch(y, [{\"op\": \"add\", \"path\": array.concat(step, [\"0\"]), \"value\": y}])\n}\n\n" + strings.NewReplacer("deep0", "y", "step0", "step").Replace(deeper), "its results nest too deeply"},
		{"two values for one", "limit := 1 if input.gpu.count > 0\n\nlimit := 2 if input.gpu.count > 1\n\nresults contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": [limit]}", "eval_conflict_error"},
		{"a fault of a built-in", "results contains 1 / (input.gpu.count - input.gpu.count)", "divide by zero"},
		{"a message of two megabytes in its error", `results contains sprintf("%02000000d", [1])`, "expected result to be an object, found \"000"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newPool(t, Limits{}, folder(map[string]string{"bad": tc.body}))
			js, err := p.Eval(t.Context(), server(t, "s"))
			has(t, err, "rule hostile/bad: ", tc.want)
			if err != nil && len(err.Error()) > 2*maxReason {
				t.Errorf("the error is %d bytes long", len(err.Error()))
			}
			if ids(js) != "hostile/good" {
				t.Errorf("the other rule's result is lost: %s", ids(js))
			}
			if len(p.killed) > 0 {
				t.Errorf("a process had to be killed: %v", p.killed)
			}
		})
	}
}

func TestPoliciesThatReachOutAreRefused(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"the network", `results contains x if x := http.send({"method": "get", "url": "http://localhost"})`, "undefined function http.send"},
		{"the environment", `results contains opa.runtime().env`, "undefined function opa.runtime"},
		{"a function that calls itself", "f(x) := f(x + 1)\n\nresults contains f(1)", "is recursive"},
		{"a field that the input lacks", "results contains input.gpuz", "gpuz"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, b := setup(t, folder(map[string]string{"bad": tc.body}))
			_, err := NewPool(t.Context(), command(t), s, b, Limits{}, nil)
			has(t, err, "org/bad.rego:", tc.want)
			refused, ok := err.(*Refused)
			if !ok || len(refused.Faults) == 0 || refused.Faults[0].Line < 12 {
				t.Errorf("%v is no fault with a place", err)
			}
		})
	}
}

func TestARuleThatIsStoppedAgainAndAgainIsLeftOut(t *testing.T) {
	p := newPool(t, Limits{Timeout: 300 * time.Millisecond}, folder(map[string]string{"bad": digits + onlyIf("count([1 | "+billion+"; a + i < 0]) == 0")}))
	for i := range givesUp + 2 {
		js, err := p.Eval(t.Context(), server(t, "s"))
		want := "no answer within 300ms"
		if i >= givesUp {
			want = "it is left out, as it had to be stopped at 3 servers before"
		}
		has(t, err, "rule hostile/bad: ", want)
		if ids(js) != "hostile/good" {
			t.Errorf("the other rule's result is lost: %s", ids(js))
		}
	}
}

func TestAFleetRuleThatRunsAwayIsStoppedAlone(t *testing.T) {
	f := folder(nil)
	f.Files["fleet_good.rego"] = []byte(rule("fleet", "fleet-good", pass))
	f.Files["fleet_bad.rego"] = []byte(rule("fleet", "fleet-bad", digits+onlyIf("count(input.servers) == 2\n\tcount([1 | "+billion+"; a + i < 0]) == 0")))
	p := newPool(t, Limits{Timeout: time.Second}, f)
	if !p.HasFleet() {
		t.Fatal("no rules of a fleet")
	}
	js, err := p.EvalFleet(t.Context(), map[string]any{"api_version": "rackvet/input/v1", "servers": []any{server(t, "a"), server(t, "b")}})
	has(t, err, "rule hostile/fleet-bad: no answer within 1s")
	if ids(js) != "hostile/fleet-good" {
		t.Errorf("the other rule's result is lost: %s", ids(js))
	}
	if js, err := p.Eval(t.Context(), server(t, "a")); err != nil || ids(js) != "hostile/good" {
		t.Errorf("the rules of servers give %s, %v", ids(js), err)
	}
}

// Policies are what their process was given: nothing of its surroundings.
func TestTheProcessSeesNoEnvironment(t *testing.T) {
	t.Setenv("RACKVET_SECRET", "hunter2")
	s, _ := setup(t, folder(nil))
	x, err := start(t.Context(), command(t), hello{Setup: s})
	if err != nil {
		t.Fatal(err)
	}
	defer x.kill()
	if got := strings.Join(x.cmd.Env, " "); got != "GOTRACEBACK=none" {
		t.Errorf("its environment is %q", got)
	}
}
