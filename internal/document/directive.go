package document

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rackvet/rackvet/internal/source"
)

// Directive is a comment that tells rackvet something about what follows it.
type Directive struct {
	// Text is what stands behind the prefix.
	Text  string
	Range source.Range
	// Scope is the attribute or block on the next line, comments between them aside;
	// nil where there is none.
	Scope *source.Range
	// Server is the name of the server that Scope is or stands in.
	Server string
}

// Directives lists the comments of a file that begin with a prefix such as
// "rackvet:". JSON has no comments.
func (d *Document) Directives(prefix string) []Directive {
	if !bytes.Contains(d.File.Bytes, []byte(prefix)) || strings.HasSuffix(d.File.Path, ".json") {
		return nil
	}
	// The file has been parsed: what does not lex has been said.
	tokens, _ := hclsyntax.LexConfig(d.File.Bytes, d.File.Path, hcl.InitialPos)
	r := &reader{file: d.File}
	var found []Directive
	for i, t := range tokens {
		text, ok := directive(t, prefix)
		if !ok {
			continue
		}
		at := r.rangeOf(t.Range)
		at.End = d.File.Range(at.Start.Byte, at.Start.Byte+len(strings.TrimRight(string(t.Bytes), "\r\n"))).End
		x := Directive{Text: text, Range: at}
		if alone := i == 0 || tokens[i-1].Range.End.Line < t.Range.Start.Line || tokens[i-1].Type == hclsyntax.TokenNewline || tokens[i-1].Type == hclsyntax.TokenComment; alone {
			x.Scope, x.Server = d.next(tokens[i:])
		}
		found = append(found, x)
	}
	return found
}

func directive(t hclsyntax.Token, prefix string) (string, bool) {
	if t.Type != hclsyntax.TokenComment {
		return "", false
	}
	text := strings.TrimLeft(strings.TrimRight(string(t.Bytes), "\r\n"), "#/ \t")
	rest, ok := strings.CutPrefix(text, prefix)
	return strings.TrimSpace(rest), ok
}

// next finds what begins on the line behind a run of comments.
func (d *Document) next(tokens hclsyntax.Tokens) (*source.Range, string) {
	line := tokens[0].Range.Start.Line
	for _, t := range tokens {
		switch {
		case t.Type == hclsyntax.TokenComment && t.Range.Start.Line == line:
			line++
		case t.Range.Start.Line == line:
			return find(d.Root, t.Range.Start.Byte)
		case t.Range.Start.Line > line:
			return nil, ""
		}
	}
	return nil, ""
}

// find gives the block or attribute within b that begins at a byte.
func find(b *Block, start int) (*source.Range, string) {
	for _, a := range b.Attributes {
		if a.Range.Start.Byte == start {
			return &a.Range, b.Server
		}
	}
	for _, c := range b.Blocks {
		if c.Header.Start.Byte == start {
			return &c.Range, c.Server
		}
		if r, server := find(c, start); r != nil {
			return r, server
		}
	}
	return nil, ""
}
