package document

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// Format lays a file of native syntax out as people expect of HCL: two spaces a
// block, equals signs in columns, a line ending at its end. Nothing but spaces
// changes; comments, the kind of line endings and a byte order mark are kept. A
// file that does not parse gives its faults, and no text.
func Format(f *source.File) ([]byte, []finding.Result) {
	r := &reader{file: f, shape: LoadShape(), scope: newScope()}
	r.scope.files[f.Path] = f
	if r.parse() == nil {
		finding.Sort(r.faults)
		return nil, r.faults
	}
	text := hclwrite.Format(f.Bytes)
	if at := firstChange(f.Bytes, text); at >= 0 {
		r.fault(finding.RuleSyntax, f.Range(at, at+1), "the file can't be formatted: without the spaces here it would say something else",
			"Write an index as [0] and not as .0, which is of old.")
		return nil, r.faults
	}
	// The library leaves the end of the last line as it is.
	text = bytes.TrimRight(text, " \t")
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, lineEnding(f.Bytes)...)
	}
	return f.WithBOM(text), nil
}

// firstChange is where the first token stands that formatting has changed, -1 where
// there is none. The library knows spaces that count for none: "a.0 .1" is two
// indices, and "a.0.1" a number.
func firstChange(before, after []byte) int {
	old, _ := hclsyntax.LexConfig(before, "", hcl.InitialPos)
	fresh, _ := hclsyntax.LexConfig(after, "", hcl.InitialPos)
	for i, t := range old {
		if i >= len(fresh) || t.Type != fresh[i].Type || !bytes.Equal(t.Bytes, fresh[i].Bytes) {
			return t.Range.Start.Byte
		}
	}
	return -1
}

// lineEnding is what ends the first line of a text.
func lineEnding(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
