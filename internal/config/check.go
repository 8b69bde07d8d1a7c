package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/suggest"
)

// Known is what there is to configure.
type Known struct {
	// Rules are the names of the parameters of each rule, by its id.
	Rules map[string][]string
	// Profiles are the names that profile may have.
	Profiles []string
}

// Check refuses what leads nowhere: rules, parameters and profiles that there are
// none of, and globs that can't be read.
func (c *Config) Check(k Known) []finding.Result {
	ids := slices.Sorted(maps.Keys(k.Rules))
	var faults []finding.Result
	if p := c.Settings["profile"]; len(p.Values) > 0 && !slices.Contains(k.Profiles, p.Values[0]) {
		faults = append(faults, fault(p.Range, "there is no profile "+quoted(p.Values[0]), near(p.Values[0], k.Profiles, "There are "+strings.Join(k.Profiles, ", ")+".")))
	}
	for _, r := range c.Rules {
		params, ok := k.Rules[r.ID]
		if !ok {
			faults = append(faults, fault(r.Range, "there is no rule "+quoted(r.ID), near(r.ID, ids, "rackvet rules lists them.")))
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(r.Params)) {
			if !slices.Contains(params, name) {
				faults = append(faults, fault(r.At[name], "rule "+r.ID+" has no parameter "+quoted(name), near(name, params, "rackvet explain "+r.ID+" lists them.")))
			}
		}
	}
	for _, w := range c.Waivers {
		if _, ok := k.Rules[w.Rule]; !ok {
			faults = append(faults, fault(w.Range, "there is no rule "+quoted(w.Rule)+" to waive", near(w.Rule, ids, "rackvet rules lists them.")))
		}
	}
	for i := range faults {
		faults[i].Sign(nil)
	}
	return faults
}

// ParamFault is what is wrong with the value of a parameter, where it stands.
func (c *Config) ParamFault(rule, name string, err error) finding.Result {
	f := fault(source.Range{File: c.Path}, "parameter "+name+" of rule "+rule+": "+err.Error(), "rackvet explain "+rule+" tells what it is.")
	for _, r := range c.Rules {
		if at, ok := r.At[name]; ok && r.ID == rule {
			f.Range = at
		}
	}
	f.Sign(nil)
	return f
}

func quoted(s string) string { return `"` + s + `"` }

func near(name string, known []string, otherwise string) string {
	if found := suggest.Nearest(name, known, 1); len(found) > 0 {
		return "Did you mean " + quoted(found[0]) + "?"
	}
	return otherwise
}
