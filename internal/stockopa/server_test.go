//go:build ignore

// OPA's server needs libraries that rackvet has no use for. They are pinned in
// stockopa.mod, and this file is left to .ci/opa:
//
//	go test -modfile=internal/stockopa/stockopa.mod internal/stockopa/*_test.go
package stockopa

import (
	"context"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/metrics"
	"github.com/open-policy-agent/opa/v1/plugins"
	"github.com/open-policy-agent/opa/v1/server"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
)

// OPA's own server serves the bundle on this machine.
func TestServer(t *testing.T) {
	compare(t, func(t *testing.T, path string) asker {
		store := inmem.New()
		manager, err := plugins.New([]byte(`{}`), "rackvet", store)
		if err != nil {
			t.Fatal(err)
		}
		if err := manager.Init(t.Context()); err != nil {
			t.Fatal(err)
		}
		activate(t, store, path)
		s, err := server.New().WithStore(store).WithManager(manager).Init(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(s.Handler)
		t.Cleanup(web.Close)
		return served(web.URL)
	})
}

// activate puts a bundle in force, as OPA does with one that it has downloaded.
func activate(t *testing.T, store storage.Store, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := bundle.NewReader(f).Read()
	if err != nil {
		t.Fatal(err)
	}
	err = storage.Txn(t.Context(), store, storage.WriteParams, func(txn storage.Transaction) error {
		return bundle.Activate(&bundle.ActivateOpts{
			Ctx: context.Background(), Store: store, Txn: txn, Compiler: ast.NewCompiler(), Metrics: metrics.New(),
			Bundles: map[string]*bundle.Bundle{"rackvet": &b},
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}
