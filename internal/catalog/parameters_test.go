package catalog

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// published is a line of testdata/parameters.tsv.
type published struct {
	parameters float64
	half       float64 // of a unit of the last place, where they are rounded
	mtp        bool    // the layers that predict further tokens are among them
	embeddings bool    // those layers have embeddings of their own
	source     string
}

func publishedParameters(t *testing.T) map[string]published {
	t.Helper()
	data, err := os.ReadFile("testdata/parameters.tsv")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]published{}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 4 || f[3] == "" {
			t.Fatalf("%q is not of four columns", line)
		}
		p := published{mtp: strings.HasPrefix(f[2], "mtp"), embeddings: strings.HasSuffix(f[2], "+embeddings"), source: f[3]}
		if p.parameters, err = strconv.ParseFloat(f[1], 64); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		p.half, _ = strconv.ParseFloat(f[2], 64)
		table[f[0]] = p
	}
	return table
}

// Every model whose shape the catalogue has counts as many parameters as are
// published, to 0.5 % or as far as they are rounded.
func TestCountedParametersAreThePublishedOnes(t *testing.T) {
	table := publishedParameters(t)
	exact, models := 0, 0
	for _, m := range load(t).Models() {
		want, ok := table[m.ID]
		delete(table, m.ID)
		if len(m.Components) > 0 {
			continue
		}
		models++
		if !ok {
			t.Errorf("%s: no published count to hold it to", m.ID)
			continue
		}
		counted, ok := m.CountParameters()
		if !ok {
			t.Errorf("%s: the shape does not suffice for a count", m.ID)
		}
		if off := math.Abs(m.Parameters/counted - 1); off > 0.005 {
			t.Errorf("%s: states %.0f parameters, and its shape has %.0f", m.ID, m.Parameters, counted)
		}
		if want.mtp {
			mtp, known := m.CountMTP()
			if !known || mtp == 0 {
				t.Errorf("%s: no layers that predict further tokens", m.ID)
			}
			if counted += mtp; want.embeddings {
				counted += 2 * float64(m.VocabSize) * float64(m.HiddenSize)
			}
		}
		off := counted/want.parameters - 1
		if counted == want.parameters {
			exact++
		}
		if math.Abs(off) > 0.005 && math.Abs(counted-want.parameters) > want.half {
			t.Errorf("%s: counted %.0f of %.0f published parameters", m.ID, counted, want.parameters)
		}
		t.Logf("%-28s counted %15.0f  published %15.0f  %+.4f %%  %s", m.ID, counted, want.parameters, 100*off, want.source)
	}
	t.Logf("%d models, %d of them exact", models, exact)
	for id := range table {
		t.Errorf("%s: a published count of no model", id)
	}
}

func TestThereAreAHundredModelsOfTheFamiliesThatPeopleRun(t *testing.T) {
	c := load(t)
	if n := len(c.Models()); n < 100 {
		t.Errorf("%d models, want 100 or more", n)
	}
	for _, name := range []string{
		"meta-llama/Llama-2-7b-hf", "Llama 4 Scout 109B", "Qwen1.5-72B-Chat", "Qwen/Qwen2.5-Coder-32B-Instruct", "Qwen3.5 397B A17B", "Mixtral 8x22B",
		"deepseek-ai/DeepSeek-R1", "DeepSeek V4 Pro", "gemma-3-27b-it", "Phi-4", "openai/gpt-oss-120b", "GLM 4.5 Air", "Kimi K2", "MiniMax M2.5",
		"Nemotron-H-56B-Base-8K", "Command R+", "falcon-40b", "GPT-NeoX 20B", "gpt2-xl", "OPT-66b", "BLOOM", "Jamba v0.1", "Mamba 2.8B", "BGE M3",
		"whisper-large-v3", "SD 1.5", "SDXL 1.0", "SD3 Medium", "FLUX.1 [schnell]", "Wan2.1-T2V-14B", "HunyuanVideo",
	} {
		if m := c.Model(name); m.Entry == nil {
			t.Errorf("%q is no one model: %d candidates, suggestions %q", name, len(m.Candidates), m.Suggestions)
		}
	}
}
