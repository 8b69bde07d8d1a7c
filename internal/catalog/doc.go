// Package catalog knows the parts that servers are built of: GPUs, families of
// processors, models that run on them, and platforms that vendors ship. It
// looks them up under the names that people write.
//
// The entries are declared in CUE under schema/catalog; catalog.json is
// generated from there and is what this package reads, so that no start of the
// program waits for CUE. Quantities are held in base units (bytes, bytes a
// second, watts, transfers a second); 0 is unknown.
package catalog
