package report

import (
	"slices"
	"strings"
	"unicode"

	"github.com/rackvet/rackvet/internal/finding"
)

// What GitHub takes of a rule's descriptions; the last is ours, past any page
// that somebody would read.
const (
	maxDescription = 1024
	maxRuleName    = 255
	maxHelp        = 50_000
)

// ownRules describe what is reported without a policy. Runs that report none of
// it do without.
var ownRules = []Rule{
	{ID: finding.RuleSyntax, Level: finding.Error, Title: "The file can be read as a spec",
		Description: "A spec is HCL, or JSON as HCL has it. What can't be read is not judged."},
	{ID: finding.RuleSchema, Level: finding.Error, Title: "The spec fits the schema",
		Description: "Blocks, attributes and values are those that a spec can have. A server that does not fit is not judged."},
	{ID: finding.RuleReference, Level: finding.Error, Title: "What the spec names is described",
		Description: "GPUs, models, CPUs and platforms are in the catalogue, or a block of the spec describes them."},
	{ID: finding.RuleBroken, Level: finding.Error, Title: "Rules of one's own can be used",
		Description: "They and their tests parse and compile, read nothing that is not there, and can be evaluated."},
	{ID: "policy/format", Level: finding.Error, Title: "Rules of one's own are laid out as opa fmt does",
		Description: "The command rackvet policy check --fix lays them out."},
	{ID: "policy/incomplete", Level: finding.Warning, Title: "Rules of one's own have what others read of them",
		Description: "A page, tests, a spec on which the rule passes and one on which it fails, and complete metadata."},
	{ID: "policy/silent", Level: finding.Warning, Title: "Rules of one's own answer for every server",
		Description: "A rule that gives no result for a server ends a run with exit code 3; one that is always skipped never applies."},
	{ID: "waiver/expired", Level: finding.Error, Title: "Waivers are in force",
		Description: "The last day of a waiver has passed, so that what it waived fails again. Renew it or remove it."},
	{ID: "waiver/unused", Level: finding.Warning, Title: "Waivers waive something",
		Description: "Nothing fails that the waiver would waive. Remove it, so that it can't hide a failure to come."},
	{ID: "waiver/expiring", Level: finding.Note, Title: "Waivers do not end soon",
		Description: "The waiver ends within days, and what it waives fails from then on."},
}

// rules describes every rule of the run and those of the results besides, and
// says which place each id has in the list.
func (f *sarifFormat) rules() ([]sarifRule, map[string]int) {
	out := make([]sarifRule, 0, len(f.o.Rules)) // an empty array, never null
	index := map[string]int{}
	add := func(r Rule, more string) {
		s := describe(r, more)
		if _, ok := index[s.ID]; !ok {
			index[s.ID] = len(out)
			out = append(out, s)
		}
	}
	for _, r := range f.o.Rules {
		add(r, "\n\nFor more: rackvet explain "+ruleID(r.ID))
	}
	var more []string
	for _, results := range f.kept {
		for _, r := range results {
			if _, ok := index[r.RuleID]; !ok {
				more = append(more, r.RuleID)
			}
		}
	}
	slices.Sort(more)
	for _, id := range slices.Compact(more) {
		r := Rule{ID: id}
		if i := slices.IndexFunc(ownRules, func(r Rule) bool { return r.ID == id }); i >= 0 {
			r = ownRules[i]
		}
		add(r, "")
	}
	return out, index
}

// describe turns r into SARIF, with more at the end of its help. None of the
// texts may be empty.
func describe(r Rule, more string) sarifRule {
	id := ruleID(r.ID)
	title := Escape(cut(r.Title, maxDescription))
	if title == "" {
		title = id
	}
	full := strings.TrimSpace(r.Description)
	if full == "" {
		full = title
	}
	s := sarifRule{
		ID: id, Name: cut(ruleName(id), maxRuleName),
		Short: sarifText(cut(title, maxDescription)), Full: sarifText(cut(full, maxDescription)),
		Help: sarifText(cut(full, maxHelp) + more),
	}
	if s.Help.Markdown = cut(r.Help, maxHelp); s.Help.Markdown == "" {
		s.Help.Markdown = s.Help.Text
	}
	if r.Category != "" {
		s.Metadata.Tags = []string{cut(r.Category, maxName)}
	}
	switch r.Level {
	case finding.Error, finding.Warning:
		s.Metadata.Severity = r.Level.String()
	case finding.Note:
		s.Metadata.Severity = "recommendation"
	default:
		return s // a rule that nobody described has no level of its own
	}
	s.Default.Level = r.Level
	return s
}

// ruleID is a rule's id, of whatever length somebody gave it.
func ruleID(id string) string { return Escape(cut(id, maxName)) }

// ruleName is an id as the single word that SARIF has for names:
// RatioHostMemory.
func ruleName(id string) string {
	var b strings.Builder
	start := true
	for _, r := range id {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			start = true
			continue
		}
		if start {
			r = unicode.ToUpper(r)
		}
		start = false
		b.WriteRune(r)
	}
	return b.String()
}
