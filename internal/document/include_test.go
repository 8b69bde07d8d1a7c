package document

import (
	"errors"
	"testing"

	"github.com/rackvet/rackvet/internal/source"
)

// files opens what a test lays out.
func files(all map[string]string) func(string) (*source.File, error) {
	return func(path string) (*source.File, error) {
		text, ok := all[path]
		if !ok {
			return nil, errors.New("there is no such file")
		}
		return source.NewFile(path, []byte(text)), nil
	}
}

func TestIncludeTakesWhatIsShared(t *testing.T) {
	d := read("specs/a.hcl", "include = [\"../parts.hcl\"]\nserver \"a\" {\n  platform = local.platform\n  nodes = var.nodes\n}\n", Options{
		Variables: map[string]string{"nodes": "3"},
		Open: files(map[string]string{
			"parts.hcl":     "include = [\"more/deep.hcl\"]\nlocals {\n  platform = \"p-${local.suffix}\"\n}\nmodel \"m\" {\n  layers = 2\n}\nserver \"not-taken\" {\n  platform = \"p\"\n}\n",
			"more/deep.hcl": "locals {\n  suffix = \"x\"\n}\nvariable \"nodes\" {\n  default = 1\n}\n",
		}),
	})
	check(t, d)
	if got := d.Servers()[0].Plain(); got["platform"] != "p-x" || got["nodes"] != 3.0 || len(d.Servers()) != 1 {
		t.Errorf("the servers are %v", got)
	}
	if got := d.Described("model"); len(got) != 1 || got[0].Label(0) != "m" || got[0].Header.File != "parts.hcl" {
		t.Errorf("the models in scope are %v", got)
	}
}

func TestBadIncludes(t *testing.T) {
	for name, tt := range map[string]struct {
		include string
		files   map[string]string
		want    []string
	}{
		"a missing file":   {`"b.hcl"`, nil, []string{`1:12 "b.hcl" can't be included: there is no such file`}},
		"an absolute path": {`"/etc/passwd"`, nil, []string{`1:12 "/etc/passwd" is no path relative to this file with forward slashes`}},
		"an expression":    {`local.x`, nil, []string{`1:12 there is no local "x"; The file has no locals.`, "1:12 include takes paths in quotes, without expressions; Write include = [\"../parts.hcl\"]."}},
		"a circle": {`"b.hcl"`, map[string]string{"b.hcl": "include = [\"a.hcl\"]\n"},
			[]string{`1:12 "b.hcl" has 1 fault; Lint it by itself to see all. (the include goes round in a circle: a.hcl → b.hcl → a.hcl 1:12)`}},
		"a file with faults": {`"b.hcl"`, map[string]string{"b.hcl": "model \"m\" {\n  layesr = 2\n}\nmodel \"n\" {\n  x = 1\n}\n"},
			[]string{`1:12 "b.hcl" has 2 faults; Lint it by itself to see all. (unknown attribute "layesr" in model 2:3)`}},
		"a local of both": {`"b.hcl"`, map[string]string{"b.hcl": "locals {\n  n = 1\n}\n"},
			[]string{`6:3 local "n" is written twice; Keep one of the two. (first written here 2:3)`}},
	} {
		t.Run(name, func(t *testing.T) {
			text := "include = [" + tt.include + "]\nserver \"a\" {\n  platform = \"p\"\n}\n"
			if name == "a local of both" {
				text += "locals {\n  n = 2\n}\n"
			}
			check(t, read("a.hcl", text, Options{Open: files(tt.files)}), tt.want...)
		})
	}
}

func TestOnlySpecsLookLikeSpecs(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want bool
	}{
		"a server":                     {"server \"a\" {\n}\n", true},
		"a broken server":              {"server \"a\" {\n", true},
		"a model after other things":   {"locals {\n}\n  model \"m\" {\n}\n", true},
		"a server in JSON":             {`{"server": {"a": {}}}`, true},
		"Terragrunt":                   {"include \"root\" {\n  path = find_in_parent_folders()\n}\nlocals {\n}\n", false},
		"Packer":                       {"variable \"region\" {\n}\nsource \"amazon-ebs\" \"x\" {\n}\n", false},
		"Nomad's agent":                {"server {\n  enabled = true\n}\n", false},
		"an empty file":                {"", false},
		"a server inside another word": {"webserver \"a\" {\n}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := HasRootBlock([]byte(tt.text)); got != tt.want {
				t.Errorf("HasRootBlock is %v, want %v", got, tt.want)
			}
		})
	}
}
