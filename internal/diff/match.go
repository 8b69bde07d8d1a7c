package diff

import (
	"path"
	"reflect"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
)

// pair is the same thing on both sides; one of them may lack it.
type pair[T any] struct{ base, head *T }

// merge pairs the things of two lists by their keys, those of one key in their
// order: as they stand in head, then those that only base has.
func merge[T any](base, head []T, key func(T) string) []pair[T] {
	waiting := map[string][]*T{}
	for i := range base {
		k := key(base[i])
		waiting[k] = append(waiting[k], &base[i])
	}
	taken := map[*T]bool{}
	var pairs []pair[T]
	for i := range head {
		p := pair[T]{head: &head[i]}
		if k := key(head[i]); len(waiting[k]) > 0 {
			p.base, waiting[k] = waiting[k][0], waiting[k][1:]
			taken[p.base] = true
		}
		pairs = append(pairs, p)
	}
	for i := range base {
		if !taken[&base[i]] {
			pairs = append(pairs, pair[T]{base: &base[i]})
		}
	}
	return pairs
}

// match pairs servers by name. Of several with one name, those in the same file
// belong together, then those that are the same, then those in files of the same
// name, then the first with the first.
func match(base, head []Server) []pair[Server] {
	left := map[string][]*Server{}
	for i := range base {
		left[base[i].Name] = append(left[base[i].Name], &base[i])
	}
	partner := map[*Server]*Server{}
	taken := map[*Server]bool{}
	for _, alike := range []func(b, h *Server) bool{
		func(b, h *Server) bool { return b.File == h.File },
		func(b, h *Server) bool { return b.Build != nil && reflect.DeepEqual(b.Build, h.Build) },
		func(b, h *Server) bool { return path.Base(b.File) == path.Base(h.File) },
		func(_, _ *Server) bool { return true },
	} {
		for i := range head {
			h := &head[i]
			if partner[h] != nil {
				continue
			}
			for _, b := range left[h.Name] {
				if !taken[b] && alike(b, h) {
					partner[h], taken[b] = b, true
					break
				}
			}
		}
	}
	var pairs []pair[Server]
	for i := range head {
		pairs = append(pairs, pair[Server]{partner[&head[i]], &head[i]})
	}
	for i := range base {
		if !taken[&base[i]] {
			pairs = append(pairs, pair[Server]{base: &base[i]})
		}
	}
	return pairs
}

// unreadable reports whether a side could not read the file that a server stands in
// on the other: that it lacks the server then says nothing.
func (s Side) unreadable(file string) bool {
	for _, p := range s.Problems {
		if p.Result.Rule == finding.RuleSyntax && p.Result.Level == finding.Error && (p.File == file || strings.HasPrefix(file, p.File+"/")) {
			return true
		}
	}
	return false
}
