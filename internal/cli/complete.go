package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/policies"
)

// flagCompletions say what a flag is completed with, by its name, or by command
// and name where commands take different things under one name.
var flagCompletions = map[string]cobra.CompletionFunc{
	"baseline":             files("json"),
	"changed-since":        cobra.NoFileCompletions,
	"color":                oneOf("auto", "always", "never"),
	"config":               files("hcl"),
	"config show format":   formats,
	"count":                cobra.NoFileCompletions,
	"diff format":          diffFormats,
	"dir":                  cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
	"effective-time":       cobra.NoFileCompletions,
	"exclude":              cobra.NoFileCompletions,
	"explain format":       oneOf("text", "json", "markdown"),
	"fail-on":              oneOf("error", "warning", "note"),
	"format":               oneOf("text", "json"),
	"gpu":                  entries("gpu"),
	"id":                   cobra.NoFileCompletions,
	"key":                  files("pem", "key"),
	"kind":                 oneOf(catalog.Kinds()...),
	"lint format":          formats,
	"only":                 listed(rules),
	"gate output":          files("json"),
	"output":               oneOf("text", "json"),
	"platform":             entries("platform"),
	"policy":               files("rego", "tar.gz"),
	"policy bundle output": files("tar.gz"),
	"policy check fail-on": oneOf("error", "warning"),
	"policy check format":  formats,
	"policy test format":   testFormats,
	"policy-memory":        cobra.NoFileCompletions,
	"policy-timeout":       cobra.NoFileCompletions,
	"profile":              profiles,
	"public-key":           files("pub", "pem"),
	"report format":        oneOf("html", "markdown", "json"),
	"report output":        files("html", "md", "json"),
	"rules format":         oneOf("text", "json", "markdown"),
	"run":                  cobra.NoFileCompletions,
	"schema output":        files("json", "cue"),
	"server":               cobra.NoFileCompletions,
	"spec":                 files("hcl", "json"),
	"show":                 listed(oneOf("pass", "skipped")),
	"stdin-filename":       files("hcl", "json"),
	"undecided":            oneOf("report", "fail"),
	"var":                  cobra.NoFileCompletions,
	"var-file":             files("hcl"),
	"write-baseline":       files("json"),
}

// argumentCompletions say the same of a command's arguments. Those that are not
// named take none.
var argumentCompletions = map[string]cobra.CompletionFunc{
	"catalog":      entries(""),
	"demand":       files("hcl", "json"),
	"diff":         cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
	"enrich":       files("hcl", "json"),
	"explain":      first(explained),
	"fmt":          files("hcl"),
	"gate":         files("hcl", "json"),
	"gate verify":  files("json", "hcl"),
	"init":         first(cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)),
	"lint":         files("hcl", "json"),
	"model import": first(files("json")),
	"policy check": cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
	"policy test":  cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
	"report":       files("hcl", "json"),
}

// complete gives a command and those below it their completions.
func complete(c *cobra.Command) {
	for _, sub := range c.Commands() {
		complete(sub)
	}
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	c.Flags().VisitAll(func(f *pflag.Flag) {
		of := flagCompletions[name+" "+f.Name]
		if of == nil {
			of = flagCompletions[f.Name]
		}
		if of != nil {
			// Its error is for flags that are not there, or that have one already.
			_ = c.RegisterFlagCompletionFunc(f.Name, of)
		}
	})
	c.ValidArgsFunction = argumentCompletions[name]
	if c.ValidArgsFunction == nil {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
}

func oneOf(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// files are those of a few endings; shells offer folders besides.
func files(endings ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(endings, cobra.ShellCompDirectiveFilterFileExt)
}

// first is for commands of one argument.
func first(of cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return of(c, args, start)
	}
}

// listed is for flags of several values with commas: what stands before the last
// comma is part of every word.
func listed(of cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
		before := start[:strings.LastIndex(start, ",")+1]
		words, directive := of(c, args, start[len(before):])
		if before == "" {
			return words, directive
		}
		all := make([]string, len(words))
		for i, w := range words {
			all[i] = before + w
		}
		return all, directive
	}
}

// formats are those of lint; behind = the shell completes a file.
func formats(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(start, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return report.Formats(), cobra.ShellCompDirectiveNoFileComp
}

// testFormats are those of policy test; behind = the shell completes a file.
func testFormats(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(start, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return report.TestFormats(), cobra.ShellCompDirectiveNoFileComp
}

// diffFormats are those of diff; behind = the shell completes a file.
func diffFormats(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(start, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return report.DiffFormats(), cobra.ShellCompDirectiveNoFileComp
}

func profiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return bundle.Profiles(), cobra.ShellCompDirectiveNoFileComp
}

// rules are the rules that there are to evaluate, each with its title.
func rules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var ids []string
	for _, r := range bundle.Rules() {
		ids = append(ids, cobra.CompletionWithDesc(r.ID, r.Title))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// explained are the rules and what explain knows besides.
func explained(c *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
	ids, directive := rules(c, args, start)
	for _, id := range ruleIDs() {
		if _, ok := specRules[id]; ok {
			ids = append(ids, id)
		}
	}
	return ids, directive
}

// entries are the ids of the catalogue: of a kind, or of that which --kind says.
func entries(kind string) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		known, err := catalog.Builtin()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		of := kind
		if of == "" {
			of, _ = c.Flags().GetString("kind")
		}
		var ids []string
		for _, e := range known.Search("", of) {
			ids = append(ids, e.ID)
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
}
