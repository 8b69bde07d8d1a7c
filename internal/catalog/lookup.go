package catalog

import (
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/suggest"
)

// Match is what a look-up found. Either Entry is set; or the name fits several
// entries, and Candidates are these, sorted by id; or it fits none, and
// Suggestions are at most three ids that it is most like, the nearest first.
type Match[T any] struct {
	Entry       *T
	Candidates  []*T
	Suggestions []string
}

// suggestions is how many ids a look-up that finds nothing gives.
const suggestions = 3

// find gives the items that a name, case and punctuation aside, is the id or an
// alias of. What stands in front comes before what is behind.
func (s *shelf[T]) find(name string) []*item[T] {
	for ; s != nil; s = s.behind {
		if hits := s.here(name); len(hits) > 0 {
			return hits
		}
	}
	return nil
}

// here is find on this shelf alone. An id comes before an alias, and a name as
// written before one without the maker's words.
func (s *shelf[T]) here(name string) []*item[T] {
	if len(name) > longestName {
		return nil
	}
	// The usual way to write an id needs no index.
	if i, ok := slices.BinarySearchFunc(s.items, name, func(it *item[T], id string) int { return strings.Compare(it.id, id) }); ok {
		return s.items[i : i+1 : i+1]
	}
	index, k := s.keys(), key(name)
	for _, it := range index[k] {
		if key(it.id) == k {
			return []*item[T]{it}
		}
	}
	if len(index[k]) > 0 {
		return index[k]
	}
	rest, vendor, ok := unbranded(name)
	if !ok {
		return nil
	}
	var hits []*item[T]
	for _, it := range index[key(rest)] {
		if s.sells(vendor, it) {
			hits = append(hits, it)
		}
	}
	return hits
}

// sells says whether an item may be by a vendor: one that names none may be by any.
func (s *shelf[T]) sells(vendor string, it *item[T]) bool {
	v := s.vendor(it.get())
	return v == "" || v == vendor
}

// match is the outcome where items fit name: one, several, or none.
func (s *shelf[T]) match(name string, items []*item[T]) Match[T] {
	switch len(items) {
	case 0:
		return Match[T]{Suggestions: s.like(name)}
	case 1:
		return Match[T]{Entry: items[0].get()}
	}
	var m Match[T]
	for _, it := range slices.SortedFunc(slices.Values(items), byID) {
		m.Candidates = append(m.Candidates, it.get())
	}
	return m
}

// like gives the ids that a name is most like, by their own spelling or an alias.
func (s *shelf[T]) like(name string) []string {
	if len(name) > longestName || !slices.ContainsFunc(words(name), func(w string) bool { return makers[w] == "" }) {
		return nil
	}
	owner := map[string]string{}
	for shelf := s; shelf != nil; shelf = shelf.behind {
		for k, items := range shelf.keys() {
			if _, taken := owner[k]; !taken {
				owner[k] = items[0].id
			}
		}
	}
	known := make([]string, 0, len(owner))
	for k := range owner {
		known = append(known, k)
	}
	wanted := key(name)
	if rest, _, ok := unbranded(name); ok {
		wanted = key(rest)
	}
	var ids []string
	for _, k := range suggest.Nearest(wanted, known, len(known)) {
		if id := owner[k]; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		if len(ids) == suggestions {
			break
		}
	}
	return ids
}

// holding gives the items whose words include all of the wanted ones.
func (s *shelf[T]) holding(wanted []string, words func(*item[T]) []string) []*item[T] {
	var hits []*item[T]
	for _, it := range s.all() {
		have := words(it)
		if !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(have, w) }) {
			hits = append(hits, it)
		}
	}
	return hits
}

// nameWords are the words of an item's id and aliases.
func nameWords[T any](it *item[T]) []string {
	return it.words.get(func() []string {
		var list []string
		for _, n := range it.names() {
			list = append(list, words(n)...)
		}
		return list
	})
}

// partly is the outcome for a name that is no id and no alias, where words alone
// tell too little to take the one entry they fit: several are candidates, one is
// the first suggestion.
func (s *shelf[T]) partly(name string, wanted []string) Match[T] {
	if len(wanted) == 0 || len(name) > longestName || !slices.ContainsFunc(wanted, hasDigit) {
		return s.match(name, nil)
	}
	hits := s.holding(wanted, nameWords[T])
	if len(hits) != 1 {
		return s.match(name, hits)
	}
	ids := []string{hits[0].id}
	for _, id := range s.like(name) {
		if id != ids[0] && len(ids) < suggestions {
			ids = append(ids, id)
		}
	}
	return Match[T]{Suggestions: ids}
}
