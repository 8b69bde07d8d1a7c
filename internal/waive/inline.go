package waive

import (
	"fmt"
	"strings"
	"time"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// Prefix begins a comment that is for rackvet: behind it stands waive.
const Prefix = "rackvet:"

// form is how a waiver is written in a spec.
const form = `# rackvet:waive ratio/host-memory reason="…" until=2027-03-31 by="…"`

// Parse reads a waiver written as a comment, with what stands behind Prefix.
// scope is what follows the comment, nil for nothing. rules are the ids that
// there are. What can't be read is a result, not a waiver.
func Parse(text string, at source.Range, scope *source.Range, known func(rule string) error) (*Waiver, *finding.Result) {
	w := &Waiver{Scope: scope, Range: at}
	invalid := func(message string) (*Waiver, *finding.Result) {
		r := w.result(RuleInvalid, finding.Error, message, "Write "+form+" on the line before the block or attribute.")
		return nil, &r
	}
	verb, text, _ := strings.Cut(text, " ")
	if verb != "waive" {
		return invalid(fmt.Sprintf("there is no %q to say to rackvet", Prefix+verb))
	}
	rule, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if w.Rule = rule; rule == "" {
		return invalid("the waiver names no rule")
	}
	if err := known(rule); err != nil {
		return invalid("the waiver can't be read: " + err.Error())
	}
	for rest = strings.TrimSpace(rest); rest != ""; {
		name, value, more, err := pair(rest)
		if err == nil {
			err = w.set(name, value)
		}
		if err != nil {
			return invalid("the waiver of " + rule + " can't be read: " + err.Error())
		}
		rest = more
	}
	switch {
	case w.Reason == "":
		return invalid("the waiver of " + rule + " gives no reason")
	case scope == nil:
		return invalid("the waiver of " + rule + " does not stand on the line before a block or an attribute")
	}
	return w, nil
}

// pair takes the first name=value off a text; a value with spaces is in quotes.
func pair(text string) (name, value, rest string, err error) {
	name, rest, ok := strings.Cut(text, "=")
	if name = strings.TrimSpace(name); !ok || strings.ContainsAny(name, " \t\"") {
		return "", "", "", fmt.Errorf("%q is no name=value", strings.Fields(text)[0])
	}
	if !strings.HasPrefix(rest, `"`) {
		value, rest, _ = strings.Cut(rest, " ")
		return name, value, strings.TrimSpace(rest), nil
	}
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\\' && i+1 < len(rest):
			i++
			b.WriteByte(rest[i])
		case c == '"':
			return name, b.String(), strings.TrimSpace(rest[i+1:]), nil
		default:
			b.WriteByte(c)
		}
	}
	return "", "", "", fmt.Errorf("the quotes of %s don't end", name)
}

// set reads one value.
func (w *Waiver) set(name, value string) (err error) {
	switch name {
	case "reason":
		w.Reason = strings.TrimSpace(value)
	case "until":
		w.Until, err = ParseDate(value)
	case "by":
		w.By = value
	case "ticket":
		w.Ticket = value
	default:
		return fmt.Errorf("there is no %q: use reason, until, by, ticket", name)
	}
	return err
}

// ParseDate reads a day.
func ParseDate(text string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return t, fmt.Errorf("%q is no date such as 2027-03-31", text)
	}
	return t, nil
}
