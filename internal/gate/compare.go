package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
)

// Compare says in words what differs between a recorded statement and one made
// now: what was judged, what it was judged by, and how it came out. Nothing means
// that all is as it was.
func Compare(was, is Statement) []string {
	var d differences
	d.digests("spec", subjects(was), subjects(is))
	moved := len(d) > 0 // lines may have
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
	d.settings(a.Settings, b.Settings)
	d.servers(a, b)
	d.results(a, b, moved)
	d.waivers(a)
	if fields := fieldsOf(a.Summary, b.Summary, nil); len(fields) > 0 {
		d.add("summary: %s", few(fields, len(fields)))
	}
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
		m[x.Name] += x.Digest.SHA256
	}
	return m
}

func named(list []Named) map[string]string {
	m := map[string]string{}
	for _, x := range list {
		m[x.Name] += x.Digest.SHA256 // folders may share a name
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

// settings compares what changes a verdict. The paths are not among that: whoever
// compares says which.
func (d *differences) settings(was, is Settings) {
	was.Paths, is.Paths = nil, nil
	if x, y := fmt.Sprintf("%+v", was), fmt.Sprintf("%+v", is); x != y {
		d.add("settings: %s then, %s now", x[1:len(x)-1], y[1:len(y)-1])
	}
}

// servers compares what each server is, and its verdict.
func (d *differences) servers(was, is Predicate) {
	a, b := byFile(was.Servers), byFile(is.Servers)
	for _, key := range slices.Sorted(maps.Keys(a)) {
		for i, x := range a[key] {
			if i >= len(b[key]) {
				d.add("%s: judged then, not there now", key)
				continue
			}
			y := b[key][i]
			if fields := fieldsOf(x.Input, y.Input, nil); len(fields) > 0 {
				d.add("%s, what was judged: %s", key, few(fields, 3))
			}
			if x.Verdict != y.Verdict {
				d.add("%s: %s then, %s now", key, x.Verdict, y.Verdict)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(b)) {
		if len(b[key]) > len(a[key]) {
			d.add("%s: new since", key)
		}
	}
}

// byFile gives servers by where they stand.
func byFile(list []Server) map[string][]Server {
	m := map[string][]Server{}
	for _, s := range list {
		key := fmt.Sprintf("server %q in %s", s.Name, s.File)
		m[key] = append(m[key], s)
	}
	return m
}

// results compares how each server was judged, by rule and path. Where files changed,
// lines may have moved, and places say nothing.
func (d *differences) results(was, is Predicate, moved bool) {
	a, b := judged(was), judged(is)
	for _, key := range slices.Sorted(maps.Keys(a)) {
		switch now, ok := b[key]; {
		case !ok:
			d.add("%s: %s then, no result now", key, words(a[key]))
		case len(a[key]) != len(now) || words(a[key]) != words(now):
			d.add("%s: %s then, %s now", key, words(a[key]), words(now))
		default:
			var places map[string]bool
			if moved {
				places = map[string]bool{"range": true, "line": true}
			}
			var fields []string
			for i, r := range a[key] {
				fields = append(fields, fieldsOf(r, now[i], places)...)
			}
			if len(fields) > 0 {
				d.add("%s: %s", key, few(fields, 3))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(b)) {
		if _, ok := a[key]; !ok {
			d.add("%s: %s now, no result then", key, words(b[key]))
		}
	}
}

// judged gives results by server, rule and path.
func judged(p Predicate) map[string][]finding.Result {
	m := map[string][]finding.Result{}
	add := func(server string, r finding.Result) {
		key := fmt.Sprintf("%s %s", r.Rule, r.Path)
		if server != "" {
			key = fmt.Sprintf("server %q, %s", server, key)
		}
		m[key] = append(m[key], r)
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

// words says how results came out.
func words(results []finding.Result) string {
	var all []string
	for _, r := range results {
		text := fmt.Sprintf("%s (%s), %s", r.Outcome, r.Level, r.Message)
		if w := r.Waiver; w != nil {
			text += fmt.Sprintf(", waived by %q until %q", w.By, w.Until)
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// waivers looks whether those who signed are those that the results name, which are
// compared already.
func (d *differences) waivers(p Predicate) {
	if fields := fieldsOf(p.Waivers, waivedIn(p.Servers), nil); len(fields) > 0 {
		d.add("waivers: the list is not that of the results: %s", few(fields, 3))
	}
}
