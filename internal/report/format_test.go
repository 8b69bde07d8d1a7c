package report

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestNewListsTheFormatsItKnows(t *testing.T) {
	known := []string{"checkstyle", "compact", "github", "github-summary", "gitlab", "json", "jsonl", "junit", "markdown", "rdjson", "sarif", "text"}
	if diff := cmp.Diff(known, Formats()); diff != "" {
		t.Errorf("formats (-want +got):\n%s", diff)
	}
	_, err := New("yaml", io.Discard, Options{})
	if want := `unknown format "yaml": use one of ` + strings.Join(known, ", "); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

var errFull = errors.New("no space left on device")

// fullDisk takes so many writes and then fails.
type fullDisk struct{ writes int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.writes--; d.writes < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrorsSurface(t *testing.T) {
	o, servers, problems := review(t)
	for _, name := range Formats() {
		t.Run(name, func(t *testing.T) {
			// run says how often it wrote, and the error of the first call that failed.
			run := func(writes int) (written int, err error) {
				disk := &fullDisk{writes}
				f, err := New(name, disk, o)
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range servers {
					if err := f.Server(s); err != nil {
						return writes - disk.writes, err
					}
				}
				if err := f.Problems(problems); err != nil {
					return writes - disk.writes, err
				}
				err = f.Close(finding.Summary{})
				return writes - disk.writes, err
			}
			writes, err := run(1 << 20)
			if err != nil || writes == 0 {
				t.Fatalf("on a disk with room it writes %d times and fails with %v", writes, err)
			}
			for n := range writes {
				if _, err := run(n); !errors.Is(err, errFull) {
					t.Errorf("of %d writes number %d fails, and the error is %v", writes, n, err)
				}
			}
		})
	}
}

// atOnce are the formats that are written when all is known, and why.
var atOnce = map[string]string{
	"github":         "the worst are picked from all",
	"github-summary": "the verdict stands first",
	"markdown":       "the verdict stands first",
	"sarif":          "results come worst first",
}

func TestServersAreWrittenAsTheyCome(t *testing.T) {
	src := source.NewFile("specs/lab.hcl", []byte(lab))
	for _, name := range Formats() {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			f, err := New(name, &out, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				before := out.Len()
				if err := f.Server(server(src, "fail", tooSmall(t, src))); err != nil {
					t.Fatal(err)
				}
				if held := out.Len() == before; held != (atOnce[name] != "") {
					t.Errorf("server %d is held back: %v", i, held)
				}
			}
		})
	}
}

func TestReportsAreTheSameEveryTime(t *testing.T) {
	for _, name := range Formats() {
		t.Run(name, func(t *testing.T) {
			o, servers, problems := review(t)
			first := write(t, name, o, servers, problems)
			for range 9 {
				if again := write(t, name, o, servers, problems); again != first {
					t.Fatalf("two reports differ (-first +again):\n%s", cmp.Diff(first, again))
				}
			}
		})
	}
}

func TestSummaryCounts(t *testing.T) {
	var got finding.Summary
	got.Count(
		finding.Result{Outcome: finding.Fail, Level: finding.Error},
		finding.Result{Outcome: finding.Fail, Level: finding.Warning}, finding.Result{Outcome: finding.Fail, Level: finding.Warning},
		finding.Result{Outcome: finding.Fail, Level: finding.Note},
		finding.Result{Outcome: finding.Pass, Level: finding.Error},
		finding.Result{Outcome: finding.Undecided, Level: finding.Error},
		finding.Result{Outcome: finding.Skipped, Level: finding.Error},
		finding.Result{Outcome: finding.Waived, Level: finding.Error},
	)
	want := finding.Summary{Errors: 1, Warnings: 2, Notes: 1, Passes: 1, Undecided: 1, Skipped: 1, Waived: 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}

func TestUseColor(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Logf("no terminal to try: %v", err)
	} else {
		defer terminal.Close()
	}
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, test := range []struct {
		name, mode string
		w          io.Writer
		env        map[string]string
		want       bool
	}{
		{"auto colours a terminal", "auto", terminal, nil, true},
		{"no mode is auto", "", terminal, nil, true},
		{"auto heeds NO_COLOR", "auto", terminal, map[string]string{"NO_COLOR": "1"}, false},
		{"an empty NO_COLOR means nothing", "auto", terminal, map[string]string{"NO_COLOR": ""}, true},
		{"auto heeds a dumb terminal", "auto", terminal, map[string]string{"TERM": "dumb"}, false},
		{"never beats a terminal", "never", terminal, nil, false},
		{"auto leaves a file plain", "auto", file, nil, false},
		{"auto leaves what is no file plain", "auto", &strings.Builder{}, nil, false},
		{"always beats NO_COLOR and a file", "always", file, map[string]string{"NO_COLOR": "1", "TERM": "dumb"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.w == io.Writer(terminal) && terminal == nil {
				t.Skip("there is no terminal to try")
			}
			got, err := UseColor(test.mode, test.w, func(k string) string { return test.env[k] })
			if err != nil || got != test.want {
				t.Errorf("UseColor = %v, %v, want %v", got, err, test.want)
			}
		})
	}
	if _, err := UseColor("yes", file, func(string) string { return "" }); err == nil || err.Error() != `unknown color mode "yes": use one of auto, always, never` {
		t.Errorf("an unknown mode gives %v", err)
	}
}
