package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/rackvet/rackvet/internal/finding"
)

// schemaV1 names the shape of the JSON report. Fields may be added to it;
// what there is keeps its name and meaning.
const schemaV1 = "rackvet/report/v1"

// jsonServer is a Server as other programs read it.
type jsonServer struct {
	Name      string           `json:"name"`
	File      string           `json:"file"`
	Verdict   string           `json:"verdict"`
	Totals    json.RawMessage  `json:"totals,omitempty"`
	Workloads json.RawMessage  `json:"workloads"`
	Results   []finding.Result `json:"results"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// stage is the array that a JSON report is in the middle of.
type stage int

const (
	stageStart stage = iota
	stageServers
	stageProblems
)

// jsonFormat writes the report that programs read: one object, a server a
// line, with all results whatever is shown to people.
type jsonFormat struct {
	w     io.Writer
	o     Options
	buf   bytes.Buffer
	stage stage
	some  bool // the array that is open has an element
}

func newJSON(w io.Writer, o Options) Format { return &jsonFormat{w: w, o: o} }

func (f *jsonFormat) Server(s *Server) error {
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
	results := make([]finding.Result, 0, len(s.Results))
	for _, r := range s.Results {
		results = append(results, f.o.Portable(r))
	}
	if err := f.enter(stageServers); err != nil {
		return err
	}
	if err := f.element(jsonServer{s.Name, f.o.relOf(s.File), s.Verdict, totals, workloads, results}); err != nil {
		return fmt.Errorf("write server %q: %w", s.Name, err)
	}
	return f.flush()
}

func (f *jsonFormat) Problems(ps []Problem) error {
	if err := f.enter(stageProblems); err != nil {
		return err
	}
	for _, p := range ps {
		if err := f.element(f.o.Portable(p.Result)); err != nil {
			return fmt.Errorf("write problem of %q: %w", p.Result.File, err)
		}
	}
	return f.flush()
}

func (f *jsonFormat) Close(s finding.Summary) error {
	if err := f.enter(stageProblems); err != nil {
		return err
	}
	f.buf.WriteString("],\"summary\":")
	if err := f.encode(s); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	f.buf.WriteString("}\n")
	return f.flush()
}

// enter opens the arrays up to that of stage to, closing those before it.
func (f *jsonFormat) enter(to stage) error {
	if to < f.stage {
		return fmt.Errorf("write report: servers must come before problems")
	}
	for f.stage < to {
		f.stage++
		f.some = false
		switch f.stage {
		case stageServers:
			f.buf.WriteString(`{"schema":"` + schemaV1 + `","tool":`)
			if err := f.encode(jsonTool{"rackvet", f.o.ToolVersion}); err != nil {
				return err
			}
			if f.o.Effective != "" {
				f.buf.WriteString(`,"effective_time":`)
				if err := f.encode(f.o.Effective); err != nil {
					return err
				}
			}
			f.buf.WriteString(",\"servers\":[")
		case stageProblems:
			f.buf.WriteString("],\"problems\":[")
		}
	}
	return nil
}

// element adds v to the array that is open.
func (f *jsonFormat) element(v any) error {
	if f.some {
		f.buf.WriteByte(',')
	}
	f.some = true
	f.buf.WriteByte('\n')
	return f.encode(v)
}

func (f *jsonFormat) encode(v any) error {
	b, err := marshal(v)
	f.buf.Write(EscapeJSON(b))
	return err
}

func (f *jsonFormat) flush() error {
	_, err := f.buf.WriteTo(f.w)
	return err
}

// marshal is json.Marshal without the escapes meant for web pages: "<" and "&"
// stay readable.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// raw marshals v; whatever is null in JSON is nil, typed nils too.
func raw(v any) (json.RawMessage, error) {
	b, err := marshal(v)
	if err != nil || string(b) == "null" {
		return nil, err
	}
	return b, nil
}

// Portable is a result as programs read it: its path an array, never null, and its
// files those of the repository.
func (o Options) Portable(r finding.Result) finding.Result {
	if r.Path == nil {
		r.Path = finding.Path{}
	}
	if o.Rel == nil {
		return r
	}
	r.File, r.Range.File = o.relOf(r.File), o.relOf(r.Range.File)
	r.Related, r.Fixes = slices.Clone(r.Related), slices.Clone(r.Fixes)
	for i := range r.Related {
		r.Related[i].Range.File = o.relOf(r.Related[i].Range.File)
	}
	for i, f := range r.Fixes {
		if f.Range != nil {
			at := *f.Range
			at.File = o.relOf(at.File)
			r.Fixes[i].Range = &at
		}
	}
	if r.Waiver != nil {
		w := *r.Waiver
		w.Range.File = o.relOf(w.Range.File)
		r.Waiver = &w
	}
	return r
}

// relOf is rel, and leaves out what names no file.
func (o Options) relOf(file string) string {
	if file == "" {
		return ""
	}
	return o.rel(file)
}
