package catalog

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// CPU looks a processor up: a family by its id or alias, or one processor by its
// own name, which the vendors' numbering puts into a family: "amd-epyc-7543",
// "EPYC 7543", "Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz", "xeon-8358".
func (c *Catalog) CPU(name string) Match[CPU] {
	if len(name) > longestName {
		return Match[CPU]{}
	}
	plain := plainCPU(name)
	for s := c.cpus; s != nil; s = s.behind {
		hits := s.here(name)
		if len(hits) == 0 {
			hits = s.here(plain)
		}
		if len(hits) == 0 {
			hits = numbered(s.items, plain)
		}
		if len(hits) > 0 {
			return c.cpus.match(name, hits)
		}
	}
	return c.cpus.match(plain, nil)
}

// numbered gives the families that have a pattern for a processor. Where the name
// is a number alone ("7543"), the line's word in front of the pattern is left out too.
func numbered(items []*item[CPU], plain string) []*item[CPU] {
	if !hasDigit(plain) {
		return nil
	}
	bare := plain[0] >= '0' && plain[0] <= '9'
	var hits []*item[CPU]
	for _, it := range items {
		if slices.ContainsFunc(it.traits.get(func() []string { return it.list("models") }), func(pattern string) bool {
			if line, number, ok := strings.Cut(pattern, " "); bare && ok && !strings.ContainsAny(line, "[?*0123456789") {
				pattern = number
			}
			// DecodeCPU has refused patterns that Match can't read.
			ok, _ := path.Match(pattern, plain)
			return ok
		}) {
			hits = append(hits, it)
		}
	}
	return hits
}

// cpuNoise are words of a processor's name that tell no family from another.
var cpuNoise = map[string]bool{
	"amd": true, "intel": true, "nvidia": true, "ampere": true, "huawei": true, "hygon": true, "ibm": true,
	"r": true, "tm": true, "code": true, "codenamed": true, "named": true, "processor": true, "processors": true, "cpu": true, "cpus": true, "with": true, "pro": true,
}

// metals are the grades of Xeon Scalable, which stand for the line's name; one of
// them is often written wrongly.
var metals = map[string]bool{"platinum": true, "platium": true, "gold": true, "silver": true, "bronze": true}

// plainCPU writes a processor's name as the patterns of #CPUPart.models do: lower
// case, words parted by a space, without the maker, grades, core counts and clock
// rates, and without the one-digit words in "Ryzen 9 7950X", "Core Ultra 9 285K"
// and "Xeon 6 6787P". "Gold 6448Y" becomes "xeon 6448y".
func plainCPU(name string) string {
	name, _, _ = strings.Cut(strings.ToLower(name), "@")
	list := words(strings.NewReplacer("(r)", " ", "(tm)", " ", "®", " ", "™", " ").Replace(name))
	// A count in front: "2 x AMD EPYC 7742", "2x EPYC 7742".
	switch {
	case len(list) > 1 && allDigits(list[0]) && list[1] == "x":
		list = list[2:]
	case len(list) > 1 && strings.HasSuffix(list[0], "x") && len(list[0]) < 4 && allDigits(strings.TrimSuffix(list[0], "x")):
		list = list[1:]
	}
	var plain []string
	for i := 0; i < len(list); i++ {
		w := list[i]
		last := ""
		if len(plain) > 0 {
			last = plain[len(plain)-1]
		}
		switch {
		case cpuNoise[w] || strings.HasSuffix(w, "ghz"):
		case metals[w]:
			if !slices.Contains(plain, "xeon") {
				plain = append(plain, "xeon")
			}
		case w == "ryzen" && i+1 < len(list) && list[i+1] == "threadripper":
		case allDigits(w) && i+1 < len(list) && (list[i+1] == "core" || list[i+1] == "cores"):
			i++
		case len(w) == 1 && allDigits(w) && (last == "ryzen" || last == "ultra" || last == "xeon"):
		case w == "eypc":
			plain = append(plain, "epyc")
		case strings.HasPrefix(w, "epyc") && hasDigit(w):
			plain = append(plain, "epyc", strings.TrimPrefix(w, "epyc"))
		case strings.HasPrefix(w, "xeon") && hasDigit(w):
			plain = append(plain, "xeon", strings.TrimPrefix(w, "xeon"))
		default:
			plain = append(plain, w)
		}
	}
	return strings.Join(plain, " ")
}

// statedCores is the count in a name's "64-Core", 0 where it has none.
func statedCores(name string) int {
	for _, w := range strings.Fields(strings.ToLower(name)) {
		count, rest, found := strings.Cut(w, "-core")
		if n, err := strconv.Atoi(count); found && err == nil && n > 0 && (rest == "" || rest == "s") {
			return n
		}
	}
	return 0
}
