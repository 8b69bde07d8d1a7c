package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/suggest"
)

var kebab = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// # The form of a rule
//
// A rule is the folder rackvet/rules/<category>/<rule-name> with rule_name.rego,
// README.md, pass.hcl, fail.hcl and rule_name_test.rego. Its package has that path
// and a set `results`, one object for each judgement, at least one for every server:
//
//	results contains judgement(workload) if {
//		some workload in input.workloads
//		workload.pooled > 1
//	}
//
// The object has
//
//	outcome     "pass", "fail", "undecided" or "skipped"
//	level       one of custom.levels; where nothing fails, the worst that could have been
//	path        the value that it is about, as ["memory", "capacity"]; [] is the server.
//	            What the spec leaves to its platform needs no other path: it is found there
//	message     a key of custom.messages; left out, it is the outcome
//	help        a key of custom.helps; left out, it is the outcome, if there is such a help
//	observed, limit, unit, bound
//	            two numbers in a unit of units.Print; bound "min" says that the limit is the
//	            least that is good, "max" the most. custom.unit and custom.bound stand in
//	evidence    {name: value} of custom.evidence, shown in the order of custom.evidence. A
//	            value is a number, text, true or false; null is not known, and left out.
//	            Evidence whose place depends on the result is a list instead, of
//	            {"name", "value", "unit", "path", "formula"}
//	components  the parts of a demand as the input has them, shown before evidence:
//	            a list of {"name", "bytes", "formula", "path"}, path being that of the result
//	            where it is left out
//	fix         what to write so that the rule passes, where that can be computed: a list of
//	            {"path", "value", "unit"}, all edits together; a number in bytes, bytes/s,
//	            bits/s or watts becomes a quantity, rounded up. What a spec has no such path
//	            for, or no such value, is refused, as is a fix where nothing is to be mended
//	server, file  of a fleet's rule alone: the server that path is in, and its file where
//	            several have the name; a result without is about the fleet as a whole
//	related     other places: a list of {"path", "message"}
//	values      {name: text}, and {name: number} with a unit in custom.units, for
//	            templates alone
//
// Whatever else it has is refused. The METADATA above the package have title,
// description, related_resources (the sources), `schemas: [{input: schema.input}]`
// (schema.fleet for a fleet's rule), and under custom
//
//	levels      [error, warning, note]: those that results may have
//	unit, bound of results that give none
//	waivable    false for a rule whose failures nobody may sign for
//	applies_to  to which servers; since: 0.1.0, the release that it came with
//	effective_from  the day, as 2027-01-01, from which results have their own levels;
//	            till then they are notes
//	deprecated  why the rule is to go; replaced_by: the rule that stands in for it
//	overrides   the id of a built-in rule that this one, of the same id, is in place of
//	params      {name: {value, unit, source, strength}} that it judges by, for rules that
//	            are not built in: those have theirs in params/data.json
//	evidence    a list of {name, unit, path, formula}, all but the name optional, most
//	            important first, and without what the messages say already
//	figures     those of the catalogue that results turn on, as "gpu.tdp", "cpu.tdp",
//	            "model.parameters", or "platform.memory" for all within. One that no
//	            source confirms is added to the evidence of what passes or fails by it
//	units       {name: unit} of values that are numbers
//	messages    templates by key, each a line without a full stop; pass and fail, and the
//	            other outcomes that the policy gives, or variants such as fail_tight
//	helps       templates by key, each ending in a full stop
//
// Templates and the formulas of custom.evidence have places: {observed}, {limit},
// {margin} (without sign), {bound} ("at least", "at most"), the name of a value, of
// evidence or of a parameter, printed by its unit: "{gpus} × {each}". The policy
// writes no text with numbers in it, as that costs more than all else.
//
// # What a rule costs
//
// Each expression costs half a microsecond to one, however short. What saves them:
//
//   - one complete rule or function with an else-chain that decides the outcome and gives
//     the whole result, in place of bodies that test one another's conditions again;
//   - input.x.y in place of rules that are but a name of it: reading the value of a rule
//     costs twice as much even if it is known, and a call of a function no more than that;
//   - parameters and other constants by name: they are put in place before evaluation;
//   - an object of evidence as above; no object.union, and array.concat only of paths;
//   - not xs[0] and xs[1] in place of counting what is in xs;
//   - lib/compare for what may stand on a limit, plain comparisons for all else.

// readRule makes a rule of its module and the page beside it. That file is
// rackvet/rules/<category>/<rule-name>/<rule_name>.rego is demanded here;
// what the metadata must hold, Validate demands.
func readRule(fsys fs.FS, file string, m *ast.Module) (*Rule, error) {
	folder := path.Dir(file)
	parts := strings.Split(strings.TrimPrefix(folder, rulesFolder+"/"), "/")
	if len(parts) != 2 || !kebab.MatchString(parts[0]) || !kebab.MatchString(parts[1]) {
		return nil, fmt.Errorf("%s: a rule's folder is %s/<category>/<rule-name>, in lower case with hyphens", file, rulesFolder)
	}
	if want := FileOf(parts[1]) + ".rego"; path.Base(file) != want {
		return nil, fmt.Errorf("%s: the file of rule %s/%s is called %s, and the rule has no other", file, parts[0], parts[1], want)
	}
	return newRule(file, m, parts[0], parts[1], func(name string) ([]byte, error) {
		text, err := fs.ReadFile(fsys, path.Join(folder, name))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return text, err
	})
}

// newRule reads what a module says of itself, and what stands beside it.
func newRule(file string, m *ast.Module, category, name string, beside func(name string) ([]byte, error)) (*Rule, error) {
	id := category + "/" + name
	r := &Rule{
		ID: id, Category: category, Name: name, File: file, Line: m.Package.Location.Row,
		results: m.Package.Path.Append(ast.StringTerm("results")),
		answer:  ast.Var(id),
	}
	for name, at := range r.beside() {
		text, err := beside(name)
		if err != nil {
			return nil, fmt.Errorf("read what stands beside rule %s: %w", r.ID, err)
		}
		*at = string(text)
	}
	a := packageMetadata(m)
	if a == nil {
		return nil, &Fault{file, 1, 1, fmt.Sprintf("rule %s has no METADATA above its package", r.ID)}
	}
	r.Title, r.Description = strings.TrimSpace(a.Title), strings.TrimSpace(a.Description)
	for _, s := range a.RelatedResources {
		r.Sources = append(r.Sources, Source{Description: s.Description, Ref: s.Ref.String()})
	}
	for _, s := range a.Schemas {
		r.Typed = r.Typed || s.Path.Equal(ast.InputRootRef) && s.Schema.HasPrefix(ast.SchemaRootRef)
	}
	return r, placed(m, "metadata of rule "+r.ID, r.readCustom(a.Custom))
}

// beside are the files that stand beside a rule, by name.
func (r *Rule) beside() map[string]*string {
	return map[string]*string{"README.md": &r.Page, "pass.hcl": &r.Passing, "fail.hcl": &r.Failing}
}

// packageMetadata are the METADATA above a package, nil for none.
func packageMetadata(m *ast.Module) *ast.Annotations {
	for _, a := range m.Annotations {
		if a.Scope == "package" {
			return a
		}
	}
	return nil
}

// customKeys are what the part "custom" of a rule's metadata may hold.
var customKeys = []string{"applies_to", "bound", "deprecated", "effective_from", "evidence", "figures", "helps", "levels", "messages",
	"overrides", "params", "replaced_by", "since", "unit", "units", "waivable"}

func (r *Rule) readCustom(custom map[string]any) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(custom)) {
		var err error
		switch v := custom[key]; key {
		case "applies_to":
			r.AppliesTo, err = text(v)
		case "deprecated":
			r.Deprecated, err = text(v)
		case "effective_from":
			r.EffectiveFrom, err = date(v)
		case "overrides":
			r.Overrides, err = text(v)
		case "params":
			r.own, err = ownParams(v)
		case "replaced_by":
			r.ReplacedBy, err = text(v)
		case "bound":
			r.Bound, err = text(v)
		case "since":
			r.Since, err = text(v)
		case "unit":
			r.Unit, err = text(v)
		case "waivable":
			waivable, ok := v.(bool)
			if r.Unwaivable = !waivable; !ok {
				err = fmt.Errorf("expected true or false, found %v", v)
			}
		case "units":
			r.Units, err = texts(v)
		case "evidence":
			r.declared, err = declarations(v)
		case "figures":
			r.Figures, err = figures(v)
		case "levels":
			r.Levels, err = levels(v)
		case "messages":
			r.Messages, r.messages, err = templates(v)
		case "helps":
			r.Helps, r.helps, err = templates(v)
		default:
			near := suggest.Nearest(key, customKeys, 1)
			err = fmt.Errorf("unknown; known are %s", strings.Join(customKeys, ", "))
			if len(near) > 0 {
				err = fmt.Errorf("unknown; did you mean %q", near[0])
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("custom.%s: %w", key, err))
		}
	}
	return errors.Join(errs...)
}
