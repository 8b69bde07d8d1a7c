package lint

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

// What a rule says would make it pass does: each fix of each fail.hcl, of each spec
// and of each report is written into it, and the rule no longer fails there.
func TestFixesMakeTheRulePass(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../../policies/rackvet/rules/*/*/fail.hcl", "../../specs/*.hcl", "../../policies/testdata/reports/*.hcl"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	tried := 0
	for _, profile := range []string{"", "practice"} {
		l := newLinter(t, profile, Options{})
		for _, path := range paths {
			r, all := results(t, l, path)
			for _, f := range all {
				if f.Outcome != finding.Fail || len(f.Fixes) == 0 {
					continue
				}
				tried++
				text, ok := fixed(r.Source.Bytes, f.Fixes)
				if !ok {
					t.Errorf("%s: %s: a fix has no place: %+v", path, f.Rule, f.Fixes)
					continue
				}
				file := onDisk(path)
				file.Read = func() ([]byte, error) { return text, nil }
				_, after := lintFile(t, l, file)
				for _, again := range after {
					bad := again.Outcome == finding.Fail || again.Rule == finding.RuleSyntax || again.Rule == finding.RuleSchema
					if bad && (again.Rule == f.Rule && again.Server == f.Server && again.Path.String() == f.Path.String() || again.Rule == finding.RuleSyntax || again.Rule == finding.RuleSchema) {
						t.Errorf("%s: %s with %+v: %s still fails: %s\n%s", path, f.Message, f.Fixes, again.Rule, again.Message, text)
					}
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no rule has a fix")
	}
}

// fixed is a text with the fixes written into it, from the last to the first.
func fixed(text []byte, fixes []finding.Fix) ([]byte, bool) {
	if slices.ContainsFunc(fixes, func(f finding.Fix) bool { return f.Range == nil }) {
		return nil, false
	}
	fixes = slices.Clone(fixes)
	slices.SortStableFunc(fixes, func(a, b finding.Fix) int { return b.Range.Start.Byte - a.Range.Start.Byte })
	text = slices.Clone(text)
	for _, f := range fixes {
		text = slices.Replace(text, f.Range.Start.Byte, f.Range.End.Byte, []byte(f.Text)...)
	}
	return text, true
}
