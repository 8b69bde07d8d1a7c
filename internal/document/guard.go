package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Bounds on what is handed to HCL's parser, which recurses for each of these
// and overflows the stack, uncatchably, on some tens of thousands.
const (
	maxNesting   = 200  // brackets, templates and blocks inside one another
	maxPrefixes  = 200  // minus signs and exclamation marks in a row
	maxChoices   = 200  // conditionals in one expression
	maxOperators = 2000 // operators, indices and dots in one expression
	maxParts     = 1000 // lines, and pieces between expressions, of one text: each is copied for each
)

// tooDeep is the first place where a text nests more than the parser bears.
type tooDeep struct {
	offset  int
	problem string
}

// shallow reports whether a text has too few brackets and operators in all to
// nest deep, which spares most specs the look at each token. Each level takes a
// bracket, and a quote inside it at most.
func shallow(text []byte) bool {
	var of [256]int
	for _, b := range text {
		of[b]++
	}
	signs := of['-'] + of['!']
	operators := signs + of['['] + of['.'] + of['+'] + of['*'] + of['/'] + of['%'] + of['&'] + of['|'] + of['<'] + of['>'] + of['=']
	return 2*(of['(']+of['[']+of['{'])+2 < maxNesting && of['?'] <= maxChoices && signs <= maxPrefixes &&
		of['%'] <= maxNesting && operators <= maxOperators && of['$'] <= maxParts && (of['<'] < 2 || of['\n'] <= maxParts)
}

// guard looks through the tokens of native syntax. The scanner itself does not
// recurse.
func guard(text []byte, template bool) *tooDeep {
	if shallow(text) {
		return nil
	}
	var tokens hclsyntax.Tokens
	if template {
		tokens, _ = hclsyntax.LexTemplate(text, "", hcl.InitialPos)
	} else {
		tokens, _ = hclsyntax.LexConfig(text, "", hcl.InitialPos)
	}
	type frame struct {
		lines                                           bool // a newline ends an expression here
		prefixes, choices, operators, directives, parts int
	}
	stack := []frame{{lines: !template}}
	for _, t := range tokens {
		top := &stack[len(stack)-1]
		deep := func(format string, n int) *tooDeep {
			return &tooDeep{t.Range.Start.Byte, fmt.Sprintf(format, n)}
		}
		prefixes := top.prefixes
		top.prefixes = 0
		switch t.Type {
		case hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOBrace, hclsyntax.TokenTemplateInterp,
			hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateControl:
			if t.Type == hclsyntax.TokenTemplateControl {
				if top.directives++; top.directives > maxNesting {
					return deep("more than %d template directives in one text", maxNesting)
				}
			}
			if t.Type == hclsyntax.TokenOBrack {
				if top.operators++; top.operators > maxOperators {
					return deep("more than %d operators in one expression", maxOperators)
				}
			}
			if stack = append(stack, frame{lines: t.Type == hclsyntax.TokenOBrace}); len(stack) > maxNesting {
				return deep("nested more than %d deep", maxNesting)
			}
		case hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCBrace, hclsyntax.TokenTemplateSeqEnd,
			hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		case hclsyntax.TokenStringLit, hclsyntax.TokenQuotedLit:
			if top.parts++; top.parts > maxParts {
				return deep("more than %d lines or parts in one text", maxParts)
			}
		case hclsyntax.TokenComma:
			*top = frame{lines: top.lines}
		case hclsyntax.TokenNewline:
			if top.lines {
				*top = frame{lines: true}
			} else {
				top.prefixes = prefixes
			}
		case hclsyntax.TokenMinus, hclsyntax.TokenBang:
			top.prefixes = prefixes + 1
			if top.prefixes > maxPrefixes {
				return deep("more than %d signs in a row", maxPrefixes)
			}
			if top.operators++; top.operators > maxOperators {
				return deep("more than %d operators in one expression", maxOperators)
			}
		case hclsyntax.TokenQuestion:
			if top.choices++; top.choices > maxChoices {
				return deep("more than %d conditionals in one expression", maxChoices)
			}
		case hclsyntax.TokenPlus, hclsyntax.TokenStar, hclsyntax.TokenSlash, hclsyntax.TokenPercent,
			hclsyntax.TokenAnd, hclsyntax.TokenOr, hclsyntax.TokenDot, hclsyntax.TokenEqualOp,
			hclsyntax.TokenNotEqual, hclsyntax.TokenLessThan, hclsyntax.TokenLessThanEq,
			hclsyntax.TokenGreaterThan, hclsyntax.TokenGreaterThanEq:
			if top.operators++; top.operators > maxOperators {
				return deep("more than %d operators in one expression", maxOperators)
			}
		}
	}
	return nil
}

// guardJSON does the same for JSON syntax, whose strings are templates.
func guardJSON(text []byte) *tooDeep {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	depth := 0
	for {
		token, err := dec.Token()
		at := int(dec.InputOffset())
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return nil // HCL's own parser says what is wrong, and where
		}
		switch t := token.(type) {
		case json.Delim:
			if t == '{' || t == '[' {
				depth++
			} else {
				depth--
			}
			if depth > maxNesting {
				return &tooDeep{at - 1, fmt.Sprintf("nested more than %d deep", maxNesting)}
			}
		case string:
			if deep := guard([]byte(t), true); deep != nil {
				return &tooDeep{max(0, at-1), deep.problem}
			}
		}
	}
}

// wrongEncoding says why text is no UTF-8, and where.
func wrongEncoding(text []byte) (problem string, offset int) {
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) ||
		len(text) > 3 && (text[0] == 0 || text[1] == 0) {
		return "the file is UTF-16; save it as UTF-8", 0
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size <= 1 {
			return fmt.Sprintf("byte 0x%02x is not UTF-8; save the file as UTF-8", text[i]), i
		}
		i += size
	}
	return "", 0
}
