package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	cueerrors "cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/load"

	"github.com/rackvet/rackvet/internal/catalog"
)

// kinds are the catalogue's kinds of entries, in the order they are written, and
// the definition that each holds to.
var kinds = []struct{ name, definition string }{
	{"gpu", "#GPUPart"}, {"cpu", "#CPUPart"}, {"model", "#Model"}, {"platform", "#Platform"},
}

// generate reads the CUE module in dir, whose catalogue is the package
// "catalog", and gives catalog.json.
func generate(dir string) ([]byte, error) {
	ctx := cuecontext.New()
	instances := load.Instances([]string{".", "./catalog"}, &load.Config{Dir: dir})
	definitions := ctx.BuildInstance(instances[0])
	if err := definitions.Err(); err != nil {
		return nil, explain(err)
	}
	entries := ctx.BuildInstance(instances[1])
	if err := entries.Err(); err != nil {
		return nil, explain(err)
	}
	return write(definitions, entries)
}

// write checks all entries and gives them as JSON, one an indented block, sorted
// by id, so that a change to an entry is a change to its lines alone.
func write(definitions, entries cue.Value) ([]byte, error) {
	if err := onlyKinds(entries); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("{\n")
	for i, kind := range kinds {
		blocks, err := checked(definitions.LookupPath(cue.ParsePath(kind.definition)), entries.LookupPath(cue.ParsePath(kind.name)), kind.name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "\t%q: {\n%s\n\t}", kind.name, strings.Join(blocks, ",\n"))
		if i < len(kinds)-1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
	out.WriteString("}\n")
	if err := sound(out.Bytes()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func onlyKinds(entries cue.Value) error {
	fields, err := entries.Fields()
	if err != nil {
		return explain(err)
	}
	for fields.Next() {
		name := fields.Selector().String()
		if !slices.ContainsFunc(kinds, func(k struct{ name, definition string }) bool { return k.name == name }) {
			return fmt.Errorf("%q is no kind of entry", name)
		}
	}
	return nil
}

// checked unifies each entry of a kind with its definition, whether or not the
// file has done so, and gives them as JSON.
func checked(definition, entries cue.Value, kind string) ([]string, error) {
	if !definition.Exists() {
		return nil, fmt.Errorf("the schema has no definition for %s", kind)
	}
	fields, err := entries.Fields()
	if err != nil {
		return nil, explain(err)
	}
	blocks := map[string]string{}
	var ids []string
	for fields.Next() {
		id := fields.Selector().Unquoted()
		value := fields.Value().Unify(definition)
		if err := value.Validate(cue.Concrete(true), cue.Final()); err != nil {
			return nil, fmt.Errorf("%s %q: %w", kind, id, explain(err))
		}
		if err := confirmable(value); err != nil {
			return nil, fmt.Errorf("%s %q: %w", kind, id, err)
		}
		if blocks[id], err = block(id, value); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	sorted := make([]string, 0, len(ids))
	for _, id := range ids {
		sorted = append(sorted, blocks[id])
	}
	return sorted, nil
}

// block writes an entry, a field a line.
func block(id string, entry cue.Value) (string, error) {
	fields, err := entry.Fields()
	if err != nil {
		return "", explain(err)
	}
	var lines []string
	for fields.Next() {
		value, err := fields.Value().MarshalJSON()
		if err != nil {
			return "", explain(err)
		}
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(json.RawMessage(value)); err != nil {
			return "", err
		}
		lines = append(lines, fmt.Sprintf("\t\t\t%q: %s", fields.Selector().Unquoted(), bytes.TrimSpace(line.Bytes())))
	}
	slices.Sort(lines)
	return fmt.Sprintf("\t\t%q: {\n%s\n\t\t}", id, strings.Join(lines, ",\n")), nil
}

// confirmable holds what an entry names as unconfirmed to the fields that it has.
func confirmable(entry cue.Value) error {
	names := entry.LookupPath(cue.ParsePath("unconfirmed"))
	if !names.Exists() {
		return nil
	}
	var list []string
	if err := names.Decode(&list); err != nil {
		return explain(err)
	}
	for _, name := range list {
		if !entry.LookupPath(cue.ParsePath(name)).Exists() {
			return fmt.Errorf("unconfirmed: %q is not a field of it", name)
		}
	}
	return nil
}

// sound reads the JSON as the program will, and refuses entries without a source
// and names that stand for two entries.
func sound(data []byte) error {
	c, err := catalog.Read(data)
	if err != nil {
		return err
	}
	return c.Check()
}

// explain puts all of CUE's errors, with their positions, into one.
func explain(err error) error {
	return fmt.Errorf("%s", strings.TrimSpace(cueerrors.Details(err, nil)))
}
