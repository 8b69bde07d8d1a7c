package gate

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rackvet/rackvet/internal/finding"
)

// Compare says in words what differs between a recorded statement and one made
// now: what was judged, what it was judged by, and how it came out. Nothing means
// that all is as it was.
func Compare(was, is Statement) []string {
	var d differences
	d.digests("spec", subjects(was), subjects(is))
	a, b := was.Predicate, is.Predicate
	if a.Tool != b.Tool {
		d.add("rackvet: %s then, %s now", a.Tool.Version, b.Tool.Version)
	}
	d.digests("policies", named(a.Policies), named(b.Policies))
	if a.Catalogue != b.Catalogue {
		d.add("the catalogue changed")
	}
	d.digests("config", optional(a.Config), optional(b.Config))
	d.digests("baseline", optional(a.Baseline), optional(b.Baseline))
	if value(a.Variables) != value(b.Variables) {
		d.add("the variables have other values")
	}
	if x, y := fmt.Sprintf("%+v", a.Settings), fmt.Sprintf("%+v", b.Settings); x != y {
		d.add("settings: %s then, %s now", x[1:len(x)-1], y[1:len(y)-1])
	}
	d.results(a, b)
	if a.Verdict != b.Verdict {
		d.add("verdict: %s then, %s now", a.Verdict, b.Verdict)
	}
	return d
}

type differences []string

func (d *differences) add(format string, args ...any) {
	*d = append(*d, fmt.Sprintf(format, args...))
}

// digests compares things by name.
func (d *differences) digests(what string, was, is map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(was)) {
		switch now, ok := is[name]; {
		case !ok:
			d.add("%s %s: judged then, not there now", what, name)
		case now != was[name]:
			d.add("%s %s changed", what, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if _, ok := was[name]; !ok {
			d.add("%s %s: new since", what, name)
		}
	}
}

func subjects(s Statement) map[string]string {
	m := map[string]string{}
	for _, x := range s.Subject {
		m[x.Name] = x.Digest.SHA256
	}
	return m
}

func named(list []Named) map[string]string {
	m := map[string]string{}
	for _, x := range list {
		m[x.Name] = x.Digest.SHA256
	}
	return m
}

func optional(x *Named) map[string]string {
	if x == nil {
		return nil
	}
	return named([]Named{*x})
}

func value(d *Digest) string {
	if d == nil {
		return ""
	}
	return d.SHA256
}

// results compares how each server was judged, by rule and path.
func (d *differences) results(was, is Predicate) {
	a, b := judged(was), judged(is)
	for _, key := range slices.Sorted(maps.Keys(a)) {
		now, ok := b[key]
		switch {
		case !ok:
			d.add("%s: %s then, no result now", key, a[key])
		case now != a[key]:
			d.add("%s: %s then, %s now", key, a[key], now)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(b)) {
		if _, ok := a[key]; !ok {
			d.add("%s: %s now, no result then", key, b[key])
		}
	}
}

func judged(p Predicate) map[string]string {
	m := map[string]string{}
	add := func(server string, r finding.Result) {
		key := fmt.Sprintf("%s %s", r.Rule, r.Path)
		if server != "" {
			key = fmt.Sprintf("server %q, %s", server, key)
		}
		if m[key] != "" {
			m[key] += "; "
		}
		m[key] += fmt.Sprintf("%s (%s), %s", r.Outcome, r.Level, r.Message)
		if w := r.Waiver; w != nil {
			m[key] += fmt.Sprintf(", waived by %q until %q", w.By, w.Until)
		}
	}
	for _, s := range p.Servers {
		for _, r := range s.Results {
			add(s.Name, r)
		}
	}
	for _, r := range p.Problems {
		add(r.Server, r)
	}
	return m
}
