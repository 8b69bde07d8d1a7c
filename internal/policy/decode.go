package policy

import (
	"fmt"
	"math"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/finding"
)

// maxResults bounds the results of one rule for one server: more say that the
// rule has gone astray, and no reader would get through them.
const maxResults = 1000

func tooMany(n int) error {
	return fmt.Errorf("%d results for one server, at most %d make sense", n, maxResults)
}

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
	// Server is the server that a rule of a fleet is about, and File where it stands;
	// File is "" where one server alone has the name. Other rules leave both.
	Server, File string
	// Fixes are edits that together make the rule pass; they have no ranges yet.
	Fixes []finding.Fix
}

// answer is one result as the policy gives it.
type answer struct {
	outcome, level, message, help, unit, bound string
	server, file                               string

	path            finding.Path
	observed, limit *float64
	evidence        []finding.Evidence
	components      []finding.Evidence
	related         []finding.Related
	fixes           []finding.Fix
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
		return nil, tooMany(len(items))
	}
	out := make([]Judgement, len(items))
	for i, t := range items {
		a, err := r.readAnswer(t.Value)
		if err != nil {
			return nil, fmt.Errorf("result %d: %w", i+1, err)
		}
		if out[i], err = r.judge(a); err != nil {
			return nil, fmt.Errorf("result %d: %w", i+1, err)
		}
	}
	return out, nil
}

// The keys of results and of what is in them.
var (
	boundKey      = ast.StringTerm("bound")
	bytesKey      = ast.StringTerm("bytes")
	componentsKey = ast.StringTerm("components")
	evidenceKey   = ast.StringTerm("evidence")
	fileKey       = ast.StringTerm("file")
	serverKey     = ast.StringTerm("server")
	fixKey        = ast.StringTerm("fix")
	formulaKey    = ast.StringTerm("formula")
	helpKey       = ast.StringTerm("help")
	levelKey      = ast.StringTerm("level")
	limitKey      = ast.StringTerm("limit")
	messageKey    = ast.StringTerm("message")
	nameKey       = ast.StringTerm("name")
	observedKey   = ast.StringTerm("observed")
	outcomeKey    = ast.StringTerm("outcome")
	pathKey       = ast.StringTerm("path")
	relatedKey    = ast.StringTerm("related")
	unitKey       = ast.StringTerm("unit")
	valueKey      = ast.StringTerm("value")
	valuesKey     = ast.StringTerm("values")
)

// answerKeys are those that every result may have.
var answerKeys = []*ast.Term{
	outcomeKey, levelKey, pathKey, messageKey, helpKey, observedKey, limitKey, unitKey, boundKey,
	componentsKey, evidenceKey, fixKey, relatedKey, valuesKey,
}

// readAnswer reads a result.
func (rule *Rule) readAnswer(v ast.Value) (a answer, err error) {
	r := read(v, "result")
	a.outcome = take(&r, outcomeKey, str)
	a.level = take(&r, levelKey, str)
	a.path = take(&r, pathKey, readPath)
	a.message = take(&r, messageKey, str)
	a.help = take(&r, helpKey, str)
	a.observed = take(&r, observedKey, number)
	a.limit = take(&r, limitKey, number)
	a.unit = take(&r, unitKey, str)
	a.bound = take(&r, boundKey, str)
	a.components = take(&r, componentsKey, func(v ast.Value) ([]finding.Evidence, error) { return list(v, readComponent) })
	a.evidence = take(&r, evidenceKey, rule.readEvidences)
	a.related = take(&r, relatedKey, func(v ast.Value) ([]finding.Related, error) { return list(v, readRelated) })
	a.fixes = take(&r, fixKey, func(v ast.Value) ([]finding.Fix, error) { return list(v, readFix) })
	a.values = take(&r, valuesKey, rule.readValues)
	if rule.Fleet {
		a.server, a.file = take(&r, serverKey, str), take(&r, fileKey, str)
		return a, r.close(append(slices.Clip(answerKeys), serverKey, fileKey)...)
	}
	return a, r.close(answerKeys...)
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
