// Package policies holds the Rego policies that judge a server, and no code:
// main collects what the rules say, lib has what they share, params their
// thresholds, profiles other sets of thresholds, and every rule is a folder.
package policies

import "embed"

// FS is the bundle, rooted above the folder rackvet. It has the tests and the
// examples of the rules too.
//
//go:embed rackvet
var FS embed.FS
