package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// moved is a result of both sides, with the margins that it has there.
func moved(change DiffChange, rule string, base, head finding.Outcome, margins ...float64) DiffResult {
	one := func(o finding.Outcome, margin *float64) *finding.Result {
		if o == "" {
			return nil
		}
		return &finding.Result{Rule: rule, Outcome: o, Level: finding.Error, Message: fmt.Sprintf("what %s says where it is %s", rule, o), Help: "Do better.",
			Server: "pretrain", File: "specs/a.hcl", Range: source.Range{File: "specs/a.hcl", Start: source.Pos{Line: 7, Column: 3}}, Margin: margin}
	}
	r := DiffResult{Change: change, Rule: rule, Base: one(base, nil), Head: one(head, nil)}
	if len(margins) == 2 {
		r.Base.Margin, r.Head.Margin = &margins[0], &margins[1]
	}
	return r
}

// use is a demand of so many GiB and the room for it.
func memoryUse(demand, room float64) *MemoryUse {
	left := (room - demand) / room
	return &MemoryUse{DemandBytes: number(demand * (1 << 30)), RoomBytes: number(room * (1 << 30)), Left: &left}
}

func sampleDiff() Diff {
	waived := moved(DiffWaived, "power/supply", finding.Fail, finding.Waived)
	waived.Head.Waiver = &finding.Waiver{Reason: "a new feed", By: "ops", Until: "2027-03-31"}
	return Diff{
		Base: DiffSide{Name: "main", Kind: "revision", Commit: "0123456789abcdef0123456789abcdef01234567", Servers: 4},
		Head: DiffSide{Name: ".", Kind: "folder", Servers: 4}, JudgedBy: ".rackvet.hcl", Profile: "article",
		Servers: []DiffServer{
			{Name: "pretrain", State: DiffChanged, File: "specs/a.hcl", BaseFile: "specs/old.hcl", BaseVerdict: "fail", Verdict: "pass", Headline: "8 × h100",
				Parts: []DiffPart{{"gpu", &Amount{4, "h100"}, &Amount{8, "h100"}}, {Name: "storage.scratch", Head: &Amount{2, "3.84 TB nvme"}}},
				Figures: []DiffFigure{
					{Name: "gpu_memory", Unit: "bytes", Base: number(320 << 30), Head: number(640 << 30)},
					{Name: "host_memory", Unit: "bytes", Base: number(256 << 30), Head: number(512 << 30)},
					{Name: "host_to_gpu_ratio", Unit: "x", Base: number(1.6), Head: number(0.8)},
					{Name: "power", Unit: "watts", Base: number(800), Head: number(3200)},
					{Name: "money", Unit: "money", Currency: "USD", Base: number(120000), Head: number(90000)},
					{Name: "money", Unit: "money", Currency: "EUR", Head: number(5)}},
				Workloads: []DiffWorkload{{"training", "pretrain", DiffMemory{memoryUse(77.6, 80), memoryUse(47.2, 80)}, DiffMemory{memoryUse(1, 2), &MemoryUse{Missing: "the model is not known"}}},
					{"tasks", "gone", DiffMemory{memoryUse(90, 80), nil}, DiffMemory{}}},
				Results: []DiffResult{moved(DiffNew, "ratio/host-memory", finding.Pass, finding.Fail, 0.067, -0.2), moved(DiffWorse, "budget/split", finding.Undecided, finding.Fail), waived,
					moved(DiffDropped, "fit/ecc", finding.Fail, finding.Skipped), moved(DiffBetter, "part/contradiction", finding.Fail, finding.Fail, -0.5, -0.1),
					moved(DiffResolved, "headroom/gpu-memory", finding.Fail, finding.Pass, -0.02, 0.38), moved(DiffLapsed, "fit/precision", finding.Pass, finding.Skipped),
					moved(DiffTighter, "ratio/cpu-cores", finding.Pass, finding.Pass, 7, 3), moved(DiffLooser, "ratio/host-memory-excess", finding.Pass, finding.Pass, 0.6, 0.8)},
				Still: []string{"part/ambiguous"}},
			{Name: "chat", State: DiffUnclear, File: "specs/b.hcl", Verdict: "pass", Unjudged: "base"},
			{Name: "lab", State: DiffChanged, File: "specs/c.hcl", BaseVerdict: "pass", Verdict: "fail", Unjudged: "head", Results: []DiffResult{moved(DiffNew, "spec/schema", "", finding.Fail)}},
			{Name: "new", State: DiffAdded, File: "specs/d.hcl", Verdict: "undecided", Headline: "2 × a100", Results: []DiffResult{moved(DiffNew, "headroom/gpu-memory", "", finding.Undecided)}},
			{Name: "old", State: DiffRemoved, File: "specs/e.hcl", BaseVerdict: "pass", Headline: "1 × l4"},
			{Name: "docking", State: DiffMoved, File: "specs/f.hcl", BaseFile: "specs/g.hcl", BaseVerdict: "pass", Verdict: "pass"},
		},
		Problems: []DiffResult{moved(DiffNew, "spec/syntax", "", finding.Fail), moved(DiffResolved, "spec/syntax", finding.Fail, "")},
		Totals: []DiffFigure{{Name: "nodes", Unit: "count", Base: number(4), Head: number(4)}, {Name: "gpus", Unit: "count", Base: number(9), Head: number(14)},
			{Name: "power", Unit: "watts", Base: number(0), Head: number(4200), Unknown: 1}, {Name: "money", Unit: "money", Currency: "USD", Base: number(120000), Head: number(90000), Unknown: 3}},
		Summary: DiffSummary{Unchanged: 1, Changed: 2, Moved: 1, Added: 1, Removed: 1, Unclear: 1, UnchangedProblems: 2, Results: map[DiffChange]int{DiffNew: 3, DiffResolved: 2}, Worse: true},
	}
}

func writeDiff(t *testing.T, name string, d Diff, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteDiff(name, &b, d, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDiffFormats(t *testing.T) {
	for name, file := range map[string]string{"text": "diff.txt", "markdown": "diff.md", "json": "diff.json"} {
		t.Run(name, func(t *testing.T) {
			golden(t, file, writeDiff(t, name, sampleDiff(), Options{ToolVersion: "1.2.3", Effective: "2027-01-01T00:00:00Z"}))
		})
	}
	if err := WriteDiff("xml", &bytes.Buffer{}, Diff{}, Options{}); err == nil || !strings.Contains(err.Error(), "json, markdown, text") {
		t.Errorf("an unknown format gives %v", err)
	}
}

func TestDiffSaysThatNothingChanged(t *testing.T) {
	d := Diff{Base: DiffSide{Name: "a", Kind: "artefact"}, Head: DiffSide{Name: "b", Kind: "artefact", Servers: 2}, Summary: DiffSummary{Unchanged: 2}}
	if got, want := writeDiff(t, "text", d, Options{}), "nothing changed from a to b: 2 servers\nboth are as they were recorded, their signatures not checked\n"; got != want {
		t.Errorf("text says %q, want %q", got, want)
	}
	if got := writeDiff(t, "markdown", d, Options{}); !strings.HasPrefix(got, MarkdownTag+"\n## rackvet: nothing changed\n") {
		t.Errorf("Markdown says %q", got)
	}
	var read map[string]any
	if err := json.Unmarshal([]byte(writeDiff(t, "json", d, Options{})), &read); err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"servers", "problems", "totals"} {
		if got, ok := read[list].([]any); !ok || len(got) != 0 {
			t.Errorf("%s is %v in JSON", list, read[list])
		}
	}
}

func TestDiffColumnsAreAligned(t *testing.T) {
	d := Diff{Servers: []DiffServer{{Name: "a", State: DiffChanged, Parts: []DiffPart{
		{"gpu", &Amount{4, "short"}, &Amount{8, "short"}}, {"cpu", &Amount{1, "显卡显卡 wide"}, &Amount{2, "e\u0301"}}, {"storage.x", nil, &Amount{1, strings.Repeat("long", 100)}}}}}}
	at := -1
	for line := range strings.Lines(writeDiff(t, "text", d, Options{})) {
		before, _, ok := strings.Cut(line, " → ")
		if !ok {
			continue
		}
		if at >= 0 && columns(before) != at {
			t.Errorf("the arrow of %q stands in column %d, not %d", line, columns(before), at)
		}
		if at = columns(before); columns(line) > 150 {
			t.Errorf("a line has %d columns", columns(line))
		}
	}
	if at < 0 {
		t.Error("there is no arrow")
	}
}

func TestDiffIsColouredWhereAsked(t *testing.T) {
	plain, painted := writeDiff(t, "text", sampleDiff(), Options{}), writeDiff(t, "text", sampleDiff(), Options{Color: true})
	if strings.Contains(plain, "\x1b") || !strings.Contains(painted, "\x1b[") {
		t.Error("colours are where they should not be, or are not where they should be")
	}
	if colours := regexp.MustCompile("\x1b\\[[0-9;]*m"); colours.ReplaceAllString(painted, "") != plain {
		t.Error("without its colours the text is another")
	}
}

func TestDiffOfHostileBuilds(t *testing.T) {
	r := moved(DiffNew, hostileText, finding.Pass, finding.Fail)
	r.Head.Message, r.Head.Help, r.Head.File, r.Head.Range.File = hostileText, hostileText, hostileText, hostileText
	w := moved(DiffWaived, hostileText, finding.Fail, finding.Waived)
	w.Head.Waiver = &finding.Waiver{Reason: hostileText, By: hostileText, Until: hostileText}
	use := &MemoryUse{Missing: hostileText}
	d := Diff{Base: DiffSide{Name: hostileText, Kind: hostileText, Commit: ""}, Head: DiffSide{Name: hostileText}, JudgedBy: hostileText, Profile: hostileText,
		Servers: []DiffServer{{Name: hostileText, State: DiffChanged, File: hostileText, BaseFile: hostileText, BaseVerdict: hostileText, Verdict: hostileText, Headline: hostileText, Unjudged: "head",
			Parts:     []DiffPart{{hostileText, &Amount{1, hostileText}, &Amount{2, hostileText}}, {"storage." + hostileText, nil, &Amount{2, hostileText}}},
			Figures:   []DiffFigure{{Name: "money", Unit: "money", Currency: hostileText, Base: number(1), Head: number(2)}},
			Workloads: []DiffWorkload{{hostileText, hostileText, DiffMemory{memoryUse(1, 4), memoryUse(2, 4)}, DiffMemory{nil, use}}},
			Results:   []DiffResult{r, w}, Still: []string{hostileText}}},
		Problems: []DiffResult{r}, Totals: []DiffFigure{{Name: "money", Unit: "money", Currency: hostileText, Base: number(1), Head: number(2), Unknown: 2}}}
	for _, name := range DiffFormats() {
		t.Run(name, func(t *testing.T) {
			got := writeDiff(t, name, d, Options{})
			checkHarmless(t, got)
			if name == "markdown" && strings.Count(got, MarkdownTag) != 1 {
				t.Error("the tag is not there once")
			}
		})
	}
}

func TestDiffCommentIsCutWhole(t *testing.T) {
	for _, test := range []struct{ servers, results int }{{3, 5}, {1, 300}, {2000, 1}, {300, 60}} {
		d := Diff{}
		for i := range test.servers {
			s := DiffServer{Name: fmt.Sprintf("s%d", i), State: DiffChanged, File: "a.hcl", Verdict: "fail"}
			for range test.results {
				s.Results = append(s.Results, moved(DiffNew, "a/b", finding.Pass, finding.Fail))
			}
			d.Servers = append(d.Servers, s)
		}
		got := writeDiff(t, "markdown", d, Options{ToolVersion: "1.2.3"})
		if n := utf8.RuneCountInString(got); n > markdownLimit {
			t.Errorf("%v: %d characters", test, n)
		}
		shown := strings.Count(got, "\n### ") + sum(got, cutCounts, 1)
		rows := strings.Count(got, "| **new** |") + sum(got, cutCounts, 2) + sum(got, moreCount, 1)
		if shown != test.servers || rows != test.servers*test.results {
			t.Errorf("%v: it shows and counts %d servers and %d results", test, shown, rows)
		}
		if !strings.HasSuffix(got, "<sub>rackvet 1.2.3</sub>\n") || strings.Count(got, "<details>") != strings.Count(got, "</details>") {
			t.Errorf("%v: it ends in %q", test, got[len(got)-100:])
		}
	}
}

// Every change has its place in the order, and every field of the JSON its words.
func TestDiffChangesAreAllThereAre(t *testing.T) {
	for _, r := range sampleDiff().Servers[0].Results {
		if !slices.Contains(DiffChanges(), r.Change) {
			t.Errorf("%s has no place in the order", r.Change)
		}
	}
	if n := len(DiffChanges()); n != len(sampleDiff().Servers[0].Results) {
		t.Errorf("the sample shows %d changes of %d", len(sampleDiff().Servers[0].Results), n)
	}
}
