package demand_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// Shapes from the config.json of openai/whisper-large-v3 and BAAI/bge-m3.
func whisperLarge(t testing.TB) *demand.Model {
	return decode(t, "whisper-large-v3", map[string]any{"family": "speech", "layers": 32.0, "hidden_size": 1280.0, "heads": 20.0, "ffn_size": 5120.0,
		"gated": false, "vocab_size": 51866.0, "tied_embeddings": true, "max_context": 448.0, "attention_bias": "qvo", "ffn_bias": true,
		"norm": "layer", "positions": 448.0, "encoder": map[string]any{"layers": 32.0, "context": 1500.0, "input_channels": 128.0, "positions": 1500.0}})
}

func bgeM3(t testing.TB) *demand.Model {
	return decode(t, "bge-m3", map[string]any{"family": "embedding", "layers": 24.0, "hidden_size": 1024.0, "heads": 16.0, "ffn_size": 4096.0,
		"gated": false, "vocab_size": 250002.0, "tied_embeddings": true, "max_context": 8194.0, "attention_bias": "qkvo", "ffn_bias": true,
		"norm": "layer", "final_norm": false, "embedding_norm": true, "positions": 8194.0, "segments": 1.0, "pooler": true})
}

// A block keeps 34·h bytes of a token (Korthikanti et al. 2022, section 4). Whisper
// takes 30 s of sound as 1,500 vectors whatever is said in them (Radford et al. 2022,
// section 2); attention to them is, by the count of the same section, 5·h + 4·h of a
// token and 4·h of a vector in each of the decoder's layers.
func TestTrainingAnEncoderDecoderKeepsTheEncodersActivations(t *testing.T) {
	const h, vectors, tokens = 1280.0, 16 * 1500.0, 16 * 448.0
	encoder, decoder := 32*34*h*vectors, 32*(43*h*tokens+4*h*vectors)
	w := demand.Training{Model: whisperLarge(t), Kind: "finetuning", MicroBatch: 16, SequenceLength: 448}
	got := bytesOf(w.Demand(server(1, 79)), "activations")
	if want := encoder + decoder; math.Abs(got/want-1) > 1e-9 {
		t.Errorf("activations of %.2f GiB, want %.2f: %.2f of the encoder and %.2f", got/gib, want/gib, encoder/gib, decoder/gib)
	}
	// 2·h of every layer's input and one live layer, which is the encoder's.
	w.Recompute = "full"
	if got, want := bytesOf(w.Demand(server(1, 79)), "activations"), 32*2*h*(vectors+tokens)+34*h*vectors; math.Abs(got/want-1) > 1e-9 {
		t.Errorf("recomputed %.2f GiB stay, want %.2f", got/gib, want/gib)
	}
	// 5·a·s² of scores in each layer, s² being tokens × vectors in attention to the encoder.
	w.Recompute = "none"
	flash := got
	w.Attention = "eager"
	want := 32 * 5 * 20 * (1500*vectors + 448*tokens + 1500*tokens)
	if got := bytesOf(w.Demand(server(1, 79)), "activations") - flash; math.Abs(got/want-1) > 1e-9 {
		t.Errorf("scores of %.2f GiB, want %.2f", got/gib, want/gib)
	}
}

// An encoder of text gives a vector for each token, at most those it has room for.
func TestAnEncoderOfTextReadsTheSequence(t *testing.T) {
	m := *whisperLarge(t)
	e := *m.Encoder
	e.InputChannels, e.Context, m.Encoder = 0, 0, &e
	of := func(length int) string {
		r := demand.Training{Model: &m, Kind: "finetuning", SequenceLength: length}.Demand(server(1, 79))
		for _, c := range r.GPU.Components {
			if c.Name == "activations" {
				return c.Formula
			}
		}
		return ""
	}
	if got := of(300); !strings.Contains(got, ", 300 vectors of the encoder = ") {
		t.Error(got)
	}
	e.Context = 256
	if got := of(300); !strings.Contains(got, ", 256 vectors of the encoder = ") {
		t.Error(got)
	}
}

// PEFT puts an adapter beside each matrix of a name: in Whisper's encoder four
// of attention and two behind it, in its decoder four more of attention to the
// encoder. Rank 16 of h = 1280 and f = 5120 makes 11,796,480 + 17,039,360.
func TestAdaptersSitInTheEncoderToo(t *testing.T) {
	for targets, want := range map[string]float64{"all": 28835840, "attention": 3 * 32 * 16 * 8 * 1280} {
		w := demand.Training{Model: whisperLarge(t), Kind: "finetuning", Method: "lora", LoRATargets: targets}
		r := w.Demand(server(1, 79))
		if got := r.Checkpoint / 14; got != want {
			t.Errorf("%s: %v parameters in adapters, want %v", targets, got, want)
		}
	}
}

// The largest layer of Whisper turbo is one of 36, not a fourth of its blocks: a
// decoder's has 16·h², its encoder's 12·h².
func TestTheLargestLayerIsOneOfEitherStack(t *testing.T) {
	m := decode(t, "turbo", map[string]any{"family": "speech", "layers": 4.0, "hidden_size": 1280.0, "heads": 20.0, "ffn_size": 5120.0, "gated": false,
		"vocab_size": 100.0, "tied_embeddings": true, "max_context": 448.0, "encoder": map[string]any{"layers": 32.0, "context": 1500.0, "input_channels": 128.0}})
	r := demand.Training{Model: m, Kind: "finetuning", Gradients: "none"}.Demand(server(1, 79))
	if got := bytesOf(r, "gradients") / 2 / (1280 * 1280); got < 16 || got > 17.5 { // convolutions of the input included
		t.Errorf("the largest layer has %.1f·h² parameters", got)
	}
}

// A loss over embeddings compares vectors of h numbers (InfoNCE of BGE M3, Chen et
// al. 2024) and needs no output matrix. 16 B of 567,754,752 parameters are 8.46 GiB,
// 24 blocks of 34·h for 16,384 tokens 12.75 GiB; with 15 % of slack and a context 25.1.
func TestFineTuningEmbeddingsHasNoLogits(t *testing.T) {
	w := demand.Training{Model: bgeM3(t), Kind: "finetuning", MicroBatch: 32, SequenceLength: 512}
	r := w.Demand(server(1, 44.42))
	if got := bytesOf(r, "logits"); got != 0 {
		t.Errorf("logits of %.2f GiB", got/gib)
	}
	if got := r.GPU.Bytes / gib; math.Abs(got-25.1) > 0.1 {
		t.Errorf("%.2f GiB in all, want 25.1", got)
	}
	for _, d := range r.Defaults {
		if d.Name == "loss" {
			t.Errorf("the loss is taken to be %s, which is nothing to these", d.Value)
		}
	}
	// BERT is pre-trained on masked tokens, over the vocabulary (Devlin et al. 2019).
	w.Kind = "training"
	if got, want := bytesOf(w.Demand(server(1, 44.42)), "logits"), 32*512*250002*10.0; got != want {
		t.Errorf("logits of %.2f GiB in pre-training, want %.2f", got/gib, want/gib)
	}
}
