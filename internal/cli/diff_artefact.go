package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"path"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/diff"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/gate"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

// artefact is what a gate recorded. Who signed it is not asked: gate verify does.
func (s *diffScope) artefact(ctx context.Context, about report.DiffSide) (*diffSide, error) {
	text, err := source.ReadLimit(about.Name, maxArtefact)
	if err != nil {
		return nil, usage("%w", err)
	}
	statement, _, err := gate.Open(ctx, text, nil)
	if err != nil {
		return nil, usage("%s: %w", about.Name, err)
	}
	recorded, err := gate.Parse(statement)
	if err != nil {
		return nil, usage("%s: %w", about.Name, err)
	}
	said := recorded.Predicate
	if err := checkRecorded(said); err != nil {
		return nil, usage("%s: %w", about.Name, err)
	}
	side := &diffSide{about: about, name: s.called, recorded: new(diff.Side), settings: &said.Settings}
	for _, x := range said.Servers {
		if !s.records(x.File) {
			continue
		}
		in, err := input(x.Input)
		if err != nil {
			return nil, usage("%s: server %q: its input can't be read: %w", about.Name, x.Name, err)
		}
		side.recorded.Servers = append(side.recorded.Servers, diff.NewServer(x.Name, s.called(x.File), x.Verdict, in, x.Results))
	}
	failOn, err := finding.ParseLevel(said.Settings.FailOn)
	if err != nil {
		return nil, usage("%s: its settings can't be read: %w", about.Name, err)
	}
	for _, r := range said.Problems {
		switch {
		case path.Base(r.File) == config.Name:
			side.recorded.Add(s.seen(r.File), r, failOn)
		case s.records(r.File) || r.File == "":
			side.recorded.Add(s.called(r.File), r, failOn)
		}
	}
	return side, nil
}

// checkRecorded refuses results that no gate writes, and no report could show.
func checkRecorded(said gate.Predicate) error {
	all := said.Problems
	for _, x := range said.Servers {
		all = append(all[:len(all):len(all)], x.Results...)
	}
	for _, r := range all {
		if r.Level < finding.Note || r.Level > finding.Error || !r.Outcome.Valid() {
			return fmt.Errorf("a result of %q has outcome %q and level %q, which is none that a gate writes", r.Rule, r.Outcome, r.Level)
		}
	}
	return nil
}

// input is nil for a server that was not judged.
func input(text json.RawMessage) (*enrich.Input, error) {
	if len(text) == 0 || string(text) == "null" {
		return nil, nil
	}
	in := new(enrich.Input)
	if err := json.Unmarshal(text, in); err != nil {
		return nil, err
	}
	return in, nil
}
