package enrich

import (
	"errors"
	"fmt"
	"path"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/hfconfig"
)

// Extend adds the models and parts that a document describes to the catalogue. What
// is described wrongly is left out, and a server that names it is at fault.
func Extend(c *catalog.Catalog, d *document.Document) (*catalog.Catalog, []finding.Result) {
	x := &extender{first: map[string]*document.Block{}, causes: map[any]finding.Related{}}
	for _, b := range d.Described("model") {
		if !x.twice("model", b, b.Label(0)) {
			x.model(b)
		}
	}
	for _, b := range d.Described("part") {
		switch kind := b.Label(0); {
		case x.twice("part "+kind, b, b.Label(1)):
		case kind == "gpu":
			x.gpu(b)
		case kind == "cpu":
			x.cpu(b)
		}
	}
	for _, config := range d.Configs {
		x.config(config)
	}
	if len(x.causes) > 0 {
		x.blame(c, d.Servers())
	}
	if len(x.sound.Models)+len(x.sound.GPUs)+len(x.sound.CPUs) == 0 {
		return c, x.faults
	}
	return c.With(x.sound), x.faults
}

// extender sorts what a document describes.
type extender struct {
	first map[string]*document.Block // by kind and id, as look-ups fold it
	sound catalog.Extra
	// all has a stand-in for each unsound entry too, under its names; causes says what
	// is wrong with it.
	all    catalog.Extra
	causes map[any]finding.Related
	faults []finding.Result
}

// twice reports an id that a block before has too, as look-ups see it: in another
// case, or with other signs between its words.
func (x *extender) twice(kind string, b *document.Block, id string) bool {
	key := kind + " " + catalog.Key(id)
	first := x.first[key]
	if first == nil {
		x.first[key] = b
		return false
	}
	what := b.Name
	for _, l := range b.Labels {
		what += fmt.Sprintf(" %q", l.Text)
	}
	x.faults = append(x.faults, finding.Result{
		Rule: finding.RuleSchema, Outcome: finding.Fail, Level: finding.Error, Message: what + " is written twice",
		Help: "Keep one, or give the other a name that differs by more than case and punctuation.",
		File: b.Header.File, Range: b.Header, Path: b.Path, Related: []finding.Related{{Message: "first written here", Range: first.Header}},
	})
	return true
}

func (x *extender) model(b *document.Block) {
	if b.Unsound == nil {
		m, err := catalog.DecodeModel(b.Label(0), b.Plain())
		if err != nil {
			x.refuse(b, err)
		}
		if x.contradictions(b, modelLimits); b.Unsound == nil {
			x.sound.Models, x.all.Models = append(x.sound.Models, m), append(x.all.Models, m)
			return
		}
	}
	m := &catalog.Model{ID: b.Label(0), Aliases: texts(b, "aliases")}
	x.all.Models, x.causes[m] = append(x.all.Models, m), *b.Unsound
}

func (x *extender) gpu(b *document.Block) {
	if b.Unsound == nil {
		g, err := catalog.DecodeGPU(b.Label(1), b.Plain())
		if err != nil {
			x.refuse(b, err)
		}
		if x.contradictions(b, gpuLimits); b.Unsound == nil {
			x.sound.GPUs, x.all.GPUs = append(x.sound.GPUs, g), append(x.all.GPUs, g)
			return
		}
	}
	g := &catalog.GPU{ID: b.Label(1), Aliases: texts(b, "aliases")}
	x.all.GPUs, x.causes[g] = append(x.all.GPUs, g), *b.Unsound
}

func (x *extender) cpu(b *document.Block) {
	if b.Unsound == nil {
		p, err := catalog.DecodeCPU(b.Label(1), b.Plain())
		if err != nil {
			x.refuse(b, err)
		}
		if x.contradictions(b, cpuLimits); b.Unsound == nil {
			x.sound.CPUs, x.all.CPUs = append(x.sound.CPUs, p), append(x.all.CPUs, p)
			return
		}
	}
	p := &catalog.CPU{ID: b.Label(1), Aliases: texts(b, "aliases")}
	for _, pattern := range texts(b, "models") {
		if _, err := path.Match(pattern, ""); err == nil {
			p.Models = append(p.Models, pattern)
		}
	}
	x.all.CPUs, x.causes[p] = append(x.all.CPUs, p), *b.Unsound
}

// config makes a model of a Hugging Face config. What its figures leave out is a note
// where the config is read.
func (x *extender) config(c document.Config) {
	result := func(level finding.Level, message, help string) finding.Result {
		return finding.Result{
			Rule: finding.RuleReference, Outcome: finding.Fail, Level: level, Message: message, Help: help,
			File: c.Range.File, Range: c.Range, Path: finding.Path{"hf_config", c.ID},
		}
	}
	fields, notes, err := hfconfig.Parse(c.File.Bytes)
	var m *catalog.Model
	if err == nil {
		m, err = catalog.DecodeModel(c.ID, fields)
	}
	if err != nil {
		fault := result(finding.Error, fmt.Sprintf("%q gives no model: %v", c.ID, err), "")
		x.faults = append(x.faults, fault)
		m = &catalog.Model{ID: c.ID}
		x.all.Models, x.causes[m] = append(x.all.Models, m), finding.Related{Message: fault.Message, Range: fault.Range}
		return
	}
	for _, note := range notes {
		level := finding.Note
		if note.Missing { // the count is then too low, and the verdict on memory too kind
			level = finding.Warning
		}
		x.faults = append(x.faults, result(level, fmt.Sprintf("%q: %s", c.ID, note.Text), "State what is left out in a model block, if it matters."))
	}
	x.sound.Models, x.all.Models = append(x.sound.Models, m), append(x.all.Models, m)
}

// refuse reports what fits the schema and is wrong all the same, at the values that
// are.
func (x *extender) refuse(b *document.Block, err error) {
	for _, err := range separate(err) {
		fault := finding.Result{Message: err.Error(), File: b.Header.File, Range: b.Header, Path: b.Path}
		var field *catalog.FieldError
		if errors.As(err, &field) {
			fault.Message = fmt.Sprintf("%s: %s", field.Path[len(field.Path)-1], field.Problem)
			var steps finding.Path
			for _, name := range field.Path {
				steps = append(steps, name)
			}
			fault.Path, fault.Range = b.Path.Child(steps...), b.Locate(steps)
		}
		x.fault(b, fault)
	}
}

// fault records what is wrong within a block.
func (x *extender) fault(b *document.Block, f finding.Result) {
	f.Rule, f.Outcome, f.Level = finding.RuleSchema, finding.Fail, finding.Error
	x.faults = append(x.faults, f)
	if b.Unsound == nil {
		b.Unsound = &finding.Related{Message: f.Message, Range: f.Range}
	}
}

// separate takes joined errors apart.
func separate(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// blame reports the servers that name what is described wrongly. Without it they
// would be judged as if nothing, or the catalogue's own entry, were described.
func (x *extender) blame(c *catalog.Catalog, servers []*document.Block) {
	all := c.With(x.all)
	for _, server := range servers {
		x.blameFor(server.Block("gpu"), "model", func(name string) any { return all.GPU(name).Entry })
		x.blameFor(server.Block("cpu"), "model", func(name string) any { return all.CPU(name).Entry })
		for _, w := range server.All("workload") {
			for _, attribute := range []string{"model", "draft_model", "refiner"} {
				x.blameFor(w, attribute, func(name string) any { return all.Model(name).Entry })
			}
		}
	}
}

func (x *extender) blameFor(b *document.Block, attribute string, entry func(name string) any) {
	if b == nil || b.Attribute(attribute) == nil || b.Attribute(attribute).Value == nil {
		return
	}
	a := b.Attribute(attribute)
	cause, unsound := x.causes[entry(a.Value.Text)]
	if !unsound {
		return
	}
	x.faults = append(x.faults, finding.Result{
		Rule: finding.RuleReference, Outcome: finding.Fail, Level: finding.Error, Server: b.Server,
		Message: fmt.Sprintf("%s %q is described wrongly", attribute, a.Value.Text), File: a.Value.Range.File, Range: a.Value.Range,
		Path: a.Path, Related: []finding.Related{cause},
	})
}

// texts is a list of an unsound block, as far as it is one.
func texts(b *document.Block, attribute string) []string {
	a := b.Attribute(attribute)
	if a == nil || a.Value == nil {
		return nil
	}
	var list []string
	for _, v := range a.Value.List {
		if v.Kind == document.String {
			list = append(list, v.Text)
		}
	}
	return list
}
