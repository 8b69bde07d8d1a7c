package page

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

var update = flag.Bool("update", false, "write the golden files of testdata instead of comparing with them")

func write(t *testing.T, format string, r *Report, e Escapes) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, r, e); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReportsAreTheirGoldens(t *testing.T) {
	problem := result("spec/syntax", finding.Fail, finding.Error, "the file can't be read", 0, 0, 0, "")
	problem.File, problem.Range.File = "specs/b.hcl", "specs/b.hcl"
	full := report(sound(), lab())
	full.Problems = []finding.Result{problem}
	broken := report(sound())
	broken.Incomplete, broken.Faults = true, []string{"acme/rack: it took more than 10s"}
	for name, test := range map[string]struct {
		format string
		report *Report
	}{
		"full.html": {"html", full}, "full.md": {"markdown", full}, "full.json": {"json", full},
		"incomplete.html": {"html", broken}, "incomplete.md": {"markdown", broken},
	} {
		got := write(t, test.format, test.report, plain)
		if again := write(t, test.format, test.report, plain); again != got {
			t.Errorf("%s comes out otherwise the second time", name)
		}
		if test.format == "html" { // which has a golden of its own, the file itself
			style, err := files.ReadFile("template/style.css")
			if err != nil || !strings.Contains(got, string(style)) {
				t.Fatalf("%s has not the style: %v", name, err)
			}
			got = strings.Replace(got, string(style), "…", 1)
		}
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s differs (-want +got), rerun with -update if that is meant:\n%s", file, diff)
		}
	}
}

func TestAnUnknownFormatIsAnError(t *testing.T) {
	if err := Write(new(bytes.Buffer), "pdf", report(), plain); err == nil {
		t.Error("pdf is written")
	}
}

func TestThePageNeedsNothingBesideIt(t *testing.T) {
	got := write(t, "html", report(lab(), sound()), plain)
	for _, part := range []string{"<script", "<link", "<img", "<iframe", "@import", "@font-face", " src=", " srcset=", "javascript:"} {
		if strings.Contains(got, part) {
			t.Errorf("the page has %s", part)
		}
	}
	for i, rest := 0, got; ; i++ {
		at := strings.Index(rest, "url(")
		if at < 0 {
			break
		}
		rest = rest[at+len("url("):]
		if !strings.HasPrefix(rest, "#") {
			t.Errorf("the page loads %.40s", rest)
		}
	}
}

// A rule that judges all servers at once may have nothing that it points to.
func TestNothingFollowsARuleWithoutAPlace(t *testing.T) {
	nowhere := result("site/spare-nodes", finding.Fail, finding.Error, "one node is spare", 0, 0, 0, "")
	nowhere.File, nowhere.Range = "", source.Range{}
	r := report(sound())
	r.Problems = []finding.Result{nowhere}
	if got := write(t, "html", r, plain); !strings.Contains(got, `<p class="id">site/spare-nodes</p>`) {
		t.Error("the rule does not stand alone")
	}
}

func TestTheWorstServerComesFirst(t *testing.T) {
	open := sound()
	open.Name, open.Verdict = "open", "undecided"
	got := write(t, "html", report(sound(), open, lab()), plain)
	last := 0
	for _, heading := range []string{`<h2 id="s1h"><bdi>lab<`, `<h2 id="s2h"><bdi>open<`, `<h2 id="s3h"><bdi>sound<`} {
		at := strings.Index(got, heading)
		if at < last {
			t.Errorf("%s stands at %d, behind what begins at %d", heading, at, last)
		}
		last = at
	}
}

func TestManyServersStaySmall(t *testing.T) {
	var servers []*Server
	for range 200 {
		servers = append(servers, lab())
	}
	got := write(t, "html", report(servers...), plain)
	if len(got) > 5_000_000 || len(got) < 1_000_000 {
		t.Errorf("200 servers take %d bytes", len(got))
	}
	if !strings.Contains(got, "With so many servers") || strings.Count(got, "https://example.org/a100</a>") != 1 {
		t.Error("the page does not say what it leaves out, or gives a source more than once")
	}
}
