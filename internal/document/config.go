package document

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/rackvet/rackvet/internal/units"
)

// configFunction is the one function that looks outside the file.
const configFunction = "hf_config"

// maxConfigs bounds the files that one spec reads.
const maxConfigs = 100

// functions are those that an expression of this file may call. hf_config gives
// the id of a model and notes its config down, for what comes later to read.
func (r *reader) functions(expr hcl.Expression) map[string]function.Function {
	if !strings.Contains(string(expr.Range().SliceBytes(r.scope.files[expr.Range().Filename].Bytes)), configFunction) {
		return functions
	}
	all := maps.Clone(functions)
	all[configFunction] = function.New(&function.Spec{
		Params: []function.Parameter{{Name: "path", Type: cty.String}},
		Type:   function.StaticReturnType(cty.String),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			id, err := r.config(args[0].AsString(), expr.Range())
			if err != nil {
				return cty.NilVal, function.NewArgError(0, err)
			}
			return cty.StringVal(id), nil
		},
	})
	return all
}

// config opens a config once. Its path is relative to the file that names it.
func (r *reader) config(name string, at hcl.Range) (id string, err error) {
	if path.IsAbs(name) || strings.Contains(name, `\`) {
		return "", fmt.Errorf("%q is no path relative to this file with forward slashes", name)
	}
	id = path.Join(path.Dir(r.file.Path), name)
	if _, ok := r.scope.configs[id]; ok {
		return id, nil
	}
	if r.scope.openConfig == nil {
		return "", errors.New("configs can't be read here")
	}
	if len(r.scope.configs) >= maxConfigs {
		return "", fmt.Errorf("a spec may read %d configs", maxConfigs)
	}
	f, err := r.scope.openConfig(id)
	if err != nil {
		r.scope.missing[id] = true
		return "", fmt.Errorf("%q can't be read: %w", name, err)
	}
	if f.Size() > MaxSize {
		return "", fmt.Errorf("%q is larger than a config may be, %s", name, units.PrintBytes(MaxSize))
	}
	r.scope.configs[id] = Config{ID: id, File: f, Range: r.rangeOf(at)}
	return id, nil
}
