package policy

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// subject is what of its metadata a fault of a rule is about, in front: "title",
// "custom.messages.pass".
var subject = regexp.MustCompile(`^(no )?([a-z][a-z0-9_.]*)`)

// placed makes Faults of what is wrong with a rule's metadata, each at the line that
// it is about. The error joins them; nil stays nil.
func placed(m *ast.Module, about string, err error) error {
	var errs []error
	switch joined, ok := err.(interface{ Unwrap() []error }); {
	case err == nil:
		return nil
	case ok:
		errs = joined.Unwrap()
	default:
		errs = []error{err}
	}
	faults := make([]error, len(errs))
	for i, e := range errs {
		at := m.Package.Location
		if match := subject.FindStringSubmatch(e.Error()); match != nil {
			at = metadataLine(m, strings.Split(match[2], "."))
		}
		faults[i] = &Fault{m.Package.Location.File, at.Row, at.Col, fmt.Sprintf("%s: %v", about, e)}
	}
	return errors.Join(faults...)
}

// metadataLine is where the METADATA of a package have a field, or as much of its
// path as is there.
func metadataLine(m *ast.Module, path []string) *ast.Location {
	above := packageMetadata(m)
	if above == nil {
		return m.Package.Location
	}
	at := *above.Location
	for _, c := range m.Comments {
		if len(path) == 0 || c.Location.Row > m.Package.Location.Row {
			break
		}
		text := bytes.TrimLeft(c.Text, " ")
		if c.Location.Row > at.Row && bytes.HasPrefix(text, []byte(path[0]+":")) {
			at.Row, at.Col = c.Location.Row, c.Location.Col+1+len(c.Text)-len(text)
			path = path[1:]
		}
	}
	return &at
}
