package policy

import (
	"strconv"

	"github.com/open-policy-agent/opa/v1/ast"
)

// memory remembers the values of rules during one evaluation. It takes the place
// of OPA's own cache, which has a map for every step of a reference and for every
// argument of a function, and is asked at each reference to a rule. Calls of
// functions are not remembered: they hardly ever come twice with the same
// arguments, and to compare these costs more than most functions do.
type memory struct {
	frames []map[string]remembered
	key    []byte
}

// remembered is the value of a rule, or that it has none.
type remembered struct {
	value     *ast.Term
	undefined bool
}

func newMemory() *memory {
	return &memory{frames: []map[string]remembered{make(map[string]remembered, 32)}}
}

func (m *memory) Push() { m.frames = append(m.frames, make(map[string]remembered)) }

func (m *memory) Pop() { m.frames = m.frames[:len(m.frames)-1] }

func (m *memory) Get(ref ast.Ref) (*ast.Term, bool) {
	if isCall(ref) {
		return nil, false
	}
	m.setKey(ref)
	r := m.frames[len(m.frames)-1][string(m.key)]
	return r.value, r.undefined
}

func (m *memory) Put(ref ast.Ref, value *ast.Term) {
	if isCall(ref) {
		return
	}
	m.setKey(ref)
	m.frames[len(m.frames)-1][string(m.key)] = remembered{value, value == nil}
}

// Keys is what a tracer would ask for.
func (*memory) Keys() []ast.Ref { return nil }

// isCall tells the call of a function, whose name is a reference in itself.
func isCall(ref ast.Ref) bool {
	_, ok := ref[0].Value.(ast.Ref)
	return ok
}

// setKey writes the steps of ref, each with its length, so that no two
// references have the same key.
func (m *memory) setKey(ref ast.Ref) {
	m.key = m.key[:0]
	for _, t := range ref[1:] {
		switch v := t.Value.(type) {
		case ast.String:
			m.key = append(strconv.AppendInt(m.key, int64(len(v)), 10), ':')
			m.key = append(m.key, v...)
		default:
			s := v.String()
			m.key = append(strconv.AppendInt(m.key, int64(len(s)), 10), '=')
			m.key = append(m.key, s...)
		}
	}
}
