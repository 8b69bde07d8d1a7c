package catalog

import (
	"strings"
	"unicode"
)

// longestName is how long a name may be that is looked up: longer ones name nothing.
const longestName = 256

// makers are the words for a maker or one of its lines that people put before a
// name or leave out, and the vendor whose parts they may stand before.
var makers = map[string]string{
	"nvidia": "nvidia", "tesla": "nvidia", "geforce": "nvidia",
	"amd": "amd", "instinct": "amd", "radeon": "amd",
	"intel": "intel", "habana": "intel",
	"huawei": "huawei", "hygon": "hygon", "cambricon": "cambricon", "biren": "biren",
	"aws": "aws", "amazon": "aws", "ec2": "aws",
	"azure": "azure", "microsoft": "azure", "standard": "azure",
	"gcp": "google", "google": "google",
	"oci": "oci", "oracle": "oci",
	"dell": "dell", "poweredge": "dell", "lenovo": "lenovo", "thinksystem": "lenovo",
	"hpe": "hpe", "proliant": "hpe", "supermicro": "supermicro",
	"asus": "asus", "cisco": "cisco", "fujitsu": "fujitsu", "gigabyte": "gigabyte", "inspur": "inspur",
	"quanta": "quanta", "qct": "quanta", "tinycorp": "tinycorp",
}

// Key is the same for two ids that look-ups take for one name.
func Key(id string) string { return key(id) }

// key is what two spellings of one name have in common: letters in lower case and
// digits, without what stands between them, but a dot where it parts two digits
// ("qwen2.5-7b" is not "qwen25-7b", and "qwen2-57b" is neither).
func key(name string) string {
	var b strings.Builder
	b.Grow(len(name))
	last, gap := ' ', false
	for _, r := range name {
		if !isNameRune(r) {
			gap = true
			continue
		}
		r = unicode.ToLower(r)
		if gap && isDigit(last) && isDigit(r) {
			b.WriteByte('.')
		}
		b.WriteRune(r)
		last, gap = r, false
	}
	return b.String()
}

// words splits a name into lower-case words; a dot between two digits parts none.
func words(name string) []string {
	runes := []rune(strings.ToLower(name))
	var list []string
	start := -1
	for i, r := range runes {
		point := r == '.' && i > 0 && i+1 < len(runes) && isDigit(runes[i-1]) && isDigit(runes[i+1])
		switch inside := isNameRune(r) || point; {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			list, start = append(list, string(runes[start:i])), -1
		}
	}
	if start >= 0 {
		list = append(list, string(runes[start:]))
	}
	return list
}

// unbranded takes the maker's words off a name's front and says whose they are;
// ok is false where there are none, or those of two makers, or nothing else.
func unbranded(name string) (rest, vendor string, ok bool) {
	list := words(name)
	i := 0
	for ; i < len(list); i++ {
		maker, known := makers[list[i]]
		if !known {
			break
		}
		if vendor != "" && vendor != maker {
			return "", "", false
		}
		vendor = maker
	}
	if i == 0 || i == len(list) {
		return "", "", false
	}
	return strings.Join(list[i:], " "), vendor, true
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '+' }
func isDigit(r rune) bool    { return r >= '0' && r <= '9' }

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// sizes joins a number to the GB behind it, and writes G, GB and GiB alike:
// "40 GB", "40G" and "40GiB" are all the word "40gb".
func sizes(list []string) []string {
	var joined []string
	for _, w := range list {
		number := strings.TrimRight(w, "abcdefghijklmnopqrstuvwxyz")
		unit := w[len(number):]
		switch size := unit == "g" || unit == "gb" || unit == "gib"; {
		case size && number != "" && allDigits(number):
			joined = append(joined, number+"gb")
		case size && number == "" && len(joined) > 0 && allDigits(joined[len(joined)-1]):
			joined[len(joined)-1] += "gb"
		default:
			joined = append(joined, w)
		}
	}
	return joined
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
