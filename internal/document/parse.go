package document

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// MaxSize is the largest file that is read, in bytes. A spec of a thousand
// servers is smaller.
const MaxSize = 1 << 20

// maxRedefined is how many attributes written twice are looked through for each block.
const maxRedefined = 100

// reader turns one file into a document.
type reader struct {
	file   *source.File
	shape  *Shape
	faults []finding.Result
	scope  *scope
	// server is the one that is being read, or the block of it.
	server string
	// first are the blocks that may stand once, repeats how many of the others there are.
	first   map[place]*Block
	repeats map[place]int
	// parsed is how many of the faults were found before blocks were read.
	parsed int
	// via is the include that the file came by, in the file that is read first.
	via source.Range
}

// IsJSON reports whether a file of this name is in HCL's JSON syntax.
func IsJSON(name string) bool { return path.Ext(name) == ".json" }

// parse gives the body of the file. It is nil where there is none to go on with.
func (r *reader) parse() hcl.Body {
	text := r.file.Bytes
	if r.file.Size() > MaxSize {
		r.fault(finding.RuleSyntax, r.file.Range(0, 0), "the file is larger than a spec may be, "+units.PrintBytes(MaxSize), "")
		return nil
	}
	if problem, offset := wrongEncoding(text); problem != "" {
		r.fault(finding.RuleSyntax, r.file.Range(offset, min(offset+1, len(text))), problem, "")
		return nil
	}
	check := func(b []byte) *tooDeep { return guard(b, false) }
	if IsJSON(r.file.Path) {
		check = guardJSON
	}
	if deep := check(text); deep != nil {
		r.fault(finding.RuleSyntax, r.file.Range(deep.offset, deep.offset+1), deep.problem, "Take the expression apart into locals.")
		return nil
	}
	var file *hcl.File
	var diags hcl.Diagnostics
	if IsJSON(r.file.Path) {
		if len(strings.TrimSpace(string(text))) == 0 {
			return hcl.EmptyBody()
		}
		file, diags = json.Parse(text, r.file.Path)
	} else {
		file, diags = hclsyntax.ParseConfig(text, r.file.Path, hcl.InitialPos)
	}
	broken := false
	for _, d := range diags {
		if d.Severity != hcl.DiagError {
			continue
		}
		if d.Summary == "Attribute redefined" && file != nil {
			r.redefined(file.Body, d)
			continue
		}
		broken = true
		r.syntaxFault(d)
	}
	if broken || file == nil {
		return nil
	}
	r.parsed = min(len(r.faults), maxRedefined)
	if native, ok := file.Body.(*hclsyntax.Body); ok {
		checkArithmetic(native)
	}
	return file.Body
}

// fault records what is wrong at a place.
func (r *reader) fault(rule string, at source.Range, message, help string, related ...finding.Related) {
	r.faults = append(r.faults, finding.Result{
		Rule: rule, Outcome: finding.Fail, Level: finding.Error, Message: message, Help: help,
		Server: r.server, File: at.File, Range: at, Related: related,
	})
}

// rangeOf turns HCL's range, whose columns are grapheme clusters, into ours.
func (r *reader) rangeOf(h hcl.Range) source.Range {
	if h.Filename != r.file.Path && h.Filename != "" && r.scope != nil {
		if f := r.scope.files[h.Filename]; f != nil {
			return f.Range(h.Start.Byte, h.End.Byte)
		}
	}
	return r.file.Range(h.Start.Byte, h.End.Byte)
}

// redefined words HCL's complaint of an attribute written twice, which it
// finds while it parses.
func (r *reader) redefined(body hcl.Body, d *hcl.Diagnostic) {
	at := r.rangeOf(*d.Subject)
	name := r.file.Text(at)
	var related []finding.Related
	if b, ok := body.(*hclsyntax.Body); ok {
		if first := attributeAround(b, name, d.Subject.Start.Byte); first != nil {
			related = []finding.Related{{Message: "first written here", Range: r.rangeOf(first.NameRange)}}
		}
		r.server = serverAround(b, d.Subject.Start.Byte)
		defer func() { r.server = "" }()
	}
	r.fault(finding.RuleSchema, at, fmt.Sprintf("%q is written twice", name), "Keep one of the two.", related...)
}

// attributeAround finds the attribute of that name in the innermost body that
// holds the offset.
func attributeAround(b *hclsyntax.Body, name string, offset int) *hclsyntax.Attribute {
	for _, block := range b.Blocks {
		if r := block.Body.Range(); r.Start.Byte <= offset && offset < r.End.Byte {
			return attributeAround(block.Body, name, offset)
		}
	}
	return b.Attributes[name]
}

// serverAround is the name of the server that holds the offset, "" where none does.
func serverAround(b *hclsyntax.Body, offset int) string {
	for _, block := range b.Blocks {
		if r := block.Body.Range(); block.Type == "server" && len(block.Labels) > 0 && r.Start.Byte <= offset && offset < r.End.Byte {
			return block.Labels[0]
		}
	}
	return ""
}

// unquoted finds quantities and the like that lack their quotes.
var unquoted = regexp.MustCompile(`=\s*(-?[0-9][0-9._]*\s?(?:[A-Za-z%]|[A-Za-z]+/s|:[0-9]+|x[0-9]+|\+[0-9]+)[A-Za-z0-9/]*)\s*(?:#|//|$)`)

// hexadecimal is a number that HCL does not read, and no slot of generation 0.
var hexadecimal = regexp.MustCompile(`^-?0x`)

// syntaxFault words a diagnostic of HCL's parser.
func (r *reader) syntaxFault(d *hcl.Diagnostic) {
	at := r.file.Range(0, 0)
	if d.Subject != nil {
		at = r.rangeOf(*d.Subject)
	}
	line := r.file.Line(at.Start.Line)
	if m := unquoted.FindStringSubmatchIndex(line); m != nil && !hexadecimal.MatchString(line[m[2]:m[3]]) {
		text := line[m[2]:m[3]]
		start := r.file.Bytes
		offset := at.Start.Byte - len(string([]rune(line)[:min(len([]rune(line)), at.Start.Column-1)]))
		if r.file.BOM {
			offset -= 3
		}
		if offset >= 0 && offset+m[3] <= len(start) {
			at = r.file.Range(offset+m[2], offset+m[3])
		}
		r.fault(finding.RuleSyntax, at, fmt.Sprintf("%s stands without quotes", text), fmt.Sprintf("Write %q.", text))
		return
	}
	message, help := words(d)
	if strings.Contains(line, "\u00a0") {
		help = strings.TrimSpace(help + " The line has a no-break space (U+00A0); make it a plain one.")
	}
	r.fault(finding.RuleSyntax, at, message, help)
}

// words turns a diagnostic into a message of one line and a help.
func words(d *hcl.Diagnostic) (message, help string) {
	message = lowerFirst(strings.TrimSuffix(d.Summary, "."))
	detail := strings.Join(strings.Fields(d.Detail), " ")
	if _, reason, ok := strings.Cut(detail, " parameter: "); ok && d.Summary == "Invalid function argument" {
		return strings.TrimSuffix(reason, "."), "" // HCL's words in front say nothing more
	}
	if _, reason, ok := strings.Cut(detail, "Error during operation: "); ok && d.Summary == "Operation failed" {
		return strings.TrimSuffix(reason, "."), ""
	}
	first, rest, found := strings.Cut(detail, ". ")
	if !found {
		first, rest, found = strings.Cut(detail, "; ")
		if found && rest != "" {
			rest = strings.ToUpper(rest[:1]) + rest[1:]
		}
	}
	if first = strings.TrimSuffix(first, "."); first != "" {
		message += ": " + lowerFirst(first)
	}
	return message, rest
}

// lowerFirst takes the capital off a sentence, unless it begins an abbreviation.
func lowerFirst(s string) string {
	if len(s) > 1 && s[1] >= 'A' && s[1] <= 'Z' || s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
