package cli

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
)

// unpack is a program for scripts: it lists what is in a .tar.gz, or prints one
// entry: unpack b.tar.gz /data.json.
func unpack() {
	if err := writeUnpacked(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func writeUnpacked(args []string) error {
	f, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer f.Close()
	gz, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case len(args) == 1:
			fmt.Println(h.Name)
		case args[1] == h.Name:
			if _, err := io.Copy(os.Stdout, r); err != nil {
				return err
			}
		}
	}
}
