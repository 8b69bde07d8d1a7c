package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/rackvet/rackvet/internal/finding"
)

// schemaLinesV1 names the shape of a report in lines. As with schemaV1, fields
// and types of lines may be added; what there is keeps its name and meaning.
const schemaLinesV1 = "rackvet/report-lines/v1"

// jsonlFormat writes a report in lines, for programs that read it while it is
// being written, which is after all are judged where rules judge all at once: one
// JSON object a line, whose "type" says what the others of its fields are. Fields
// are always there unless they are called optional.
//
// The first line has type "run":
//
//	schema          "rackvet/report-lines/v1"
//	tool            name and version of the program that wrote this
//	effective_time  optional: what the policies took for now, in RFC 3339
//
// Then comes, for each server, a line of type "server":
//
//	name       the server's label
//	file       the file it stands in
//	headline   optional: what the build is, in a few words
//	verdict    pass, fail or undecided
//	totals     optional: sums of the build, as in the format json
//	workloads  its workloads and their demand for memory, as in the format json
//
// and behind it a line of type "result" for each of its results, in the order of
// the file. Behind all servers, a line of type "problem" for each result that
// belongs to none. Both have these fields:
//
//	rule         the rule's id
//	outcome      pass, fail, undecided, skipped or waived
//	level        error, warning or note: what a failure matters
//	message      one line
//	help         optional: what to do about it
//	server       optional: the label of the server
//	file         the file it is about
//	range        where: file, start and end, which is exclusive. Each of the two has
//	             line and column, from 1, in code points, and byte, from 0
//	path         names of blocks, labels and attributes, and indices: the value meant
//	related      optional: other places, each with message, path and range
//	unresolved   optional: the path of a name that is not known, for which what is
//	             undecided waits
//	observed     optional: the number that was compared
//	limit        optional: what it was compared with
//	unit         optional: the unit of the two
//	margin       optional: how far inside (+) or outside (-), as a fraction of limit
//	evidence     optional: the inputs, each with name, value, unit, formula, path,
//	             line and text, which is the value as people read it
//	fixes        optional: edits that together make the rule pass, each with path,
//	             value and, where the place can be told, range and text to put there
//	waiver       optional: reason, by, until, ticket and range of the waiver
//	baselined    optional: true if a baseline records the failure
//	fingerprint  the same for the same finding in other versions of the file
//
// The last line has type "summary". Without it, the report is not complete:
//
//	files      how many files there were
//	servers    how many servers
//	rules      optional: how many rules, where the report is about them
//	errors     failing results of that level, problems included; so warnings
//	           and notes
//	passes     results that passed; so undecided, skipped and waived
//	baselined  optional: failures that a baseline records, which count nowhere else
//	verdict    pass, fail or undecided
type jsonlFormat struct {
	w     io.Writer
	o     Options
	buf   bytes.Buffer
	begun bool
}

// The lines, by type.
type (
	runLine struct {
		Type      string   `json:"type"`
		Schema    string   `json:"schema"`
		Tool      jsonTool `json:"tool"`
		Effective string   `json:"effective_time,omitempty"`
	}
	serverLine struct {
		Type      string          `json:"type"`
		Name      string          `json:"name"`
		File      string          `json:"file"`
		Headline  string          `json:"headline,omitempty"`
		Verdict   string          `json:"verdict"`
		Totals    json.RawMessage `json:"totals,omitempty"`
		Workloads json.RawMessage `json:"workloads"`
	}
	resultLine struct {
		Type string `json:"type"`
		finding.Result
	}
	summaryLine struct {
		Type string `json:"type"`
		finding.Summary
	}
)

func newJSONLines(w io.Writer, o Options) Format { return &jsonlFormat{w: w, o: o} }

func (f *jsonlFormat) Server(s *Server) error {
	totals, err := raw(s.Totals)
	if err != nil {
		return fmt.Errorf("write totals of server %q: %w", s.Name, err)
	}
	workloads, err := raw(s.Workloads)
	if err != nil {
		return fmt.Errorf("write workloads of server %q: %w", s.Name, err)
	}
	if workloads == nil {
		workloads = json.RawMessage("[]")
	}
	if err := f.line(serverLine{"server", s.Name, f.o.relOf(s.File), s.Headline, s.Verdict, totals, workloads}); err != nil {
		return fmt.Errorf("write server %q: %w", s.Name, err)
	}
	for _, r := range s.Results {
		if err := f.line(resultLine{"result", f.o.Portable(r)}); err != nil {
			return fmt.Errorf("write result %s of server %q: %w", r.Rule, s.Name, err)
		}
	}
	return f.flush()
}

func (f *jsonlFormat) Problems(ps []Problem) error {
	for _, p := range ps {
		if err := f.line(resultLine{"problem", f.o.Portable(p.Result)}); err != nil {
			return fmt.Errorf("write problem of %q: %w", p.Result.File, err)
		}
	}
	return f.flush()
}

func (f *jsonlFormat) Close(s finding.Summary) error {
	if err := f.line(summaryLine{"summary", s}); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return f.flush()
}

// line adds v as a line, behind the first.
func (f *jsonlFormat) line(v any) error {
	if !f.begun {
		f.begun = true
		if err := f.line(runLine{"run", schemaLinesV1, jsonTool{"rackvet", f.o.ToolVersion}, f.o.Effective}); err != nil {
			return err
		}
	}
	b, err := marshal(v)
	if err != nil {
		return err
	}
	f.buf.Write(EscapeJSON(b))
	f.buf.WriteByte('\n')
	return nil
}

func (f *jsonlFormat) flush() error {
	if f.buf.Len() == 0 {
		return nil
	}
	_, err := f.buf.WriteTo(f.w)
	return err
}
