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
	if diff := cmp.Diff([]string{"json", "text"}, Formats()); diff != "" {
		t.Errorf("formats (-want +got):\n%s", diff)
	}
	_, err := New("yaml", io.Discard, Options{})
	if want := `unknown format "yaml": use one of json, text`; err == nil || err.Error() != want {
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
	src := source.NewFile("specs/lab.hcl", []byte(lab))
	s := server(src, "fail", tooSmall(t, src))
	problem := Problem{fault(src, at(t, src, "cpu"), "a comma is missing"), src}
	for _, name := range Formats() {
		for writes, call := range []string{"server", "problems", "close"} {
			t.Run(name+" "+call, func(t *testing.T) {
				f, err := New(name, &fullDisk{writes}, Options{})
				if err != nil {
					t.Fatal(err)
				}
				got := []error{f.Server(s), f.Problems([]Problem{problem}), f.Close(finding.Summary{})}
				for i := range writes {
					if got[i] != nil {
						t.Errorf("call %d fails before the disk is full: %v", i, got[i])
					}
				}
				if !errors.Is(got[writes], errFull) {
					t.Errorf("error is %v, want %v", got[writes], errFull)
				}
			})
		}
	}
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
				if out.Len() == before {
					t.Errorf("server %d is held back", i)
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
