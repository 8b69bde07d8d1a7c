package report

import (
	"bytes"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// maxRelated is how many other places of a result are written: as many as
// GitHub shows.
const maxRelated = 100

// result turns r into SARIF. Its level is that to sort and show it by.
func (f *sarifFormat) result(r finding.Result, src *source.File) *sarifResult {
	r = brief(r)
	at := f.o.spot(r.Range, r.File)
	s := &sarifResult{
		RuleID: ruleID(r.Rule), Level: severity(r), Message: sarifText(sentence(r)),
		Locations: []sarifLocation{{Physical: physical(at)}},
		Properties: sarifResultProperties{Outcome: r.Outcome, Server: r.Server, Path: cut(r.Path.String(), maxMessage),
			Observed: r.Observed, Limit: r.Limit, Unit: r.Unit, Margin: r.Margin},
	}
	if src != nil && (src.Path == r.Range.File || r.Range.File == "" && src.Path == r.File) {
		if !at.lines {
			s.Locations[0].Physical.Region = wholeFile(src)
		}
		s.fingerprint("primaryLocationLineHash", f.hash(src, s.Locations[0].Physical.Region.StartLine))
	}
	s.fingerprint("rackvetResult/v1", r.Fingerprint)
	if r.Server != "" {
		s.Locations[0].Logical = []sarifLogical{{Name: r.Server, Kind: "resource",
			Qualified: cut(append(finding.Path{r.Server}, r.Path...).String(), maxMessage)}}
	}
	for i, rel := range r.Related[:min(len(r.Related), maxRelated)] {
		if rel.Range.File == "" && r.File == "" {
			continue
		}
		text := sarifText(Escape(cut(rel.Message, maxMessage)))
		s.Related = append(s.Related, sarifLocation{ID: i + 1, Message: &text, Physical: physical(f.o.spot(rel.Range, r.File))})
	}
	switch {
	case r.Outcome == finding.Undecided:
		// SARIF would have no level here, but most consumers know nothing of kinds:
		// to them a result without a level is none.
		s.Kind = "review"
	case r.Outcome == finding.Waived:
		s.Level = r.Level // the suppression says what became of it
		s.Suppressions = f.suppressions(r)
	case r.Baselined:
		s.Level = r.Level
		s.BaselineState = "unchanged"
	}
	s.Fixes = f.fixes(r)
	return s
}

// fingerprint adds one that is known.
func (s *sarifResult) fingerprint(name, value string) {
	if value == "" {
		return
	}
	if s.Fingerprints == nil {
		s.Fingerprints = map[string]string{}
	}
	s.Fingerprints[name] = value
}

// suppressions say who waived r: in the spec itself, or elsewhere.
func (f *sarifFormat) suppressions(r finding.Result) []sarifSuppression {
	s := sarifSuppression{Kind: "external", Status: "accepted", Justification: "waived"}
	if w := r.Waiver; w != nil {
		s.Justification = Escape("waived" + signature(w))
		if w.Range.File == "" || w.Range.File == r.File {
			s.Kind = "inSource"
		}
		if at := f.o.spot(w.Range, r.File); at.lines {
			s.Location = &sarifLocation{Physical: physical(at)}
		}
	}
	return []sarifSuppression{s}
}

// fixes gives the edits of r as one fix, since only together do they help. If the
// place of one is not known, there is none.
func (f *sarifFormat) fixes(r finding.Result) []sarifFix {
	var changes []sarifChange
	var words []string
	for _, fix := range r.Fixes {
		if fix.Range == nil {
			return nil
		}
		at := f.o.spot(*fix.Range, r.File)
		if at.file == "" || !at.lines {
			return nil
		}
		words = append(words, fix.Path.String()+" = "+fix.Value)
		if n := len(changes); n == 0 || changes[n-1].Artifact != artifact(at.file) {
			changes = append(changes, sarifChange{Artifact: artifact(at.file)})
		}
		last := &changes[len(changes)-1]
		last.Replacements = append(last.Replacements, sarifReplacement{Deleted: region(at), Inserted: sarifMessage{Text: fix.Text}})
	}
	if len(changes) == 0 {
		return nil
	}
	return []sarifFix{{Description: sarifText(Escape(cut("write "+strings.Join(words, ", "), maxMessage))), Changes: changes}}
}

func physical(at spot) sarifPhysical {
	p := sarifPhysical{Artifact: artifact(at.file)}
	if at.lines {
		r := region(at)
		p.Region = &r
	}
	return p
}

func region(at spot) sarifRegion {
	return sarifRegion{at.start.Line, at.start.Column, at.end.Line, at.end.Column}
}

// wholeFile is where a result is that is about a file and no place in it.
func wholeFile(f *source.File) *sarifRegion {
	end := f.Pos(len(bytes.TrimRight(f.Bytes, "\r\n"))) // there is no line behind the last end of one
	return &sarifRegion{1, 1, end.Line, end.Column}
}

var driveLetter = regexp.MustCompile(`^[A-Za-z]:/`)

// artifact is a file's URI: relative to the root of the repository, unless the
// path leads elsewhere.
func artifact(file string) sarifArtifact {
	switch {
	case driveLetter.MatchString(file):
		return sarifArtifact{URI: "file:///" + file[:2] + (&url.URL{Path: file[2:]}).EscapedPath()}
	case path.IsAbs(file):
		return sarifArtifact{URI: "file://" + (&url.URL{Path: file}).EscapedPath()}
	}
	// A colon in the first part would end a scheme.
	return sarifArtifact{URI: strings.ReplaceAll((&url.URL{Path: file}).EscapedPath(), ":", "%3A"), Base: "%SRCROOT%"}
}

// sarifPlaceholder is what SARIF puts arguments of a message in for.
var sarifPlaceholder = regexp.MustCompile(`\{(\d+)\}`)

// sarifText is s as a message's text, in which "[words](place)" would be a link
// and "{0}" an argument.
func sarifText(s string) sarifMessage {
	s = strings.ReplaceAll(s, "](", `\](`)
	return sarifMessage{Text: sarifPlaceholder.ReplaceAllString(s, "{{$1}}")}
}

// sentence is the message of r with its full stop, and what to do about it.
func sentence(r finding.Result) string {
	s := wording(r)
	if !strings.HasSuffix(s, "…") {
		s += "."
	}
	if r.Help != "" {
		s += " " + Escape(r.Help)
	}
	return s
}
