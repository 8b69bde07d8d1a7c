package document

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// header is where a block begins. Of those in an array of JSON syntax HCL gives that
// of the array.
func (r *reader) header(block *hcl.Block) source.Range {
	at := r.rangeOf(block.DefRange)
	if r.file.Text(at) != "[" {
		return at
	}
	inside := block.Body.MissingItemRange() // the closing brace
	attrs, _ := block.Body.JustAttributes()
	for _, a := range attrs {
		if a.Range.Start.Byte < inside.Start.Byte {
			inside = a.Range
		}
	}
	if brace := bytes.LastIndexByte(r.file.Bytes[:min(inside.Start.Byte, len(r.file.Bytes))], '{'); brace >= 0 {
		return r.file.Range(brace, brace+1)
	}
	return at
}

// blankLabel reports a block without a name.
func (r *reader) blankLabel(shape *BlockShape, c *Block) bool {
	for i, l := range c.Labels {
		if strings.TrimSpace(l.Text) == "" {
			r.fault(finding.RuleSchema, l.Range, fmt.Sprintf("the %s of a %s is empty", shape.Labels[i], shape.Name), "")
			return true
		}
	}
	return false
}

// labelFault words a block that has too few labels or too many.
func (r *reader) labelFault(b *Block, at source.Range, d *hcl.Diagnostic) (meant string) {
	for _, shape := range b.Shape.Blocks {
		if !strings.HasSuffix(d.Summary, " for "+shape.Name) {
			continue
		}
		header := shape.Name
		for _, l := range shape.Labels {
			header += fmt.Sprintf(" \"<%s>\"", l)
		}
		few := "lacks a label"
		if strings.HasPrefix(d.Summary, "Extraneous") {
			few = "has a label too many"
		}
		r.fault(finding.RuleSchema, at, shape.Name+" "+few, "Write "+header+" { … }.")
		return shape.Name
	}
	message, help := words(d)
	r.fault(finding.RuleSchema, at, message, help)
	return ""
}
