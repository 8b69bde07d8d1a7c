package report

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestGitHubSummary(t *testing.T) {
	o, servers, problems := review(t)
	for _, test := range []struct {
		name     string
		golden   string
		servers  []*Server
		problems []Problem
	}{
		{"problems, failing servers, the others, and those without findings", "review_summary", servers, problems},
		{"a clean run lists its servers", "clean_summary", servers[1:2], nil},
		{"nothing at all has a verdict", "zero_servers_summary", nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := write(t, "github-summary", o, test.servers, test.problems)
			golden(t, test.golden+".md", got)
			checkTables(t, got)
		})
	}
}

// cellEnd is the end of a table's cell.
var cellEnd = regexp.MustCompile(`[^\\]\|`)

// checkTables fails if a row has not as many cells as the head of its table, or
// if there is markup that rackvet does not write.
func checkTables(t *testing.T, text string) {
	t.Helper()
	columns := 0
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		n := len(cellEnd.FindAllString(line, -1))
		if columns > 0 && n != columns {
			t.Errorf("%d cells where %d belong: %.300s", n, columns, line)
		}
		columns = n
	}
	own := strings.NewReplacer("<br>", "", "<code>", "", "</code>", "", "<!-- -->", "", "<span>$</span>", "")
	if rest := own.Replace(text); strings.ContainsAny(rest, "<>") {
		t.Errorf("there is markup in it: %.300s", rest[strings.IndexAny(rest, "<>"):])
	}
}

func TestGitHubSummaryOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	got := write(t, "github-summary", o, servers, problems)
	checkHarmless(t, got)
	checkTables(t, got)
	for _, live := range []string{"](http", " https://", "@everyone", " #1"} {
		if strings.Contains(strings.ReplaceAll(got, `\](`, ""), live) {
			t.Errorf("%q is in it", live)
		}
	}
	if strings.Count(got, "\n### ") != 3 || len(got) > 500_000 {
		t.Errorf("%d sections in %d bytes, want 3 in few", strings.Count(got, "\n### "), len(got))
	}
}

func TestGitHubSummaryFitsTheStep(t *testing.T) {
	for _, test := range []struct {
		name          string
		size, servers int
	}{
		{"a step's", maxSummary, 6000},
		{"a small one, of which servers without findings alone are too many", 5000, 400},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			f := newGitHubSummary(&out, Options{})
			f.(*githubSummary).size = test.size
			text := source.NewFile("a.hcl", []byte("a\n"))
			result := finding.Result{Rule: "x/y", Outcome: finding.Fail, Level: finding.Error, Message: strings.Repeat("long ", 20), File: text.Path}
			for i := range test.servers { // of which every second fails, twice
				s := server(text, "pass")
				if i%2 == 0 {
					s = server(text, "fail", result, result)
				}
				s.Name = fmt.Sprint("s", i)
				if err := f.Server(s); err != nil {
					t.Fatal(err)
				}
			}
			fault := result
			fault.Message = "a comma is missing"
			if err := errors.Join(f.Problems([]Problem{{fault, text}}), f.Close(finding.Summary{Verdict: "fail"})); err != nil {
				t.Fatal(err)
			}
			got := out.String()
			checkTables(t, got)
			if len(got) > test.size || len(got) < test.size*8/10 {
				t.Errorf("it has %d bytes, want %d nearly used up", len(got), test.size)
			}
			if !strings.Contains(got, "a comma is missing") {
				t.Error("what comes last and matters most found no room")
			}
			left, clean := sum(got, leftOut, 1), sum(got, leftOut, 2)
			if shown := strings.Count(got, "| error |"); shown+left != test.servers+1 || clean != test.servers/2 {
				t.Errorf("%d findings and %d left out of %d, and %d of %d servers", shown, left, test.servers+1, clean, test.servers/2)
			}
		})
	}
}
