package report

import (
	"fmt"
	"strings"
)

const (
	markdownColumns   = 40 // width of a bar
	markdownWorkloads = 10 // how many are drawn for a server
)

// markdownMemory draws the demand of workloads as text that keeps its columns; "" for
// none.
func markdownMemory(workloads []WorkloadDemand) string {
	var lines []string
	for i, w := range workloads {
		if i == markdownWorkloads {
			lines = append(lines, fmt.Sprintf("and %d more workloads, which other formats show", len(workloads)-i))
			break
		}
		gpu, host := memoryBar("GPU", w.GPU), memoryBar("host", w.Host)
		if len(gpu)+len(host) == 0 {
			continue
		}
		title := Escape(cut(w.Title, maxName))
		if w.Layout != "" {
			title += ": " + Escape(cut(w.Layout, maxName))
		}
		lines = append(append(append(lines, title), gpu...), host...)
	}
	if len(lines) == 0 {
		return ""
	}
	text := strings.Join(lines, "\n")
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fmt.Sprintf("\n%stext\n%s\n%s\n", fence, text, fence)
}

// memoryBar is a bar with its figures, and below it what its parts are; nothing
// if nothing was asked.
func memoryBar(what string, m MemoryDemand) []string {
	if m.Confidence == "" {
		return nil
	}
	if m.Missing != "" {
		return []string{fmt.Sprintf("  %-4s  not known: %s", what, Escape(cut(m.Missing, markdownWords)))}
	}
	var parts []Part
	for _, c := range m.Components {
		parts = append(parts, Part{cut(c.Name, maxName), c.Bytes})
	}
	plain := newPalette(false)
	lines := []string{fmt.Sprintf("  %-4s  %s", what, m.sentence(plain))}
	if len(parts) > 0 {
		paint := DemandOptions{}.paints()
		lines = append(lines, "        "+bar(parts, m.Room, markdownColumns, false, paint), "        "+Escape(legend(parts, false, paint)))
	}
	return lines
}
