package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Setup is all that makes the policies of a run, so that another process can make
// the same.
type Setup struct {
	Folders []*Folder `json:"folders"`
	Profile string    `json:"profile,omitempty"`
	// Params are put over the parameters, ParamsFrom says where they come from.
	Params     map[string]map[string]any `json:"params,omitempty"`
	ParamsFrom string                    `json:"params_from,omitempty"`
	// Off are the rules that are left out, Only those that are evaluated; none is all.
	Off  []string  `json:"off,omitempty"`
	Only []string  `json:"only,omitempty"`
	Time time.Time `json:"time"`
	// Timeout bounds one evaluation of one rule.
	Timeout time.Duration `json:"timeout"`
	// Schema is that of the input, to check policies from outside against.
	Schema json.RawMessage `json:"schema,omitempty"`
}

// Evaluates says whether the run asks for a rule.
func (s Setup) Evaluates(id string) bool {
	return !slices.Contains(s.Off, id) && (len(s.Only) == 0 || slices.Contains(s.Only, id))
}

// Bundle makes the policies of builtin and of the setup.
func (s Setup) Bundle(builtin fs.FS) (*Bundle, error) {
	b, err := Load(builtin)
	if err == nil {
		b, err = b.Join(s.Folders...)
	}
	if err == nil {
		b, err = b.WithProfile(s.Profile)
	}
	if err == nil && len(s.Params) > 0 {
		b, err = b.WithParams(s.Params, s.ParamsFrom)
	}
	if err == nil {
		b, err = b.Without(s.Off...)
	}
	return b, err
}

// Outsider evaluates rules that are not built in, one by one. It is to run where
// it may be killed: such a rule may take all memory and all time.
type Outsider struct {
	engine *Engine
	rules  map[string]*Rule
}

// NewOutsider checks and compiles a bundle. An error may hold Faults.
func NewOutsider(b *Bundle, s Setup) (*Outsider, error) {
	if len(s.Schema) > 0 {
		if err := b.Check(s.Schema); err != nil {
			return nil, err
		}
	}
	e, err := NewEngine(b, Options{EffectiveTime: s.Time, Timeout: s.Timeout, Print: true})
	if err != nil {
		return nil, err
	}
	o := &Outsider{engine: e, rules: map[string]*Rule{}}
	for _, r := range append(b.Outside(), b.fleet...) {
		o.rules[r.ID] = r
	}
	return o, nil
}

// Input is what rules are evaluated on, read once.
type Input struct{ term *ast.Term }

// ReadInput reads the input of one server, or of a fleet.
func ReadInput(text []byte) (Input, error) {
	v, err := fromJSON(text)
	if err != nil {
		return Input{}, fmt.Errorf("read input of policies: %w", err)
	}
	return Input{ast.NewTerm(v)}, nil
}

// Ask evaluates one rule and gives its results as JSON. print gets what the policy
// prints.
func (o *Outsider) Ask(ctx context.Context, id string, in Input, print func(file string, line int, text string)) (json.RawMessage, error) {
	r := o.rules[id]
	if r == nil {
		return nil, fmt.Errorf("there is no rule %s", id)
	}
	v, err := o.engine.ask(withPrint(ctx, print), query(r.results), in.term)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, ErrSilent
	}
	plain, err := ast.JSON(v)
	if err != nil {
		return nil, err
	}
	if list, ok := plain.([]any); ok && len(list) > maxResults {
		return nil, fmt.Errorf("%d results for one server, at most %d make sense", len(list), maxResults)
	}
	return json.Marshal(plain)
}

// JudgeJSON turns what Ask gave into judgements.
func (r *Rule) JudgeJSON(text json.RawMessage) ([]Judgement, error) {
	v, err := fromJSON(text)
	if err != nil {
		return nil, errors.New("its results are no JSON")
	}
	return r.decode(v)
}
