package validate

import (
	"math"
	"strconv"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/source"
)

// syntax turns HCL values into CUE syntax whose positions lie in the HCL file.
// Syntax costs CUE less than Go values do, and what CUE reports then names the
// file that the user wrote.
type syntax struct {
	file  *token.File
	shift int // bytes of a byte order mark
}

func newSyntax(f *source.File) *syntax {
	s := &syntax{file: token.NewFile(f.Path, -1, len(f.Bytes))}
	s.file.SetLinesForContent(f.Bytes)
	if f.BOM {
		s.shift = 3
	}
	return s
}

func (s *syntax) pos(r source.Range) token.Pos {
	offset := r.Start.Byte - s.shift
	if r.File != s.file.Name() || offset < 0 || offset > s.file.Size() {
		return token.NoPos
	}
	return s.file.Pos(offset, token.NoRelPos)
}

func (s *syntax) field(name string, at source.Range, value ast.Expr) *ast.Field {
	label := ast.NewString(name)
	label.ValuePos = s.pos(at)
	return &ast.Field{Label: label, Value: value}
}

func (s *syntax) value(v *document.Value) ast.Expr {
	switch v.Kind {
	case document.String:
		lit := ast.NewString(v.Text)
		lit.ValuePos = s.pos(v.Range)
		return lit
	case document.Number:
		return s.number(v)
	case document.Bool:
		lit := ast.NewBool(v.Bool)
		lit.ValuePos = s.pos(v.Range)
		return lit
	case document.List:
		list := &ast.ListLit{Lbrack: s.pos(v.Range)}
		for _, e := range v.List {
			list.Elts = append(list.Elts, s.value(e))
		}
		return list
	}
	object := &ast.StructLit{Lbrace: s.pos(v.Range)}
	for _, f := range v.Fields {
		object.Elts = append(object.Elts, s.field(f.Name, f.Value.Range, s.value(f.Value)))
	}
	return object
}

// number writes a number out: as an integer where it is one, since CUE takes
// 2.0 for none.
func (s *syntax) number(v *document.Value) ast.Expr {
	f := v.Float()
	kind, text := token.FLOAT, strconv.FormatFloat(math.Abs(f), 'e', -1, 64)
	if f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		kind, text = token.INT, strconv.FormatFloat(math.Abs(f), 'f', 0, 64)
	}
	lit := &ast.BasicLit{Kind: kind, Value: text, ValuePos: s.pos(v.Range)}
	if f < 0 {
		return &ast.UnaryExpr{Op: token.SUB, OpPos: s.pos(v.Range), X: lit}
	}
	return lit
}
