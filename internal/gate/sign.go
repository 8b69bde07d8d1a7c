package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
)

// ErrUnsigned says that an artefact bears no signature, ErrSignature that it does not
// bear that of the key, or was changed behind it.
var (
	ErrUnsigned  = errors.New("it is not signed")
	ErrSignature = errors.New("its signature is not by this key, or what is signed was changed")
)

// Signer signs statements with one key.
type Signer struct{ signer *dsse.EnvelopeSigner }

// NewSigner reads an Ed25519 or ECDSA key in PEM.
func NewSigner(key []byte) (*Signer, error) {
	k, err := load(key)
	if err != nil {
		return nil, err
	}
	if k.KeyVal.Private == "" {
		return nil, errors.New("the key is a public one, and signing takes the private one")
	}
	s, err := signerOf(k)
	if err != nil {
		return nil, err
	}
	signer, err := dsse.NewEnvelopeSigner(s)
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	return &Signer{signer}, nil
}

// Sign puts a statement's bytes into a DSSE envelope.
func (s *Signer) Sign(ctx context.Context, statement []byte) ([]byte, error) {
	e, err := s.signer.SignPayload(ctx, PayloadType, statement)
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	return text, nil
}

// Open gives the statement of an artefact. With a public key its signature is
// checked first, and what has none is ErrUnsigned. Without one what is signed is
// taken at its word; signed says that it is.
func Open(ctx context.Context, artefact, key []byte) (statement []byte, signed bool, err error) {
	var e dsse.Envelope
	var kind struct {
		Type        string `json:"_type"`
		PayloadType string `json:"payloadType"`
	}
	if err := json.Unmarshal(artefact, &kind); err != nil {
		return nil, false, fmt.Errorf("it is no artefact of a gate: %w", err)
	}
	switch {
	case kind.PayloadType == "" && kind.Type == "":
		return nil, false, errors.New("it is no artefact of a gate: it is neither a statement nor an envelope")
	case kind.PayloadType == "" && key != nil:
		return nil, false, ErrUnsigned
	case kind.PayloadType == "":
		return bytes.TrimSpace(artefact), false, nil
	case kind.PayloadType != PayloadType:
		return nil, true, fmt.Errorf("its payload is %q, and a gate's is %q", kind.PayloadType, PayloadType)
	}
	if err := json.Unmarshal(artefact, &e); err != nil {
		return nil, true, fmt.Errorf("it is no artefact of a gate: %w", err)
	}
	if key == nil {
		statement, err = e.DecodeB64Payload()
		if err != nil {
			return nil, true, fmt.Errorf("its payload can't be read: %w", err)
		}
		return statement, true, nil
	}
	k, err := load(key)
	if err != nil {
		return nil, true, err
	}
	if k.KeyVal.Private != "" {
		return nil, true, errors.New("the key is the private one, which is for whoever signs: give the public one")
	}
	v, err := signerOf(k)
	if err != nil {
		return nil, true, err
	}
	verifier, err := dsse.NewEnvelopeVerifier(v)
	if err != nil {
		return nil, true, fmt.Errorf("check the signature: %w", err)
	}
	if _, statement, err = verifier.VerifyAndDecode(ctx, &e); err != nil {
		return nil, true, ErrSignature
	}
	return statement, true, nil
}

// load reads a key. What it holds does not get into errors.
func load(text []byte) (*signerverifier.SSLibKey, error) {
	switch {
	case bytes.Contains(text, []byte("ENCRYPTED")):
		return nil, errors.New("the key is encrypted: decrypt it first, to PKCS #8 in PEM without a passphrase")
	case !bytes.Contains(text, []byte("-----BEGIN ")):
		return nil, errors.New("the key is not in PEM")
	}
	// openssl writes the name of the curve in front of a key, which names it too.
	for {
		block, rest := pem.Decode(text)
		if block == nil || block.Type != "EC PARAMETERS" {
			break
		}
		text = rest
	}
	k, err := signerverifier.LoadKey(text)
	if err != nil {
		return nil, errors.New("the key can't be read: use an Ed25519 or ECDSA key in PEM")
	}
	return k, nil
}

func signerOf(k *signerverifier.SSLibKey) (dsse.SignerVerifier, error) {
	switch k.KeyType {
	case signerverifier.ED25519KeyType:
		return signerverifier.NewED25519SignerVerifierFromSSLibKey(k)
	case signerverifier.ECDSAKeyType:
		return signerverifier.NewECDSASignerVerifierFromSSLibKey(k)
	}
	return nil, fmt.Errorf("the key is of type %s: use an Ed25519 or ECDSA key", k.KeyType)
}
