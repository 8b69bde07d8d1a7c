package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/suggest"
)

var kebab = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// readRule makes a rule of its module and the page beside it. That file is
// rackvet/rules/<category>/<rule-name>/<rule_name>.rego is demanded here;
// what the metadata must hold, Validate demands.
func readRule(fsys fs.FS, file string, m *ast.Module) (*Rule, error) {
	folder := path.Dir(file)
	parts := strings.Split(strings.TrimPrefix(folder, rulesFolder+"/"), "/")
	if len(parts) != 2 || !kebab.MatchString(parts[0]) || !kebab.MatchString(parts[1]) {
		return nil, fmt.Errorf("%s: a rule's folder is %s/<category>/<rule-name>, in lower case with hyphens", file, rulesFolder)
	}
	id := parts[0] + "/" + parts[1]
	r := &Rule{
		ID: id, Category: parts[0], Name: parts[1], File: file,
		results: m.Package.Path.Append(ast.StringTerm("results")),
		idTerm:  ast.StringTerm(id),
	}
	if want := strings.ReplaceAll(r.Name, "-", "_") + ".rego"; path.Base(file) != want {
		return nil, fmt.Errorf("%s: the file of rule %s is called %s, and the rule has no other", file, r.ID, want)
	}
	page, err := fs.ReadFile(fsys, path.Join(folder, "README.md"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read page of rule %s: %w", r.ID, err)
	}
	r.Page = string(page)

	i := slices.IndexFunc(m.Annotations, func(a *ast.Annotations) bool { return a.Scope == "package" })
	if i < 0 {
		return nil, fmt.Errorf("%s: rule %s has no METADATA above its package", file, r.ID)
	}
	a := m.Annotations[i]
	r.Title, r.Description = strings.TrimSpace(a.Title), strings.TrimSpace(a.Description)
	for _, s := range a.RelatedResources {
		r.Sources = append(r.Sources, Source{Description: s.Description, Ref: s.Ref.String()})
	}
	if err := r.readCustom(a.Custom); err != nil {
		return nil, fmt.Errorf("%s:%d: metadata of rule %s: %w", file, a.Location.Row, r.ID, err)
	}
	return r, nil
}

// customKeys are what the part "custom" of a rule's metadata may hold.
var customKeys = []string{"applies_to", "bound", "helps", "levels", "messages", "since", "unit"}

func (r *Rule) readCustom(custom map[string]any) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(custom)) {
		var err error
		switch v := custom[key]; key {
		case "applies_to":
			r.AppliesTo, err = text(v)
		case "bound":
			r.Bound, err = text(v)
		case "since":
			r.Since, err = text(v)
		case "unit":
			r.Unit, err = text(v)
		case "levels":
			r.Levels, err = levels(v)
		case "messages":
			r.Messages, r.messages, err = templates(v)
		case "helps":
			r.Helps, r.helps, err = templates(v)
		default:
			near := suggest.Nearest(key, customKeys, 1)
			err = fmt.Errorf("unknown; known are %s", strings.Join(customKeys, ", "))
			if len(near) > 0 {
				err = fmt.Errorf("unknown; did you mean %q", near[0])
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("custom.%s: %w", key, err))
		}
	}
	return errors.Join(errs...)
}

func text(v any) (string, error) {
	s, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("expected text, found %v", v)
	}
	return strings.TrimSpace(s), nil
}

func levels(v any) ([]finding.Level, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("expected a list such as [error, warning], found %v", v)
	}
	var ls []finding.Level
	for _, e := range list {
		l, err := finding.ParseLevel(fmt.Sprint(e))
		if err != nil {
			return nil, err
		}
		if slices.Contains(ls, l) {
			return nil, fmt.Errorf("level %s twice", l)
		}
		ls = append(ls, l)
	}
	slices.Sort(ls)
	slices.Reverse(ls)
	return ls, nil
}

func templates(v any) (map[string]string, map[string]template, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, nil, fmt.Errorf("expected templates by key, found %v", v)
	}
	texts, parsed := make(map[string]string, len(object)), make(map[string]template, len(object))
	for _, key := range slices.Sorted(maps.Keys(object)) {
		s, err := text(object[key])
		if err == nil {
			texts[key] = s
			parsed[key], err = parseTemplate(s)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return texts, parsed, nil
}
