package report

import "github.com/rackvet/rackvet/internal/finding"

// sarifSchema is the schema of the standard with its errata.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifRun is a run without its results, which are written one by one.
type sarifRun struct {
	Tool        sarifTool          `json:"tool"`
	Invocations []sarifInvocation  `json:"invocations,omitempty"`
	ColumnKind  string             `json:"columnKind"`
	Properties  sarifRunProperties `json:"properties"`
}

type sarifRunProperties struct {
	Summary       finding.Summary `json:"summary"`
	EffectiveTime string          `json:"effectiveTime,omitempty"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID       string              `json:"id"`
	Name     string              `json:"name,omitempty"`
	Short    sarifMessage        `json:"shortDescription"`
	Full     sarifMessage        `json:"fullDescription"`
	Help     sarifMessage        `json:"help"`
	Default  sarifConfiguration  `json:"defaultConfiguration,omitzero"`
	Metadata sarifRuleProperties `json:"properties,omitzero"`
}

type sarifConfiguration struct {
	Level finding.Level `json:"level"`
}

type sarifRuleProperties struct {
	Tags []string `json:"tags,omitempty"`
	// Severity is how GitHub sorts alerts: error, warning or recommendation.
	Severity string `json:"problem.severity,omitempty"`
}

func (p sarifRuleProperties) IsZero() bool { return len(p.Tags) == 0 && p.Severity == "" }

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool        `json:"executionSuccessful"`
	Notes               []sarifNote `json:"toolExecutionNotifications"`
}

type sarifNote struct {
	Level   finding.Level `json:"level"`
	Message sarifMessage  `json:"message"`
}

type sarifResult struct {
	RuleID        string                `json:"ruleId"`
	RuleIndex     *int                  `json:"ruleIndex,omitempty"`
	Kind          string                `json:"kind,omitempty"`
	Level         finding.Level         `json:"level"`
	Message       sarifMessage          `json:"message"`
	Locations     []sarifLocation       `json:"locations"`
	Related       []sarifLocation       `json:"relatedLocations,omitempty"`
	Fingerprints  map[string]string     `json:"partialFingerprints,omitempty"`
	Suppressions  []sarifSuppression    `json:"suppressions,omitempty"`
	BaselineState string                `json:"baselineState,omitempty"`
	Fixes         []sarifFix            `json:"fixes,omitempty"`
	Properties    sarifResultProperties `json:"properties"`
}

// sarifResultProperties are what SARIF has no words for.
type sarifResultProperties struct {
	Outcome  finding.Outcome `json:"outcome"`
	Server   string          `json:"server,omitempty"`
	Path     string          `json:"path,omitempty"`
	Observed *float64        `json:"observed,omitempty"`
	Limit    *float64        `json:"limit,omitempty"`
	Unit     string          `json:"unit,omitempty"`
	Margin   *float64        `json:"margin,omitempty"`
}

type sarifLocation struct {
	ID       int            `json:"id,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifLogical struct {
	Name      string `json:"name"`
	Qualified string `json:"fullyQualifiedName"`
	Kind      string `json:"kind"`
}

type sarifSuppression struct {
	Kind          string         `json:"kind"`
	Status        string         `json:"status"`
	Justification string         `json:"justification"`
	Location      *sarifLocation `json:"location,omitempty"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion  `json:"deletedRegion"`
	Inserted sarifMessage `json:"insertedContent"`
}
