package policy

import (
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
)

// Format lays out a Rego file as opa fmt does. The error of one that does not parse
// holds Faults.
func Format(name string, text []byte) ([]byte, error) {
	options := parserOptions(false)
	formatted, err := format.SourceWithOpts(name, text, format.Opts{
		RegoVersion:   ast.RegoV1,
		ParserOptions: &options,
	})
	if err != nil {
		return nil, fmt.Errorf("format policy: %w", err)
	}
	return formatted, nil
}

// SplitID takes the id of a rule apart, or says how one is written.
func SplitID(id string) (category, name string, err error) {
	category, name, _ = strings.Cut(id, "/")
	switch {
	case !kebab.MatchString(category) || !kebab.MatchString(name):
		return "", "", fmt.Errorf("%q is no id of a rule: write category/name, both in lower case with hyphens, such as power/gpu-watts", id)
	case strings.HasSuffix("-"+name, "-test"):
		return "", "", fmt.Errorf("%q is no id of a rule: files that end in _test.rego are tests", id)
	}
	return category, name, nil
}

// FileOf is what the Rego file of a rule of that name is called, without its ending.
func FileOf(name string) string { return strings.ReplaceAll(name, "-", "_") }
