package policy

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
)

// builtins is what policies may call: pure functions of their arguments whose
// work is bounded by the size of these. A new built-in of OPA stays out until
// it is written here. Left out on purpose are
//
//   - what reaches outside: http.*, net.*, opa.runtime, rand.*, uuid.*, crypto
//     and tokens, json.match_schema and json.verify_schema (they fetch $ref),
//     time.clock, time.date, time.format and the like (they read zone files);
//   - what makes much of little: numbers.range, bits.lsh, net.cidr_expand,
//     graph.reachable_paths, regex.globs_match, strings.render_template;
//   - what finding metadata at run time costs: rego.metadata.*; metadata is
//     read once, at load.
//
// regex.* is RE2, linear in its input. walk visits each value of its argument
// once. print is erased by the compiler, and is let in for those who try out a
// policy with OPA itself.
const builtins = `
abs assign ceil div eq equal floor gt gte lt lte minus mul neq plus rem round
count max min product sort sum
array.concat array.flatten array.reverse array.slice
and intersection or union
object.filter object.get object.keys object.remove object.subset object.union object.union_n
json.filter json.is_valid json.marshal json.patch json.remove json.unmarshal
concat contains endswith format_int indexof indexof_n lower replace split sprintf
startswith strings.any_prefix_match strings.any_suffix_match strings.count
strings.replace_n strings.reverse strings.split_n substring trim trim_left
trim_prefix trim_right trim_space trim_suffix upper
regex.find_all_string_submatch_n regex.find_n regex.is_valid regex.match regex.replace regex.split
is_array is_boolean is_null is_number is_object is_set is_string to_number type_name
semver.compare semver.is_valid
time.add_date time.parse_duration_ns time.parse_rfc3339_ns
internal.member_2 internal.member_3 internal.template_string
print walk
`

// withheld says of a built-in that OPA has it and policies can't call it.
func withheld(name string) bool {
	return ast.BuiltinMap[name] != nil && !slices.Contains(strings.Fields(builtins), name)
}

// now is the one built-in whose answer hangs on more than its arguments. It
// answers with Options.EffectiveTime, and without one policies cannot call it.
const now = "time.now_ns"

// known is all that this release of OPA offers. It is built once, as sorting the
// built-ins anew for every file took a fifth of the time of parsing.
var known = sync.OnceValue(func() *ast.Capabilities { return ast.CapabilitiesForThisVersion() })

// parserOptions are how policies are parsed. What they may call is the compiler's
// business. To read annotations costs more than the Rego does.
func parserOptions(annotations bool) ast.ParserOptions {
	return ast.ParserOptions{RegoVersion: ast.RegoV1, ProcessAnnotation: annotations, Capabilities: known()}
}

// capabilities is the sandbox that every policy is compiled in.
func capabilities(effective time.Time) *ast.Capabilities {
	allowed := make(map[string]bool)
	for _, name := range strings.Fields(builtins) {
		allowed[name] = true
	}
	allowed[now] = !effective.IsZero()
	c := *known()
	c.Builtins = nil
	for _, b := range known().Builtins {
		if allowed[b.Name] {
			c.Builtins = append(c.Builtins, b)
		}
	}
	// No built-in that is allowed opens a connection. Should one ever: an empty
	// list lets it reach nothing, nil lets it reach everything.
	c.AllowNet = []string{}
	return &c
}
