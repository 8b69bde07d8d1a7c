package report

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestGitLab(t *testing.T) {
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
		{"what failed or has no answer", "review", o, servers, problems},
		{"accepted results are information, on request", "review_all", all, servers, problems},
		{"a clean run is an empty array", "clean", o, servers[1:2], nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := write(t, "gitlab", test.o, test.servers, test.problems)
			checkGitLab(t, got)
			golden(t, test.golden+".gitlab.json", got)
		})
	}
}

// checkGitLab holds a report against what GitLab's documentation asks for.
func checkGitLab(t *testing.T, text string) []gitlabIssue {
	t.Helper()
	var issues []gitlabIssue
	d := json.NewDecoder(strings.NewReader(text)) // which knows no byte order mark
	d.DisallowUnknownFields()
	if err := d.Decode(&issues); err != nil || issues == nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	seen := map[string]bool{}
	for i, issue := range issues {
		if seen[issue.Fingerprint] || !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(issue.Fingerprint) {
			t.Errorf("the fingerprint %q of issue %d is there before, or is none", issue.Fingerprint, i)
		}
		seen[issue.Fingerprint] = true
		if !strings.Contains(" info minor major critical blocker ", " "+issue.Severity+" ") {
			t.Errorf("issue %d has the severity %q", i, issue.Severity)
		}
		if issue.Description == "" || issue.CheckName == "" || issue.Location.Lines.Begin < 1 || strings.HasPrefix(issue.Location.Path, ".") && !strings.HasPrefix(issue.Location.Path, ".rackvet") {
			t.Errorf("issue %d lacks something: %+v", i, issue)
		}
	}
	return issues
}

func TestGitLabOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	got := write(t, "gitlab", o, servers, problems)
	checkHarmless(t, got)
	if n := len(checkGitLab(t, got)); n != 9 {
		t.Errorf("%d issues, want 9", n)
	}
	if len(got) > 200_000 {
		t.Errorf("a megabyte in a spec makes %d bytes", len(got))
	}
}

func TestGitLabFingerprintsStay(t *testing.T) {
	f := source.NewFile("a.hcl", []byte("a\nb\n"))
	a := fault(f, f.Range(0, 1), "first")
	a.Sign(nil)
	b := fault(f, f.Range(2, 3), "second")
	b.Sign(nil)
	report := func(rs ...finding.Result) (prints []string) {
		for _, issue := range checkGitLab(t, write(t, "gitlab", Options{}, []*Server{server(f, "fail", rs...)}, nil)) {
			prints = append(prints, issue.Fingerprint)
		}
		return prints
	}
	both := report(a, b)
	a.Range = f.Range(2, 3)
	moved := report(b, a)
	if both[0] != a.Fingerprint || both[0] != moved[0] || both[1] != moved[1] {
		t.Errorf("the fingerprints were %v and are %v once lines have moved", both, moved)
	}
}
