package policy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/suggest"
)

// ArticleProfile is the profile that changes nothing: its parameters are those
// that stand in the bundle.
const ArticleProfile = "article"

// params are the parameters of each rule by name: rule id, then parameter. The
// policies read them as data.rackvet.params.
type params map[string]map[string]param

// param is one parameter as it stands in JSON.
type param struct {
	Value    any    `json:"value"`
	Unit     string `json:"unit,omitempty"`
	Source   string `json:"source,omitempty"`
	Strength string `json:"strength,omitempty"`
}

// strengths say how well a source supports a parameter: the grades of the
// evidence, or that the article says so.
var strengths = []string{"A", "B", "C", "M", "article"}

// loadParams reads the parameters and the profiles, if the bundle has any, and
// gives the rules theirs. In a whole bundle there are none without their rule.
func (b *Bundle) loadParams(fsys fs.FS, whole bool) error {
	if err := readJSON(fsys, paramsFile, &b.params); err != nil {
		return err
	}
	if err := readJSON(fsys, profilesFile, &b.profiles); err != nil {
		return err
	}
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(b.params)) {
		if whole && b.Rule(id) == nil {
			errs = append(errs, fmt.Errorf("%s: parameters of the unknown rule %q", paramsFile, id))
		}
		for _, name := range slices.Sorted(maps.Keys(b.params[id])) {
			if err := b.params[id][name].check(); err != nil {
				errs = append(errs, fmt.Errorf("%s: parameter %s of rule %s: %w", paramsFile, name, id, err))
			}
		}
	}
	for _, profile := range slices.Sorted(maps.Keys(b.profiles)) {
		if _, err := b.params.overlay(b.profiles[profile]); err != nil {
			errs = append(errs, fmt.Errorf("%s: profile %s: %w", profilesFile, profile, err))
		}
	}
	b.attachParams()
	return errors.Join(errs...)
}

func (p param) check() error {
	switch {
	case p.Value == nil:
		return errors.New("no value")
	case strings.TrimSpace(p.Source) == "":
		return errors.New("no source")
	case !slices.Contains(strengths, p.Strength):
		return fmt.Errorf("strength %q is none of %s", p.Strength, strings.Join(strengths, ", "))
	}
	return nil
}

// readJSON reads a file into v. A file that is not there leaves v alone.
func readJSON(fsys fs.FS, name string, v any) error {
	text, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		err = d.Decode(v)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

// Profiles lists the names that WithProfile takes.
func (b *Bundle) Profiles() []string {
	names := slices.Collect(maps.Keys(b.profiles))
	if !slices.Contains(names, ArticleProfile) {
		names = append(names, ArticleProfile)
	}
	slices.Sort(names)
	return names
}

// WithProfile is b with the parameters of a profile. The empty name is the
// article's.
func (b *Bundle) WithProfile(name string) (*Bundle, error) {
	overlay, ok := b.profiles[name]
	if !ok && (name == "" || name == ArticleProfile) {
		return b, nil
	}
	if !ok {
		return nil, unknown("profile", name, b.Profiles())
	}
	c, err := b.overlaid(overlay)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", name, err)
	}
	return c, nil
}

// overlaid is b with parameters put over its own.
func (b *Bundle) overlaid(overlay params) (*Bundle, error) {
	merged, err := b.params.overlay(overlay)
	if err != nil {
		return nil, err
	}
	c := *b
	c.params = merged
	c.rules, c.fleet = cloned(b.rules), cloned(b.fleet)
	c.attachParams()
	return &c, nil
}

func cloned(rules []*Rule) []*Rule {
	clones := make([]*Rule, len(rules))
	for i, r := range rules {
		clone := *r
		clones[i] = &clone
	}
	return clones
}

// overlay is p with the fields that o gives put over its own. It changes
// parameters, it does not add any: a name that p lacks is a mistake.
func (p params) overlay(o params) (params, error) {
	merged := maps.Clone(p)
	for _, id := range slices.Sorted(maps.Keys(o)) {
		if id == settingsKey {
			continue
		}
		if _, ok := p[id]; !ok {
			return nil, unknown("rule with parameters", id, slices.Sorted(maps.Keys(p)))
		}
		merged[id] = maps.Clone(p[id])
		for _, name := range slices.Sorted(maps.Keys(o[id])) {
			have, ok := p[id][name]
			if !ok {
				return nil, unknown("parameter of rule "+id, name, slices.Sorted(maps.Keys(p[id])))
			}
			over := o[id][name]
			if over.Value == nil {
				return nil, fmt.Errorf("parameter %s of rule %s: no value", name, id)
			}
			have.Value = over.Value
			have.Unit = cmp.Or(over.Unit, have.Unit)
			have.Source = cmp.Or(over.Source, have.Source)
			have.Strength = cmp.Or(over.Strength, have.Strength)
			merged[id][name] = have
		}
	}
	return merged, nil
}

// attachParams lists for every rule what it judges by.
func (b *Bundle) attachParams() {
	for _, r := range b.AllRules() {
		r.Params = nil
		for _, name := range slices.Sorted(maps.Keys(b.params[r.ID])) {
			p := b.params[r.ID][name]
			r.Params = append(r.Params, Param{Name: name, Value: p.Value, Unit: p.Unit, Source: p.Source, Strength: p.Strength})
		}
	}
}

// unknown is the error of a name that is none of the known ones.
func unknown(what, name string, known []string) error {
	if near := suggest.Nearest(name, known, 3); len(near) > 0 {
		return fmt.Errorf("unknown %s %q: did you mean %s", what, name, suggest.Quote(near))
	}
	return fmt.Errorf("unknown %s %q: known are %s", what, name, strings.Join(known, ", "))
}
