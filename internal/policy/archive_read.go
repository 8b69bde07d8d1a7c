package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/open-policy-agent/opa/v1/bundle"
)

// manifestFile is where a bundle says what it is.
const manifestFile = bundle.ManifestExt

// errBuiltin is the reason of a bundle that would bring the built-in rules again.
var errBuiltin = errors.New("it holds the built-in rules, for servers of OPA: write your own alone with rackvet policy bundle --only-own")

// unpack turns what a bundle written by Archive holds into what the folders were
// that it was made of. Other bundles stay as they are.
func (s *Folder) unpack() error {
	manifest := s.Files[manifestFile]
	delete(s.Files, manifestFile)
	var m struct {
		Metadata map[string]json.RawMessage `json:"metadata"`
	}
	var ours struct {
		Holds string `json:"holds"`
	}
	if json.Unmarshal(manifest, &m) != nil || json.Unmarshal(m.Metadata[manifestKey], &ours) != nil {
		return nil // what others write in their manifests is theirs
	}
	switch ours.Holds {
	case holdsAll:
		return errBuiltin
	case holdsOwn:
		return s.unpackOwn()
	}
	return nil
}

func (s *Folder) unpackOwn() error {
	var data struct {
		Org json.RawMessage `json:"org"`
		Own struct {
			Files map[string]string `json:"files"`
			Off   []string          `json:"off"`
		} `json:"rackvet"`
	}
	if err := json.Unmarshal(s.Files["data.json"], &data); err != nil {
		return fmt.Errorf("its data.json is not what rackvet policy bundle writes: %w", err)
	}
	delete(s.Files, "data.json")
	s.Off = data.Own.Off
	if len(data.Org) > 0 {
		s.Files["data.json"] = data.Org
	}
	for file, text := range data.Own.Files {
		if !filepath.IsLocal(filepath.FromSlash(file)) || !wanted(file) {
			return fmt.Errorf("its data.json holds a file outside of it: %s", file)
		}
		if err := s.add(file, []byte(text)); err != nil {
			return err
		}
	}
	return nil
}
