package policy

import (
	"fmt"
	"math"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/finding"
)

// maxResults bounds the results of one rule for one server: more say that the
// rule has gone astray, and no reader would get through them.
const maxResults = 1000

// Judgement is a result of a rule before it has a place in a file. The ranges
// of Related and the lines of Evidence are left to whoever knows the document.
type Judgement struct {
	Rule    *Rule
	Outcome finding.Outcome
	Level   finding.Level
	Path    finding.Path
	// Message and Help are filled templates, MessageKey and HelpKey what the
	// rule's metadata calls these. Help may be empty.
	Message, Help       string
	MessageKey, HelpKey string
	// Observed and Limit are in Unit, Margin is a fraction of the limit; all
	// are nil where the rule compares no numbers, and Margin where the limit is 0.
	Observed, Limit, Margin *float64
	Unit                    string
	Evidence                []finding.Evidence
	Related                 []finding.Related
}

// answer is one result as the policy gives it.
type answer struct {
	outcome, level, message, help, unit, bound string

	path            finding.Path
	observed, limit *float64
	evidence        []finding.Evidence
	related         []finding.Related
	values          map[string]string
}

// decode turns what a rule gave, nil for nothing, into judgements.
func (r *Rule) decode(v ast.Value) ([]Judgement, error) {
	items, err := elements(v, "results")
	switch {
	case v == nil || err == nil && len(items) == 0:
		return nil, ErrSilent
	case err != nil:
		return nil, err
	case len(items) > maxResults:
		return nil, fmt.Errorf("%d results for one server, at most %d make sense", len(items), maxResults)
	}
	out := make([]Judgement, len(items))
	for i, t := range items {
		var a answer
		if err := a.read(t.Value); err != nil {
			return nil, fmt.Errorf("result %d: %w", i+1, err)
		}
		if out[i], err = r.judge(a); err != nil {
			return nil, fmt.Errorf("result %d: %w", i+1, err)
		}
	}
	return out, nil
}

// read takes over the fields of a result. One that it does not know is an
// error: it would be a misspelt one.
func (a *answer) read(v ast.Value) error {
	return fields(v, "result", func(key string, v ast.Value) (err error) {
		switch key {
		case "outcome":
			a.outcome, err = str(v)
		case "level":
			a.level, err = str(v)
		case "path":
			a.path, err = readPath(v)
		case "message":
			a.message, err = str(v)
		case "help":
			a.help, err = str(v)
		case "observed":
			a.observed, err = number(v)
		case "limit":
			a.limit, err = number(v)
		case "unit":
			a.unit, err = str(v)
		case "bound":
			a.bound, err = str(v)
		case "evidence":
			a.evidence, err = list(v, readEvidence)
		case "related":
			a.related, err = list(v, readRelated)
		case "values":
			a.values = make(map[string]string)
			err = fields(v, "values", func(key string, v ast.Value) (err error) {
				a.values[key], err = str(v)
				return err
			})
		default:
			err = errUnknownField
		}
		return err
	})
}

func readEvidence(v ast.Value) (e finding.Evidence, err error) {
	err = fields(v, "evidence", func(key string, v ast.Value) (err error) {
		switch key {
		case "name":
			e.Name, err = str(v)
		case "value":
			e.Value, err = scalar(v)
		case "unit":
			e.Unit, err = str(v)
		case "formula":
			e.Formula, err = str(v)
		case "path":
			e.Path, err = readPath(v)
		default:
			err = errUnknownField
		}
		return err
	})
	if err == nil && (e.Name == "" || e.Value == nil) {
		err = fmt.Errorf("evidence %s has no name or no value", v)
	}
	e.Text = printValue(e.Value, e.Unit)
	return e, err
}

func readRelated(v ast.Value) (r finding.Related, err error) {
	err = fields(v, "related", func(key string, v ast.Value) (err error) {
		switch key {
		case "path":
			r.Path, err = readPath(v)
		case "message":
			r.Message, err = str(v)
		default:
			err = errUnknownField
		}
		return err
	})
	if err == nil && (r.Path == nil || r.Message == "") {
		err = fmt.Errorf("related %s has no path or no message", v)
	}
	return r, err
}

func readPath(v ast.Value) (finding.Path, error) {
	steps, err := list(v, func(v ast.Value) (any, error) {
		switch v := v.(type) {
		case ast.String:
			return string(v), nil
		case ast.Number:
			if i, ok := v.Int(); ok && i >= 0 {
				return i, nil
			}
		}
		return nil, fmt.Errorf("step %s is neither a name nor an index", v)
	})
	if steps == nil && err == nil {
		steps = []any{} // the server itself, as against no path
	}
	return steps, err
}

func scalar(v ast.Value) (any, error) {
	switch v := v.(type) {
	case ast.String:
		return string(v), nil
	case ast.Boolean:
		return bool(v), nil
	case ast.Number:
		f, err := number(v)
		if err != nil {
			return nil, err
		}
		return *f, nil
	}
	return nil, fmt.Errorf("expected a number, text or true or false, found %s", v)
}

func number(v ast.Value) (*float64, error) {
	n, ok := v.(ast.Number)
	if !ok {
		return nil, fmt.Errorf("expected a number, found %s", v)
	}
	f, ok := n.Float64()
	if !ok || math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, fmt.Errorf("%s is not a finite number", v)
	}
	return &f, nil
}

// Judge turns the results of r, a list as encoding/json would have it, into
// judgements. It is how a rule's own tests are held to its metadata.
func (r *Rule) Judge(results any) ([]Judgement, error) {
	v, err := toValue(results)
	if err != nil {
		return nil, err
	}
	return r.decode(v)
}
