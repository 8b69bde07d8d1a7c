package cli

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// envelope is as much of a DSSE envelope as its own tests look at.
type envelope struct {
	PayloadType string `json:"payloadType"`
	Payload     string `json:"payload"`
	Signatures  []struct {
		KeyID string `json:"keyid"`
		Sig   string `json:"sig"`
	} `json:"signatures"`
}

func readEnvelope(ts *testscript.TestScript, name string) (e envelope, payload []byte) {
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(name)), &e))
	payload, err := base64.StdEncoding.DecodeString(e.Payload)
	ts.Check(err)
	return e, payload
}

// tamper changes a verdict inside an envelope, and leaves its signature: tamper from to.
func tamper(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tamper from to")
	}
	e, payload := readEnvelope(ts, args[0])
	changed := strings.ReplaceAll(string(payload), `"capacity_bytes":274877906944`, `"capacity_bytes":274877906945`)
	if changed == string(payload) {
		ts.Fatalf("nothing to change in %s", payload)
	}
	e.Payload = base64.StdEncoding.EncodeToString([]byte(changed))
	text, err := json.Marshal(e)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), text, 0o644))
}

// truncate writes the first half of a file: truncate from to.
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: truncate from to")
	}
	text := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text[:len(text)/2]), 0o644))
}

// preAuthentic writes what an envelope's signature is of, as DSSE says it, and the
// signature: pae envelope signed signature.
func preAuthentic(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: pae envelope signed signature")
	}
	e, payload := readEnvelope(ts, args[0])
	signed := fmt.Sprintf("DSSEv1 %d %s %d %s", len(e.PayloadType), e.PayloadType, len(payload), payload)
	signature, err := base64.StdEncoding.DecodeString(e.Signatures[0].Sig)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(signed), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), signature, 0o644))
}
