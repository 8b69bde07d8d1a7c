package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
)

// gitlabFormat writes GitLab's code quality report: an array with an object for
// each result that needs attention.
type gitlabFormat struct {
	w   io.Writer
	o   Options
	buf bytes.Buffer
	// some says that the array is open and holds something.
	open, some bool
	seen       map[string]int // how often by fingerprint
}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

func newGitLab(w io.Writer, o Options) Format {
	return &gitlabFormat{w: w, o: o, seen: map[string]int{}}
}

func (f *gitlabFormat) Server(s *Server) error {
	for _, r := range s.Results {
		if err := f.add(r); err != nil {
			return err
		}
	}
	return f.flush()
}

func (f *gitlabFormat) Problems(ps []Problem) error {
	for _, p := range ps {
		if err := f.add(p.Result); err != nil {
			return err
		}
	}
	return f.flush()
}

func (f *gitlabFormat) Close(finding.Summary) error {
	f.start()
	f.buf.WriteString("]\n")
	return f.flush()
}

// start opens the array, once.
func (f *gitlabFormat) start() {
	if !f.open {
		f.buf.WriteByte('[')
		f.open = true
	}
}

func (f *gitlabFormat) add(r finding.Result) error {
	if !f.o.marks(r) {
		return nil
	}
	if err := checkLevel(r); err != nil {
		return err
	}
	r = brief(r)
	at := f.o.spot(r.Range, r.File)
	description := wording(r)
	if r.Server != "" {
		description += " (server " + quote(r.Server) + ")"
	}
	b, err := marshal(gitlabIssue{
		Description: description, CheckName: ruleID(r.Rule), Fingerprint: f.fingerprint(r), Severity: gitlabSeverity(r),
		// GitLab shows no result without a line: what is about a whole file is at its head.
		Location: gitlabLocation{at.file, gitlabLines{max(at.start.Line, 1)}},
	})
	if err != nil {
		return fmt.Errorf("write result of %s: %w", r.Rule, err)
	}
	f.start()
	if f.some {
		f.buf.WriteByte(',')
	}
	f.some = true
	f.buf.WriteByte('\n')
	f.buf.Write(EscapeJSON(b))
	return nil
}

// fingerprint is the result's own. GitLab drops all but one of a kind, so that
// further ones, as of several faults of a file, are numbered.
func (f *gitlabFormat) fingerprint(r finding.Result) string {
	f.seen[r.Fingerprint]++
	n := f.seen[r.Fingerprint]
	if n == 1 && r.Fingerprint != "" {
		return r.Fingerprint
	}
	sum := sha256.Sum256([]byte(r.Fingerprint + " " + strconv.Itoa(n)))
	return hex.EncodeToString(sum[:16])
}

// gitlabSeverity is the level of r in GitLab's words. Faults of the spec itself
// keep servers from being judged at all.
func gitlabSeverity(r finding.Result) string {
	switch severity(r) {
	case finding.Error:
		if strings.HasPrefix(r.Rule, "spec/") {
			return "blocker"
		}
		return "critical"
	case finding.Warning:
		return "major"
	}
	if r.Outcome == finding.Fail && !r.Baselined {
		return "minor"
	}
	return "info"
}

func (f *gitlabFormat) flush() error {
	if f.buf.Len() == 0 {
		return nil
	}
	_, err := f.buf.WriteTo(f.w)
	return err
}
