package catalog

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// shelf holds the entries of one kind. Those of the built-in catalogue are
// decoded when they are first wanted: a run mostly wants one or two. A shelf may
// stand in front of another, as a file's own parts do before the built-in ones.
type shelf[T any] struct {
	items  []*item[T] // sorted by id
	behind *shelf[T]  // nil: none
	vendor func(*T) string
	index  once[map[string][]*item[T]] // by key of id and aliases
}

// item is an entry, as JSON or decoded.
type item[T any] struct {
	id     string
	raw    []byte // nil: decoded
	decode func(string, map[string]any) (*T, error)
	own    map[string][]string // lists of a decoded entry, by field

	entry  once[*T]
	words  once[[]string] // nameWords
	traits once[[]string] // what this kind is told apart by: gpuWords, or patterns of numbers
}

// once is a value that is made when it is first wanted.
type once[V any] struct {
	sync.Once
	value V
}

func (o *once[V]) get(make func() V) V {
	o.Do(func() { o.value = make() })
	return o.value
}

// get gives an item's entry. What is built in is generated, and the generator
// decodes all of it, so that a fault here is one of the build.
func (it *item[T]) get() *T {
	return it.entry.get(func() *T {
		v, err := it.read()
		if err != nil {
			panic(fmt.Sprintf("built-in catalogue: %v", err))
		}
		return v
	})
}

// read decodes an item's JSON.
func (it *item[T]) read() (*T, error) {
	var fields map[string]any
	if err := json.Unmarshal(it.raw, &fields); err != nil {
		return nil, fmt.Errorf("%q: %w", it.id, err)
	}
	return it.decode(it.id, fields)
}

// list gives a list of an item without decoding the rest of it.
func (it *item[T]) list(name string) []string {
	if it.raw == nil {
		return it.own[name]
	}
	var list []string
	fields, err := split(it.raw)
	for _, f := range fields {
		if f.name == name {
			err = json.Unmarshal(f.value, &list)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("built-in catalogue: %q: %s: %v", it.id, name, err))
	}
	return list
}

// names are an item's id and aliases.
func (it *item[T]) names() []string { return append([]string{it.id}, it.list("aliases")...) }

// sealed makes a shelf of the entries of a JSON object, by id.
func sealed[T any](object []byte, decode func(string, map[string]any) (*T, error), vendor func(*T) string) (*shelf[T], error) {
	entries, err := split(object)
	if err != nil {
		return nil, err
	}
	s := &shelf[T]{vendor: vendor}
	for _, e := range entries {
		s.items = append(s.items, &item[T]{id: e.name, raw: e.value, decode: decode})
	}
	slices.SortFunc(s.items, byID)
	return s, nil
}

// before puts decoded entries in front of a shelf. The last of one id counts.
func (s *shelf[T]) before(own []*T, describe func(*T) (id string, lists map[string][]string)) *shelf[T] {
	if len(own) == 0 {
		return s
	}
	front := &shelf[T]{behind: s, vendor: s.vendor}
	for _, v := range own {
		it := &item[T]{}
		it.id, it.own = describe(v)
		it.entry.get(func() *T { return v })
		front.items = slices.DeleteFunc(front.items, func(other *item[T]) bool { return other.id == it.id })
		front.items = append(front.items, it)
	}
	slices.SortFunc(front.items, byID)
	return front
}

func byID[T any](a, b *item[T]) int { return strings.Compare(a.id, b.id) }

// all lists the items of this shelf and those behind it, sorted by id; what
// stands in front hides what has the same id behind.
func (s *shelf[T]) all() []*item[T] {
	if s.behind == nil {
		return s.items
	}
	items := slices.Clone(s.items)
	for _, it := range s.behind.all() {
		if _, hidden := slices.BinarySearchFunc(s.items, it, byID); !hidden {
			items = append(items, it)
		}
	}
	slices.SortFunc(items, byID)
	return items
}

func (s *shelf[T]) entries() []*T {
	var list []*T
	for _, it := range s.all() {
		list = append(list, it.get())
	}
	return list
}

// keys gives the index of this shelf alone: every item under its id and aliases,
// with and without the maker's words.
func (s *shelf[T]) keys() map[string][]*item[T] {
	return s.index.get(func() map[string][]*item[T] {
		index := map[string][]*item[T]{}
		add := func(k string, it *item[T]) {
			if k != "" && !slices.Contains(index[k], it) {
				index[k] = append(index[k], it)
			}
		}
		for _, it := range s.items {
			for _, name := range it.names() {
				add(key(name), it)
				if rest, _, ok := unbranded(name); ok {
					add(key(rest), it)
				}
			}
		}
		return index
	})
}
