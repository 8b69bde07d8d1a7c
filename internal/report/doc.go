// Package report writes what was found in the formats that people and programs
// read. A Server is the view model of one build, made once; each format is one
// file that turns it into bytes. Servers are written as they come, so memory
// does not grow with their number. The package judges nothing and looks
// nothing up.
package report
