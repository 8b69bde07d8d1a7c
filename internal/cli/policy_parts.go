package cli

import (
	"path"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/validate"
)

// withParts is the catalogue with the parts and models that folders of policies
// describe, and what is wrong with their files; one at fault adds nothing. Specs that
// rules are tried on describe none.
func withParts(known *catalog.Catalog, folders []*policy.Folder) (*catalog.Catalog, []report.Problem, error) {
	var checker *validate.Checker
	var problems []report.Problem
	for _, folder := range folders {
		var names []string
		for name := range folder.Files {
			if strings.HasSuffix(name, ".hcl") && !calledExample(name) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			file := source.NewFile(path.Join(folder.Name, name), folder.Files[name])
			doc := document.Read(file, document.Options{})
			if len(doc.Servers()) > 0 {
				continue // a spec
			}
			if checker == nil {
				var err error
				if checker, err = validate.New(); err != nil {
					return nil, nil, broken(err)
				}
			}
			faults := append(doc.Faults, checker.Document(doc)...)
			with, more := enrich.Extend(known, doc)
			if faults = append(faults, more...); len(faults) > 0 {
				problems = append(problems, asProblems(faults, file)...)
				continue
			}
			known = with
		}
	}
	return known, problems, nil
}

// extend is withParts for a run that goes by the parts: it shows what is wrong with the
// files, and ends the run.
func extend(p Process, known *catalog.Catalog, folders []*policy.Folder) (*catalog.Catalog, error) {
	known, problems, err := withParts(known, folders)
	if err != nil || len(problems) == 0 {
		return known, err
	}
	if err := printProblems(p, problems); err != nil {
		return nil, err
	}
	var files []string
	for _, x := range problems {
		if file := report.Escape(x.Source.Path); !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return nil, usage("%s can't be used", strings.Join(files, ", "))
}

// knownWith is the catalogue that is built in with what folders of policies add.
func knownWith(p Process, folders []*policy.Folder) (*catalog.Catalog, error) {
	known, err := catalog.Builtin()
	if err != nil {
		return nil, broken(err)
	}
	return extend(p, known, folders)
}
