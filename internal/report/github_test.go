package report

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestGitHub(t *testing.T) {
	o, servers, problems := review(t)
	all := o
	all.All = true
	for _, test := range []struct {
		name     string
		golden   string
		o        Options
		servers  []*Server
		problems []Problem
	}{
		{"problems come before failures, and failures before what is undecided", "review", o, servers, problems},
		{"accepted results are notices, on request", "review_all", all, servers, problems},
		{"a clean run annotates nothing", "clean", o, servers[1:2], nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			golden(t, test.golden+".github", write(t, "github", test.o, test.servers, test.problems))
		})
	}
}

// command reads a line as the runner's documentation says that it does, or
// gives false if it is none.
func command(line string) (name string, properties map[string]string, message string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "::")
	if !ok {
		return "", nil, "", false
	}
	head, message, ok := strings.Cut(rest, "::")
	name, list, _ := strings.Cut(head, " ")
	properties = map[string]string{}
	for p := range strings.SplitSeq(list, ",") {
		k, v, _ := strings.Cut(p, "=")
		properties[k] = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(v)
	}
	return name, properties, strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(message), ok
}

func TestGitHubEscapesAsTheRunnerExpects(t *testing.T) {
	f := source.NewFile("specs/50%,a:b.hcl", []byte("server {\n"))
	r := finding.Result{Rule: "own/a,b:c%", Outcome: finding.Fail, Level: finding.Warning, Message: "50 % of 4: 2, 3::4 %0A", Help: "Do, or don't: 100 %.",
		Server: "a,b", File: f.Path, Range: f.Range(2, 5)}
	line, _, _ := strings.Cut(write(t, "github", Options{}, []*Server{server(f, "pass", r)}, nil), "\n")
	name, properties, message, ok := command(line)
	want := map[string]string{"file": f.Path, "line": "1", "col": "3", "endLine": "1", "endColumn": "6", "title": "own/a,b:c% in a,b"}
	if diff := cmp.Diff(want, properties); !ok || name != "warning" || diff != "" {
		t.Errorf("%s is read as %s with (-want +got):\n%s", line, name, diff)
	}
	if want := "50 % of 4: 2, 3::4 %0A\nDo, or don't: 100 %."; message != want {
		t.Errorf("the message is %q, want %q", message, want)
	}
}

func TestGitHubAnnotatesTheWorstTen(t *testing.T) {
	f := source.NewFile("a.hcl", []byte("a\n"))
	result := func(oc finding.Outcome, l finding.Level, message string) finding.Result {
		return finding.Result{Rule: "x/y", Outcome: oc, Level: l, Message: message, File: f.Path}
	}
	var results []finding.Result
	for i := range 8 {
		results = append(results, result(finding.Undecided, finding.Error, fmt.Sprint("unknown ", i)),
			result(finding.Fail, finding.Error, fmt.Sprint("bad ", i)), result(finding.Fail, finding.Warning, fmt.Sprint("odd ", i)))
	}
	var problems []Problem
	for i := range 4 {
		problems = append(problems, Problem{Result: result(finding.Fail, finding.Error, fmt.Sprint("broken ", i))})
	}
	want := strings.Fields("broken-0 broken-1 broken-2 broken-3 bad-0 bad-1 bad-2 bad-3 bad-4 bad-5 odd-0 odd-1 odd-2 odd-3 odd-4 odd-5 odd-6 odd-7 undecided:-unknown-0 undecided:-unknown-1")
	for _, test := range []struct {
		name    string
		summary *bytes.Buffer
		last    string
	}{
		{"and says what shows the rest", nil, "not annotated, since GitHub shows 10 of a level: 2 errors, 6 warnings; the format text or json shows them\n"},
		{"and has the rest in the step summary", new(bytes.Buffer), "not annotated, since GitHub shows 10 of a level: 2 errors, 6 warnings; the step summary has them\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var o Options
			if test.summary != nil {
				o.Summary = test.summary
			}
			out := write(t, "github", o, []*Server{server(f, "fail", results...)}, problems)
			var got []string
			for line := range strings.SplitSeq(out, "\n") {
				if _, _, message, ok := command(line); ok {
					got = append(got, strings.ReplaceAll(message, " ", "-"))
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("annotations (-want +got):\n%s", diff)
			}
			if !strings.HasSuffix(out, test.last) {
				t.Errorf("the last line is not %s of\n%s", test.last, out)
			}
			if test.summary == nil {
				return
			}
			if diff := cmp.Diff(write(t, "github-summary", Options{}, []*Server{server(f, "fail", results...)}, problems), test.summary.String()); diff != "" {
				t.Errorf("the summary is not what github-summary writes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGitHubOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	var summary bytes.Buffer
	o.Summary = &summary
	out := write(t, "github", o, servers, problems)
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\n"), "\n") {
		name, properties, message, ok := command(line)
		if !ok {
			checkHarmless(t, line)
			continue
		}
		n++
		checkHarmless(t, strings.TrimPrefix(line, "::"))
		if name != "error" && name != "warning" && name != "notice" || message == "" {
			t.Errorf("%q is the command %q", line, name)
		}
		for k := range properties {
			if !strings.Contains(" file line col endLine endColumn title ", " "+k+" ") {
				t.Errorf("%q has the property %q", line, k)
			}
		}
	}
	if n != 9 || len(out) > 200_000 {
		t.Errorf("%d annotations in %d bytes, want 9 in few", n, len(out))
	}
	checkHarmless(t, summary.String())
}

func TestGitHubTellsThatTheSummaryIsFull(t *testing.T) {
	o, servers, problems := review(t)
	o.Summary = &fullDisk{}
	var out bytes.Buffer
	f := newGitHub(&out, o)
	if err := errors.Join(f.Server(servers[0]), f.Problems(problems)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(finding.Summary{}); !errors.Is(err, errFull) || !strings.Contains(err.Error(), "step summary") {
		t.Errorf("error is %v, want %v of the step summary", err, errFull)
	}
}
