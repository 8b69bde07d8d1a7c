package stockopa

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"
)

// The program opa serves the bundle, where there is one: that of RACKVET_OPA or of
// the path.
func TestProgram(t *testing.T) {
	opa := os.Getenv("RACKVET_OPA")
	if opa == "" {
		var err error
		if opa, err = exec.LookPath("opa"); err != nil {
			t.Skip("there is no opa on the path")
		}
	}
	compare(t, func(t *testing.T, bundle string) asker {
		address := freeAddress(t)
		ctx, cancel := context.WithCancel(context.Background())
		c := exec.CommandContext(ctx, opa, "run", "--server", "--skip-version-check", "--addr", address, "--log-level", "error", "--bundle", bundle)
		var errs bytes.Buffer
		c.Stderr = &errs
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			cancel()
			_ = c.Wait() // killed
		})
		url := "http://" + address
		for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
			if r, err := http.Get(url + "/health?bundles"); err == nil {
				r.Body.Close()
				if r.StatusCode == http.StatusOK {
					return served(url)
				}
			}
			if time.Since(start) > time.Minute {
				t.Fatalf("opa does not come up:\n%s", errs.String())
			}
		}
	})
}

// freeAddress is one of this machine's own that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// served asks a server of OPA.
func served(url string) asker {
	return func(t *testing.T, path string, input json.RawMessage) map[string][]result {
		t.Helper()
		body := fmt.Appendf(nil, `{"input": %s}`, input)
		r, err := http.Post(url+"/v1/data/"+path, "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s, %v: %s", r.Status, err, text)
		}
		var answer struct {
			Result json.RawMessage `json:"result"`
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Fatal(err)
		}
		return decode(t, answer.Result)
	}
}
