// Command bench measures rackvet against conftest, whole processes in turn on
// the same machine and the same specs, with as many rules, and prints ratios:
//
//	go run ./internal/bench
//
// conftest is built from its module, pinned in conftest.mod. Absolute times are
// the machine's; only the ratios are worth quoting.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	runs := flag.Int("n", 5, "counted runs of each command")
	flag.Parse()
	dir, err := os.MkdirTemp("", "rackvet-bench")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := bench(dir, *runs); err != nil {
		os.RemoveAll(dir)
		log.Fatal(err)
	}
}

func bench(dir string, runs int) error {
	rackvet := filepath.Join(dir, "rackvet")
	if err := run("go", "build", "-o", rackvet, "./cmd/rackvet"); err != nil {
		return err
	}
	path, err := exec.Command("go", "tool", "-modfile=internal/bench/conftest.mod", "-n", "conftest").Output()
	if err != nil {
		return fmt.Errorf("building conftest: %w", err)
	}
	conftest := strings.TrimSpace(string(path))
	policies := filepath.Join(dir, "policy")
	rules, err := writePolicies(policies)
	if err != nil {
		return err
	}
	few, many, most := filepath.Join(dir, "1"), filepath.Join(dir, "2000"), filepath.Join(dir, "20000")
	for folder, n := range map[string]int{few: 1, many: 2000, most: 20000} {
		if err := writeSpecs(folder, n); err != nil {
			return err
		}
	}
	fmt.Printf("%d rules each, medians of %d runs in turn\n\n", rules, runs)
	fmt.Printf("%-28s %12s %12s %22s\n", "", "rackvet", "conftest", "conftest ÷ rackvet")
	inputs, own, data := filepath.Join(dir, "inputs"), filepath.Join(dir, "own"), filepath.Join(dir, "data")
	if err := writeInputs(many, inputs, own, data); err != nil {
		return err
	}
	simple := func(specs string) command {
		return command{conftest, []string{"test", "--no-color", "--policy", policies, specs}, dir}
	}
	same := func(inputs string) command {
		return command{conftest, []string{"test", "--no-color", "--parser", "json", "--policy", own, "--data", data, inputs}, dir}
	}
	for _, c := range []struct {
		name, specs string
		theirs      command
	}{
		{"one spec, simple rules", few, simple(few)},
		{"one spec, the same rules", few, same(filepath.Join(inputs, "build-00000.hcl.json"))},
		{"2,000 specs, simple rules", many, simple(many)},
		{"2,000 specs, the same rules", many, same(inputs)},
	} {
		a, b, err := inTurn(command{rackvet, []string{"lint", c.specs}, dir}, c.theirs, runs)
		if err != nil {
			return err
		}
		fmt.Printf("%-28s %10.0fms %10.0fms %21.2f×\n", c.name, 1000*a.seconds, 1000*b.seconds, b.seconds/a.seconds)
		fmt.Printf("%-28s %10.0fMB %10.0fMB %21.2f×\n", "  peak memory", a.megabytes, b.megabytes, b.megabytes/a.megabytes)
	}
	small, large, err := inTurn(command{rackvet, []string{"lint", many}, dir}, command{rackvet, []string{"lint", most}, dir}, min(runs, 3))
	if err != nil {
		return err
	}
	fmt.Printf("\npeak memory of rackvet, 20,000 specs against 2,000: %.0f MB ÷ %.0f MB = %.2f×\n", large.megabytes, small.megabytes, large.megabytes/small.megabytes)
	return nil
}

func run(name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	return c.Run()
}
