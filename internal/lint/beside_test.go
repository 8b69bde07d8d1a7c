package lint

import (
	"errors"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/source"
)

// shelf is files that are nowhere on the disk.
type shelf map[string]string

func (s shelf) Include(name string) (*source.File, error) { return s.Config(name) }

func (s shelf) Config(name string) (*source.File, error) {
	text, ok := s[name]
	if !ok {
		return nil, errors.New("it is not on the shelf")
	}
	return source.NewFile(name, []byte(text)), nil
}

const shelved = `include = ["../parts.hcl"]
server "a" {
  gpu {
    model = "house"
    count = 2
  }
  cpu { model = "amd-epyc-7543" }
  memory { capacity = "64GB" }
  workload "inference" "chat" {
    model       = hf_config("config.json")
    max_context = 2048
  }
}
`

func TestFilesBesideASpecComeFromWhereItDoes(t *testing.T) {
	full := shelf{"parts.hcl": "part \"gpu\" \"house\" {\n  memory = \"24GB\"\n  links  = []\n}\n",
		"specs/config.json": `{"model_type": "llama", "num_hidden_layers": 22, "hidden_size": 2048, "num_attention_heads": 32, "num_key_value_heads": 4, "intermediate_size": 5632, "vocab_size": 32000, "torch_dtype": "bfloat16"}`}
	known, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // where there is nothing
	for name, tt := range map[string]struct {
		beside shelf
		want   string
	}{
		"all there":       {full, ""},
		"nothing there":   {shelf{}, `"../parts.hcl" can't be included: it is not on the shelf`},
		"no config there": {shelf{"parts.hcl": full["parts.hcl"]}, `"config.json" can't be read: it is not on the shelf`},
	} {
		t.Run(name, func(t *testing.T) {
			f := inMemory("specs/a.hcl", shelved)
			f.Beside = tt.beside
			var said []string
			_, err = New(known, nil, Options{}).Run(t.Context(), []File{f}, func(r *Result) error {
				for _, p := range r.Problems {
					said = append(said, p.Message)
				}
				for _, s := range r.Servers {
					for _, x := range s.Results {
						said = append(said, x.Message)
					}
					if tt.want == "" && (s.Input == nil || s.Input.GPU.MemoryBytes != 24<<30 || s.Input.Workloads[0].Model != "specs/config.json") {
						t.Errorf("the input is %+v", s.Input)
					}
				}
				if len(r.Paths()) != 3 { // what is missing too
					t.Errorf("it reads %q", r.Paths())
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if text := strings.Join(said, "\n"); tt.want == "" && len(said) > 0 || !strings.Contains(text, tt.want) {
				t.Errorf("it says %q", text)
			}
		})
	}
}
