// Package config reads .rackvet.hcl, the file that says how a run judges.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/validate"
	"github.com/rackvet/rackvet/internal/waive"
)

// Name is what the file is called.
const Name = ".rackvet.hcl"

// Config is what a file says. The zero value is that of a run without one.
type Config struct {
	// Path is the file's, "" for none; Dir is its folder.
	Path, Dir string
	// Settings are the attributes of the file by the names of the flags that they
	// stand for, each with the line where it stands.
	Settings  map[string]Setting
	Variables map[string]string
	Rules     []Rule
	Waivers   []*waive.Waiver
	// Bytes are the file's own, for a digest.
	Bytes []byte
}

// Setting is the values of an attribute: one, or several of a list.
type Setting struct {
	Values []string
	Line   int
	Range  source.Range // of the value
}

// Rule is what the file changes of a rule.
type Rule struct {
	ID string
	// Level caps the levels of its results; 0 leaves them.
	Level finding.Level
	// Enabled is false for a rule that is left out.
	Enabled bool
	// Params are thresholds by name: float64, string or bool.
	Params map[string]any
	// At is where the value of each stands; Range is the id.
	At    map[string]source.Range
	Range source.Range
}

// settings are the attributes that stand for a flag.
var settings = map[string]string{
	"profile": "profile", "fail_on": "fail-on", "undecided": "undecided", "policies": "policy", "exclude": "exclude",
}

// Find looks for the config of a folder: the nearest at or above it, up to the
// root of its repository. Outside of a repository the folder's own counts alone.
// It gives "" where there is none.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the config: %w", err)
	}
	for _, name := range Places(dir) {
		if _, err := os.Stat(name); err == nil {
			return name, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("find the config: %w", err)
		}
	}
	return "", nil
}

// Places are where the config of a folder, by its absolute path, may be, the one that
// counts first.
func Places(dir string) []string {
	top, ok := source.RepositoryRoot(dir)
	if !ok {
		top = dir
	}
	places := []string{filepath.Join(dir, Name)}
	for dir != top && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
		places = append(places, filepath.Join(dir, Name))
	}
	return places
}

// Read reads a config. What is wrong is in the results, all of it at once.
func Read(f *source.File) (*Config, []finding.Result, error) {
	checker, err := validate.NewConfig()
	if err != nil {
		return nil, nil, err
	}
	doc := document.Read(f, document.Options{Root: document.ConfigRoot})
	faults := append(doc.Faults, checker.Check(f, doc.Root)...)
	c := &Config{Path: f.Path, Dir: path.Dir(filepath.ToSlash(f.Path)), Settings: map[string]Setting{}, Variables: map[string]string{}, Bytes: f.Bytes}
	if len(faults) > 0 {
		finding.Sort(faults)
		return c, faults, nil
	}
	for _, a := range doc.Root.Attributes {
		if a.Name == "variables" {
			for _, v := range a.Value.Fields {
				c.Variables[v.Name] = text(v.Value)
			}
			continue
		}
		s := Setting{Line: a.Range.Start.Line, Range: a.Value.Range}
		if a.Value.Kind == document.List {
			for _, e := range a.Value.List {
				s.Values = append(s.Values, text(e))
			}
		} else {
			s.Values = []string{text(a.Value)}
		}
		c.Settings[settings[a.Name]] = s
	}
	for _, b := range doc.Root.All("rule") {
		c.Rules = append(c.Rules, readRule(b))
	}
	for _, b := range doc.Root.All("waiver") {
		w, more := readWaiver(b)
		faults = append(faults, more...)
		c.Waivers = append(c.Waivers, w)
	}
	return c, faults, nil
}

// text is a scalar as --var takes it.
func text(v *document.Value) string {
	switch v.Kind {
	case document.Number:
		return v.Number.Text('f', -1)
	case document.Bool:
		return fmt.Sprint(v.Bool)
	}
	return v.Text
}

func readRule(b *document.Block) Rule {
	r := Rule{ID: b.Label(0), Enabled: true, Range: b.Labels[0].Range, Params: map[string]any{}, At: map[string]source.Range{}}
	for _, a := range b.Attributes {
		switch a.Name {
		case "level":
			r.Level, _ = finding.ParseLevel(a.Value.Text) // the definition lets no other pass
		case "enabled":
			r.Enabled = a.Value.Bool
		case "params":
			for _, p := range a.Value.Fields {
				r.At[p.Name] = p.Value.Range
				switch p.Value.Kind {
				case document.Number:
					r.Params[p.Name] = p.Value.Float()
				case document.Bool:
					r.Params[p.Name] = p.Value.Bool
				default:
					r.Params[p.Name] = p.Value.Text
				}
			}
		}
	}
	return r
}

func readWaiver(b *document.Block) (*waive.Waiver, []finding.Result) {
	w := &waive.Waiver{Rule: b.Label(0), Range: b.Header}
	var faults []finding.Result
	refuse := func(a *document.Attribute, err error) {
		if err != nil {
			faults = append(faults, fault(a.Value.Range, err.Error(), ""))
		}
	}
	for _, a := range b.Attributes {
		switch a.Name {
		case "servers":
			if len(a.Value.List) == 0 {
				refuse(a, errors.New("the list names no server, and would be for all: name some, or leave it out to mean all"))
			}
			for _, e := range a.Value.List {
				w.Servers = append(w.Servers, e.Text)
				refuse(a, waive.CheckGlob(e.Text))
			}
		case "path":
			w.Path = waive.ParsePath(a.Value.Text)
		case "reason":
			w.Reason = strings.TrimSpace(a.Value.Text)
		case "until":
			var err error
			w.Until, err = waive.ParseDate(a.Value.Text)
			refuse(a, err)
		case "approved_by":
			w.By = a.Value.Text
		case "ticket":
			w.Ticket = a.Value.Text
		case "observed":
			v := a.Value.Float()
			w.Observed = &v
		}
	}
	return w, faults
}

func fault(at source.Range, message, help string) finding.Result {
	return finding.Result{Rule: finding.RuleSchema, Outcome: finding.Fail, Level: finding.Error, Message: message, Help: help, File: at.File, Range: at}
}
