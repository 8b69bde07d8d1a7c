package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/policy"
)

// reportTables is what came out of the reports, as Markdown.
func reportTables(specs []report, practice, article []judged, reasons, leftOut map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d reports are specs, with %d expectations.\n", len(specs), len(specs)+len(leftOut), len(practice))
	for _, p := range []struct {
		name string
		all  []judged
	}{{"practice", practice}, {policy.ArticleProfile, article}} {
		fmt.Fprintf(&b, "\n### Profile %s\n\n", p.name)
		scores(&b, p.all)
	}
	b.WriteString("\n### Missed, and false alarms, under practice\n\n| report | confidence | server | expected | what rackvet says | why |\n|---|---|---|---|---|---|\n")
	for _, j := range practice {
		if j.outcome == unmet {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", j.report.ID, j.report.Confidence, j.server, cell(j.String()), cell(j.message), cell(reasons[j.key()]))
		}
	}
	b.WriteString("\n### Undecided under practice\n\n| report | confidence | server | expected | what rackvet says |\n|---|---|---|---|---|\n")
	for _, j := range practice {
		if j.outcome == open {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", j.report.ID, j.report.Confidence, j.server, cell(j.String()), cell(j.message))
		}
	}
	b.WriteString("\n### Where article differs\n\n" + differing(practice, article))
	b.WriteString("\n### Left out\n\n| report | why it is no spec |\n|---|---|\n")
	for _, id := range slices.Sorted(maps.Keys(leftOut)) {
		fmt.Fprintf(&b, "| %s | %s |\n", id, cell(leftOut[id]))
	}
	return b.String()
}

// differing is the expectations that the profiles meet differently.
func differing(practice, article []judged) string {
	rows := ""
	for i, j := range article {
		if j.outcome != practice[i].outcome {
			rows += fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n", j.report.ID, j.server, cell(j.String()), practice[i].word(), j.word(), cell(j.message))
		}
	}
	if rows == "" {
		return "Nowhere.\n"
	}
	return "| report | server | expected | practice | article | what article says |\n|---|---|---|---|---|---|\n" + rows
}

// scores is the table of one profile, by kind of report and by confidence.
func scores(b *strings.Builder, all []judged) {
	kinds, levels, sum := map[string]tally{}, map[string]tally{}, tally{}
	for _, j := range all {
		for _, m := range []struct {
			by  map[string]tally
			key string
		}{{kinds, j.report.Kind}, {levels, j.report.Confidence}} {
			if m.by[m.key] == nil {
				m.by[m.key] = tally{}
			}
			m.by[m.key].add(j)
		}
		sum.add(j)
	}
	b.WriteString("| | must fire: caught | missed | undecided | must not: held | false alarms | undecided |\n|---|---|---|---|---|---|---|\n")
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		b.WriteString(kinds[kind].row(strings.ReplaceAll(kind, "_", " ")))
	}
	for _, level := range []string{"high", "medium", "low"} {
		b.WriteString(levels[level].row(level + " confidence"))
	}
	b.WriteString(sum.row("all"))
	fmt.Fprintf(b, "\nWith high confidence: of what must fire, %s; of what must not, %s.\n", levels["high"].share(false), levels["high"].share(true))
}

// word is the outcome as people say it.
func (j judged) word() string {
	switch {
	case j.outcome == open:
		return "undecided"
	case j.not:
		return map[outcome]string{met: "held", unmet: "false alarm"}[j.outcome]
	}
	return map[outcome]string{met: "caught", unmet: "missed"}[j.outcome]
}

// cell keeps text from ending its column of a Markdown table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
