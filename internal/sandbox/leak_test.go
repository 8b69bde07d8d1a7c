package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rackvet/rackvet/internal/policy"
)

func TestManyWorkersShareAPoolInWhichProcessesDie(t *testing.T) {
	before := footprint(t)
	f := folder(map[string]string{
		"wrong": `results contains 1 if input.server.name == "wrong"

results contains {"outcome": "pass", "level": "error", "path": []} if input.server.name != "wrong"`,
		"dies": digits + `results contains {"outcome": "pass", "level": "error", "path": []} if input.server.name != "dies"

results contains {"outcome": "pass", "level": "error", "path": []} if {
	input.server.name == "dies"
	count([[a, b, c, d, e, f, g, h, i] | ` + billion + `]) > 0
}`,
	})
	s, b := setup(t, f)
	p, err := NewPool(t.Context(), command(t), s, b, Limits{Timeout: time.Minute, Memory: 192 << 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var workers sync.WaitGroup
	for w := range 4 {
		workers.Go(func() {
			for i := range 5 {
				name := fmt.Sprintf("s%d-%d", w, i)
				want := "hostile/dies,hostile/good,hostile/wrong"
				switch {
				case i == 2 && w < 2:
					name, want = "dies", "hostile/good,hostile/wrong"
				case i == 3:
					name, want = "wrong", "hostile/dies,hostile/good"
				}
				js, err := p.Eval(t.Context(), server(t, name))
				if ids(js) != want {
					t.Errorf("server %s gives %s, %v", name, ids(js), err)
				}
				var bad *policy.RuleError
				if failed := errors.As(err, &bad); failed != (name == "wrong" || name == "dies") || failed && bad.Rule != "hostile/"+name {
					t.Errorf("server %s: %v", name, err)
				}
			}
		})
	}
	workers.Wait()
	p.Close()
	after := footprint(t)
	for range 100 { // goroutines need a moment to end
		if !after.exceeds(before) {
			break
		}
		time.Sleep(20 * time.Millisecond)
		after = footprint(t)
	}
	if after.exceeds(before) {
		t.Errorf("before there were %+v, and now there are %+v", before, after)
	}
}

func TestNothingIsLeftOfProcessesThatFail(t *testing.T) {
	before := footprint(t)
	s, b := setup(t, folder(map[string]string{"bad": "results contains input.gpuz"}))
	for range 3 {
		if _, err := NewPool(t.Context(), command(t), s, b, Limits{}, nil); err == nil {
			t.Fatal("no error")
		}
		if _, err := NewPool(t.Context(), []string{"/bin/false"}, s, b, Limits{}, nil); err == nil {
			t.Fatal("no error")
		}
	}
	time.Sleep(50 * time.Millisecond)
	if after := footprint(t); after.exceeds(before) {
		t.Errorf("before there were %+v, and now there are %+v", before, after)
	}
}

func TestAPoolThatIsClosedLendsNothingBack(t *testing.T) {
	before := footprint(t)
	s, b := setup(t, folder(nil))
	p, err := NewPool(t.Context(), command(t), s, b, Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	p.Close()
	if _, err := p.Eval(t.Context(), server(t, "s")); err != nil {
		t.Error(err)
	}
	if after := footprint(t); after.children != before.children {
		t.Errorf("%d processes are left", after.children)
	}
}

// A process whose parent is killed does not live on to finish its work.
func TestAProcessEndsWithItsParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it looks into /proc")
	}
	parent := exec.Command(command(t)[0], parentArgument)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	child := filepath.Join("/proc", strings.TrimSpace(line))
	if _, err := os.Stat(child); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // it is at work
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	parent.Wait() // which says that it was killed
	for range 500 {
		if _, err := os.Stat(filepath.Join(child, "fd", "0")); err != nil {
			return // it is gone, or waits to be collected
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%s is there still", child)
}

// all that may leak.
type counts struct{ goroutines, files, children int }

// exceeds reports whether more is there than was: less may be, where something that
// ended before has only gone now.
func (a counts) exceeds(b counts) bool {
	return a.goroutines > b.goroutines || a.files > b.files || a.children > b.children
}

// footprint counts goroutines, open files and children, ended ones among them.
func footprint(t *testing.T) counts {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("it looks into /proc")
	}
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	c := counts{goroutines: runtime.NumGoroutine(), files: len(files)}
	for _, name := range stats {
		text, _ := os.ReadFile(name) // it may have ended since
		if _, rest, ok := strings.Cut(string(text), ") "); ok && strings.Fields(rest)[1] == strconv.Itoa(os.Getpid()) {
			c.children++
		}
	}
	return c
}
