package page

import (
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// server writes all that is to be said of one.
func (m *document) server(s *serverView) {
	m.line("## %s", m.text(s.Name))
	m.line("%s", strings.TrimSpace(m.text(s.Headline)+"\n"+m.text(s.Description)))
	m.line("**%s.** %s", capital(s.Server.Verdict), s.Decision.Lead)
	m.checks("", s.Decision.Deciding)
	m.checks("To be weighed:", s.Decision.Further)
	m.checks("Closest to their limits:", s.Decision.Closest)
	var rows [][]string
	for _, f := range s.Figures {
		rows = append(rows, []string{m.text(f.Name), "**" + m.text(f.Value) + "**", m.text(f.Note)})
	}
	m.table([]string{"in short", "", ""}, rows)
	m.bought(s)
	if len(s.Workloads) > 0 {
		m.line("### What it must carry")
	}
	for _, x := range s.Workloads {
		m.workload(x)
	}
	if s.Together != nil {
		m.workload(*s.Together)
	}
	m.line("### Every check")
	if len(s.Open) > 0 {
		m.line("To be dealt with:")
		m.findings(s.Open)
	}
	m.waived(s.Waived)
	if len(s.Known) > 0 {
		m.line("Known failures, as the baseline records them:")
		m.findings(s.Known)
	}
	for _, g := range s.Passed {
		rows = nil
		for _, c := range g.Checks {
			rows = append(rows, []string{m.text(c.Words), m.text(c.Seen), m.text(c.Allowed), c.Distance, m.evidence(c), m.text(c.Rule)})
		}
		m.line("Passed, %s:", m.text(g.Title))
		m.table([]string{"check", "observed", "limit", "margin", "evidence", "rule"}, rows)
	}
	if len(s.Doubts)+len(s.Skipped) > 0 {
		m.line("### What was not checked, and what is not certain")
		m.items(s.Doubts)
	}
	if n := len(s.Skipped); n > 0 && s.Brief {
		m.line("%s that do not apply.", units.Several(n, "check"))
		return
	}
	rows = nil
	for _, c := range s.Skipped {
		rows = append(rows, []string{m.text(c.Rule), m.text(c.Words)})
	}
	m.table([]string{"check that does not apply", "why"}, rows)
}

// bought writes the order and its budget.
func (m *document) bought(s *serverView) {
	var rows [][]string
	for _, p := range s.Bought {
		count, all := "–", "–"
		if p.Count > 0 {
			count, all = strconv.Itoa(p.Count), strconv.Itoa(p.Times(s.Nodes))
		}
		source := p.Source
		if p.From == "platform" {
			source = "as the platform ships"
		}
		rows = append(rows, []string{m.text(capital(p.Kind)), count, all, "**" + m.text(p.Name) + "**", m.facts(p.Facts), m.text(source)})
	}
	if len(rows) > 0 {
		m.line("### What is bought")
	}
	m.table([]string{"part", "a node", "in all", "name", "what is known of it", "source"}, rows)
	if s.Budget == nil {
		return
	}
	rows = nil
	for _, x := range s.Budget.Segments {
		rows = append(rows, []string{m.text(x.Name), x.Text, x.Share})
	}
	m.table([]string{"budget of a node: " + m.text(s.Total), "amount", "share"}, rows)
}

func (m *document) facts(facts []Fact) string {
	var parts []string
	for _, f := range facts {
		text := strings.TrimSpace(f.Name + " " + f.Text)
		if f.Doubt {
			text += " (unconfirmed)"
		}
		parts = append(parts, m.text(text))
	}
	return strings.Join(parts, ", ")
}

func (m *document) workload(x workloadView) {
	m.line("#### %s %s", m.text(capital(x.Kind)), m.text(x.Name))
	text := m.text(x.Layout)
	if facts := m.facts(x.Facts); facts != "" {
		text += "; " + facts
	}
	if text = strings.TrimPrefix(text, "; "); text != "" {
		m.line("%s", text)
	}
	if x.Model != nil {
		m.line("Model: %s. %s", m.facts(x.Model.Facts), m.text(x.Model.Source))
	}
	m.memory(x.GPU)
	m.memory(x.Host)
	if len(x.Defaults) > 0 {
		var taken []string
		for _, d := range x.Defaults {
			taken = append(taken, m.text(d.Name+" "+d.Value))
		}
		m.line("Defaults taken: %s", strings.Join(taken, ", "))
	}
}

func (m *document) waived(checks []check) {
	var rows [][]string
	for _, c := range checks {
		reason, by, until := "", "", "no end"
		if x := c.Waiver; x != nil {
			reason, by = m.text(x.Reason), m.text(strings.TrimSpace(x.By+" "+x.Ticket))
			if x.Until != "" {
				until = m.text(x.Until)
			}
		}
		rows = append(rows, []string{c.Level.String(), m.text(c.Words), reason, by, until, m.text(c.Rule), m.text(c.Where)})
	}
	if len(rows) > 0 {
		m.line("Waived:")
	}
	m.table([]string{"level", "finding", "reason", "by", "until", "rule", "where"}, rows)
}
