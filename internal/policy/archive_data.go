package policy

import (
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// ruleData is what a rule says of itself, as bundles have it.
type ruleData struct {
	Category      string            `json:"category"`
	Name          string            `json:"name"`
	Title         string            `json:"title"`
	Description   string            `json:"description"`
	AppliesTo     string            `json:"applies_to"`
	Levels        []string          `json:"levels"`
	Unit          string            `json:"unit,omitempty"`
	Bound         string            `json:"bound,omitempty"`
	Messages      map[string]string `json:"messages"`
	Helps         map[string]string `json:"helps"`
	Units         map[string]string `json:"units,omitempty"`
	Evidence      []evidenceData    `json:"evidence,omitempty"`
	Sources       []sourceData      `json:"sources"`
	Page          string            `json:"page,omitempty"`
	Since         string            `json:"since"`
	Waivable      bool              `json:"waivable"`
	Fleet         bool              `json:"fleet"`
	Builtin       bool              `json:"builtin"`
	EffectiveFrom string            `json:"effective_from,omitempty"`
	Deprecated    string            `json:"deprecated,omitempty"`
	ReplacedBy    string            `json:"replaced_by,omitempty"`
	Overrides     string            `json:"overrides,omitempty"`
}

type evidenceData struct {
	Name    string `json:"name"`
	Unit    string `json:"unit,omitempty"`
	Path    []any  `json:"path,omitempty"`
	Formula string `json:"formula,omitempty"`
}

type sourceData struct {
	Description string `json:"description,omitempty"`
	Ref         string `json:"ref,omitempty"`
}

func newRuleData(r *Rule) ruleData {
	d := ruleData{
		Category: r.Category, Name: r.Name, Title: r.Title, Description: r.Description, AppliesTo: r.AppliesTo,
		Unit: r.Unit, Bound: r.Bound, Messages: r.Messages, Helps: map[string]string{}, Units: r.Units, Sources: []sourceData{},
		Page: r.Page, Since: r.Since, Waivable: !r.Unwaivable, Fleet: r.Fleet, Builtin: !r.Outside,
		Deprecated: r.Deprecated, ReplacedBy: r.ReplacedBy, Overrides: r.Overrides,
	}
	maps.Copy(d.Helps, r.Helps)
	for _, l := range r.Levels {
		d.Levels = append(d.Levels, l.String())
	}
	for _, e := range r.declared {
		d.Evidence = append(d.Evidence, evidenceData{e.Name, e.Unit, e.Path, e.Formula})
	}
	for _, s := range r.Sources {
		d.Sources = append(d.Sources, sourceData(s))
	}
	if !r.EffectiveFrom.IsZero() {
		d.EffectiveFrom = r.EffectiveFrom.Format(time.DateOnly)
	}
	return d
}

// archived is the data of a bundle: under rackvet the parameters in force, what the
// rules say of themselves, the levels they are held to and those that are off, and
// under org what folders bring. Of rules of one's own it also has the files that OPA has no use for.
func (b *Bundle) archived(folders []*Folder, a Archive) map[string]any {
	data := b.Data()
	all, _ := data[root].(map[string]any)["params"].(map[string]any)
	params, metadata, caps := map[string]any{}, map[string]any{}, map[string]any{}
	if !a.Own {
		params = all // those of rules that are off too, which others may read
	}
	for _, r := range b.AllRules() {
		if a.Own && !r.Outside {
			continue
		}
		metadata[r.ID] = newRuleData(r)
		if p, ok := all[r.ID]; ok {
			params[r.ID] = p
		}
		if most := a.Caps[r.ID]; most != 0 {
			caps[r.ID] = most.String()
		}
	}
	off := b.off
	if a.Own {
		off = b.ownOff
	}
	off = slices.Compact(slices.Sorted(slices.Values(off)))
	own := map[string]any{"params": params, "metadata": metadata, "caps": caps, "off": append([]string{}, off...)}
	if a.Own {
		own["files"] = b.beside(folders)
	}
	out := map[string]any{root: own}
	if org, ok := data["org"].(map[string]any); ok && len(org) > 0 {
		out["org"] = org
	}
	return out
}

// beside are the pages and specs beside rules, where the rule is in the bundle, and
// the parts and models that folders describe.
func (b *Bundle) beside(folders []*Folder) map[string]any {
	files := map[string]any{}
	for _, r := range b.AllRules() {
		if !r.Outside {
			continue
		}
		folder := packagePath(b.modules[r.File])
		for name, text := range r.beside() {
			if *text != "" {
				files[path.Join(folder, name)] = *text
			}
		}
	}
	for _, f := range folders {
		for _, file := range slices.Sorted(maps.Keys(f.Files)) {
			if base := path.Base(file); strings.HasSuffix(base, ".hcl") && base != "pass.hcl" && base != "fail.hcl" {
				files[freePath(files, "parts", base)] = string(f.Files[file])
			}
		}
	}
	return files
}
