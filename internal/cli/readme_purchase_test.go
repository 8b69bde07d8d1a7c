package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// purchaseTitle is the section of README.md that leads from a quotation to a gate.
const purchaseTitle = "### A purchase, step by step\n"

// saidCapacity is what a step says that the spec says now.
var saidCapacity = regexp.MustCompile(`capacity = "(\d+GB)"`)

// The purchase that README.md walks through is one: its steps are followed in a
// repository of their own, and print what is shown.
func TestReadmeWalksThroughAPurchase(t *testing.T) {
	for _, program := range []string{"git", "openssl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
	readme, err := filepath.Abs("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := read(t, readme)
	before, section, ok := strings.Cut(text, purchaseTitle)
	end := strings.Index(section, "\n## ")
	if !ok || end < 0 {
		t.Fatal("README.md walks through no purchase")
	}
	section, after := section[:end], section[end:]
	p := newPurchase(t)
	var fresh strings.Builder
	at, steps := 0, 0
	for _, m := range codeBlock.FindAllStringSubmatchIndex(section, -1) {
		p.spec(section[at:m[1]])
		fresh.WriteString(section[at:m[0]])
		fresh.WriteString(p.follow(section[m[4]:m[5]]))
		at = m[1]
		steps++
	}
	if steps < 5 {
		t.Errorf("the purchase has %d steps", steps)
	}
	if now := before + purchaseTitle + fresh.String() + section[at:] + after; now != text {
		if !*update {
			t.Errorf("README.md is stale, run go test ./internal/cli -update:\n%s", fresh.String())
		} else if err := os.WriteFile(readme, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// purchase is the repository that the steps are followed in.
type purchase struct{ t *testing.T }

// newPurchase has a config and no spec on main, and a branch to work on.
func newPurchase(t *testing.T) purchase {
	t.Helper()
	build := read(t, "../../specs/docking.hcl")
	top := t.TempDir()
	t.Chdir(top)
	p := purchase{t}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "a")
		t.Setenv("GIT_"+name+"_EMAIL", "a@example.org")
	}
	p.run("openssl", "genpkey", "-algorithm", "ed25519", "-out", "gate.pem")
	p.run("openssl", "pkey", "-in", "gate.pem", "-pubout", "-out", "gate.pub")
	p.run("chmod", "600", "gate.pem")
	if err := os.MkdirAll("repository/specs", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir("repository")
	p.write(".rackvet.hcl", "profile = \"practice\"\nfail_on = \"warning\"\n")
	p.run("git", "init", "-q", "-b", "main")
	p.run("git", "add", ".")
	p.run("git", "commit", "-q", "-m", "config")
	p.run("git", "switch", "-q", "-c", "order")
	p.write("specs/docking.hcl", build)
	p.spec(`capacity = "96GB"`)
	p.run("git", "add", ".")
	p.run("git", "commit", "-q", "-m", "docking")
	return p
}

// spec has the spec say what the text says last.
func (p purchase) spec(text string) {
	said := saidCapacity.FindAllString(text, -1)
	if len(said) == 0 {
		return
	}
	build := read(p.t, "specs/docking.hcl")
	now := saidCapacity.ReplaceAllString(build, said[len(said)-1])
	// The modules are those that add up to it.
	size := map[string]string{"96GB": "6GB", "112GB": "7GB", "128GB": "8GB"}[saidCapacity.FindStringSubmatch(said[len(said)-1])[1]]
	now = regexp.MustCompile(`size  = "\d+GB"`).ReplaceAllString(now, `size  = "`+size+`"`)
	p.write("specs/docking.hcl", now)
}

// follow runs the commands of a step, and shows them with what they print.
func (p purchase) follow(step string) string {
	var b strings.Builder
	b.WriteString("```console\n")
	for line := range strings.Lines(step) {
		command, ok := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "# "):
			b.WriteString(line)
		case ok:
			b.WriteString(line)
			b.WriteString(p.command(strings.TrimSpace(command)))
		}
	}
	return b.String() + "```"
}

func (p purchase) command(line string) string {
	words := split(line)
	if words[0] != "rackvet" {
		return p.run(words[0], words[1:]...)
	}
	var out bytes.Buffer
	if code := Main(words[1:], Process{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, Getenv: func(string) string { return "" }}); code > ExitFail {
		p.t.Errorf("%s exits with %d:\n%s", line, code, out.String())
	}
	return out.String()
}

// split parts words at blanks, and keeps what stands in quotes.
func split(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}

func (p purchase) run(program string, args ...string) string {
	p.t.Helper()
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("%s %v: %v\n%s", program, args, err, out)
	}
	if program == "git" {
		return string(out)
	}
	return ""
}

func (p purchase) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}
