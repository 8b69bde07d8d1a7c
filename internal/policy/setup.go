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
	// Reads are the files of rackvet's own policies that are loaded; nil is all.
	Reads   []string  `json:"reads"`
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
	b, err := loadFiles(builtin, s.Reads)
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
		b, err = b.drop(s.Off)
	}
	return b, err
}

// Lean is s for a process that evaluates what of the bundle is not built in and
// nothing else: it loads no more of rackvet's own policies than that reads. all are
// the policies with those that are off.
func (s Setup) Lean(all, b *Bundle) Setup {
	for _, r := range all.AllRules() {
		if r.Overrides != "" || r.ReplacedBy != "" {
			return s // which are looked up among all
		}
	}
	s.Reads = []string{}
	for file := range needed(b.modules, b) {
		if !b.outside[file] {
			s.Reads = append(s.Reads, file)
		}
	}
	slices.Sort(s.Reads)
	s.Off = slices.DeleteFunc(slices.Clone(s.Off), func(id string) bool { return !all.Rule(id).Outside })
	return s
}

// Outsider evaluates rules that are not built in, one by one. It is to run where
// it may be killed: such a rule may take all memory and all time.
type Outsider struct {
	engine  *Engine // of them and what they read
	whole   *Engine // of all rules; nil until an expression asks
	options Options
	rules   map[string]*Rule
	bundle  *Bundle
	schema  []byte // of the input
}

// NewOutsider checks and compiles what of a bundle is not built in, and what that
// reads: the rest was checked when it was built, and would take longer than all else.
// An error may hold Faults.
func NewOutsider(b *Bundle, s Setup) (*Outsider, error) {
	own := *b
	own.modules = needed(b.modules, b)
	if len(s.Schema) > 0 {
		if err := own.Check(s.Schema); err != nil {
			return nil, err
		}
	}
	o := &Outsider{rules: map[string]*Rule{}, bundle: b, schema: s.Schema}
	o.options = Options{EffectiveTime: s.Time, Timeout: s.Timeout, Print: true, Nothing: true}
	var err error
	if o.engine, err = NewEngine(&own, o.options); err != nil {
		return nil, err
	}
	for _, r := range append(b.Outside(), b.fleet...) {
		o.rules[r.ID] = r
	}
	return o, nil
}

// all is the engine of all rules, compiled when it is first asked for.
func (o *Outsider) all() (*Engine, error) {
	if o.whole != nil {
		return o.whole, nil
	}
	var err error
	o.whole, err = NewEngine(o.bundle, o.options)
	return o.whole, err
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
		return nil, located(asWritten(err))
	}
	if v == nil {
		return nil, ErrSilent
	}
	if n := size(v); n > maxResults {
		return nil, tooMany(n)
	}
	plain, err := ast.JSON(v)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(plain)
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxAnswer:
		return nil, fmt.Errorf("its results are %d MiB long, at most %d make sense", len(text)>>20, maxAnswer>>20)
	case !json.Valid(text): // what nests too deeply can't be read again
		return nil, errors.New("its results nest too deeply")
	}
	return text, nil
}

// maxAnswer bounds the results of one rule for one server, in bytes of JSON.
const maxAnswer = 4 << 20

// size is how many results there are.
func size(v ast.Value) int {
	switch v := v.(type) {
	case ast.Set:
		return v.Len()
	case *ast.Array:
		return v.Len()
	}
	return 0
}

// TimedOut says of an error of Ask that there was no answer in time.
func TimedOut(err error) bool { return errors.Is(err, errTimeout) }

// JudgeJSON turns what Ask gave into judgements.
func (r *Rule) JudgeJSON(text json.RawMessage) ([]Judgement, error) {
	v, err := fromJSON(text)
	if err != nil {
		return nil, errors.New("its results are no JSON")
	}
	return r.decode(v)
}
