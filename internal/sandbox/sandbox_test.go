package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/policies"
	"github.com/rackvet/rackvet/schema"
)

// workerArgument makes this test's program the process that policies run in,
// parentArgument one that starts such a process.
const (
	workerArgument = "policy-worker"
	parentArgument = "policy-parent"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == workerArgument {
		if err := Serve(os.Stdin, os.Stdout, policies.FS); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) == 2 && os.Args[1] == parentArgument {
		fmt.Fprintln(os.Stderr, parent())
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// parent starts a process, says which, and has it work without end.
func parent() error {
	s := policy.Setup{Folders: []*policy.Folder{folder(map[string]string{"bad": digits + onlyIf("count([1 | "+billion+"; a + i < 0]) == 0")})}, Timeout: time.Hour}
	x, err := start(context.Background(), []string{os.Args[0], workerArgument}, hello{Setup: s})
	if err != nil {
		return err
	}
	fmt.Println(x.cmd.Process.Pid)
	return x.exchange(context.Background(), time.Hour, request{Rules: []string{"hostile/bad"}, Input: []byte("{}")}, new(response))
}

func command(t testing.TB) []string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{program, workerArgument}
}

// pass is a rule that is content with every server.
const pass = `results contains {"outcome": "pass", "level": "error", "path": []}`

// rule is the file of a rule hostile/<name>; kind is rules or fleet.
func rule(kind, name, body string) string {
	return fmt.Sprintf(`# METADATA
# title: A rule
# description: Says something.
# custom:
#   levels: [error]
#   since: 0.1.0
#   messages:
#     pass: fine
#     fail: bad
package rackvet.%s.hostile[%q]

%s
`, kind, name, body)
}

// folder has the rules hostile/good, which passes, and those of bodies by name.
func folder(bodies map[string]string) *policy.Folder {
	f := &policy.Folder{Name: "org", Files: map[string][]byte{"good.rego": []byte(rule("rules", "good", pass))}}
	for name, body := range bodies {
		f.Files[name+".rego"] = []byte(rule("rules", name, body))
	}
	return f
}

// setup is that of a run with folders of policies, and what it makes.
func setup(t testing.TB, folders ...*policy.Folder) (policy.Setup, *policy.Bundle) {
	t.Helper()
	s := policy.Setup{Folders: folders, Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Schema: schema.InputSchema}
	b, err := s.Bundle(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	return s, b
}

func newPool(t testing.TB, l Limits, folders ...*policy.Folder) *Pool {
	t.Helper()
	s, b := setup(t, folders...)
	p, err := NewPool(t.Context(), command(t), s, b, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// server is the input of a server of that name.
func server(t testing.TB, name string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(path.Join("..", "policy", "testdata", "server.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	v["server"].(map[string]any)["name"] = name
	return v
}

func has(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", parts)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q\nlacks %q", err, p)
		}
	}
}

// ids are the rules of judgements, with commas.
func ids(js []policy.Judgement) string {
	names := make([]string, len(js))
	for i, j := range js {
		names[i] = j.Rule.ID
	}
	return strings.Join(names, ",")
}
