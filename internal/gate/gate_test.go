package gate

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

func statement(capacity string) Statement {
	return New([]Subject{{"b.hcl", Sum([]byte("b"))}, {"a.hcl", Sum([]byte("a"))}, {"a.hcl", Sum([]byte("a"))}}, Predicate{
		Tool: Tool{"rackvet", "1"}, EffectiveTime: "2027-01-01T00:00:00Z", Verdict: "pass", Problems: []finding.Result{},
		Servers: []Server{{Name: "s", File: "a.hcl", Verdict: "pass", Input: []byte(`{"b": 1, "a": "` + capacity + `"}`),
			Results: []finding.Result{{Rule: "x/y", Outcome: finding.Waived, Level: finding.Error, Message: "<&> \u2028", Path: finding.Path{"gpu"}, Waiver: &finding.Waiver{Reason: "so"}}}}},
	})
}

func text(t testing.TB, s Statement) []byte {
	t.Helper()
	b, err := s.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBytesAreCanonicalAndReadBack(t *testing.T) {
	a := text(t, statement("1"))
	if !bytes.Equal(a, text(t, statement("1"))) {
		t.Error("the same statement has other bytes")
	}
	if !bytes.Contains(a, []byte(`"input":{"a":"1","b":1}`)) || bytes.Contains(a, []byte("\n")) || bytes.Contains(a, []byte(`\u003c`)) {
		t.Errorf("it is not in canonical form: %s", a)
	}
	s, err := Parse(a)
	if err != nil || len(s.Subject) != 2 || s.Subject[0].Name != "a.hcl" || len(s.Predicate.Waivers) != 1 {
		t.Errorf("it reads as %+v, %v", s, err)
	}
	if again := text(t, s); !bytes.Equal(a, again) {
		t.Errorf("read and written it is\n%s, not\n%s", again, a)
	}
}

// Sums are as sha256sum writes them: that of nothing is e3b0c442… (FIPS 180-4).
func TestSums(t *testing.T) {
	if s := Sum(nil).SHA256; s != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Errorf("the sum of nothing is %s", s)
	}
	one := SumFiles(map[string][]byte{"a": []byte("x"), "b": []byte("y")})
	if one == SumFiles(map[string][]byte{"a": []byte("y"), "b": []byte("x")}) || one == SumFiles(map[string][]byte{"a": []byte("x"), "c": []byte("y")}) {
		t.Error("other files have the same sum")
	}
}

func keys(t testing.TB) map[string][2][]byte {
	t.Helper()
	all := map[string][2][]byte{}
	add := func(name string, public, private any) {
		pub, err := x509.MarshalPKIXPublicKey(public)
		if err != nil {
			t.Fatal(err)
		}
		priv, err := x509.MarshalPKCS8PrivateKey(private)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = [2][]byte{pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pub}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: priv})}
	}
	pub, priv, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	add("ed25519", pub, priv)
	for name, curve := range map[string]elliptic.Curve{"p256": elliptic.P256(), "p384": elliptic.P384(), "p521": elliptic.P521()} {
		k, err := ecdsa.GenerateKey(curve, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		add(name, k.Public(), k)
	}
	return all
}

func TestWhatIsSignedIsCheckedAgainstItsKeyAlone(t *testing.T) {
	all := keys(t)
	body := text(t, statement("1"))
	for name, k := range all {
		signer, err := NewSigner(k[1])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		signed, err := signer.Sign(t.Context(), body)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for other, public := range all {
			got, isSigned, err := Open(t.Context(), signed, public[0])
			if (err == nil) != (name == other) || err == nil && (!isSigned || !bytes.Equal(got, body)) {
				t.Errorf("signed by %s, checked by %s: %v", name, other, err)
			}
		}
		if _, _, err := Open(t.Context(), bytes.Replace(signed, []byte(`"payload":"`), []byte(`"payload":"AA`), 1), k[0]); err == nil {
			t.Errorf("%s: a changed payload is good", name)
		}
		if _, _, err := Open(t.Context(), bytes.Replace(signed, []byte("in-toto"), []byte("in-toti"), 1), k[0]); err == nil {
			t.Errorf("%s: another type is good", name)
		}
		if got, isSigned, err := Open(t.Context(), signed, nil); err != nil || !isSigned || !bytes.Equal(got, body) {
			t.Errorf("%s: unchecked it opens as %v, %v", name, isSigned, err)
		}
	}
	if _, _, err := Open(t.Context(), body, all["p256"][0]); !errors.Is(err, ErrUnsigned) {
		t.Errorf("without a signature the error is %v", err)
	}
}

func TestErrorsOfKeysTellNothingOfThem(t *testing.T) {
	private := keys(t)["ed25519"][1]
	secret := strings.Split(string(private), "\n")[1]
	for _, bad := range [][]byte{[]byte(secret), bytes.Replace(private, []byte("MC4"), []byte("MC5"), 1), private[:40], append([]byte("-----BEGIN PRIVATE KEY-----\n"), secret...)} {
		if _, err := NewSigner(bad); err == nil || strings.Contains(err.Error(), secret[8:16]) {
			t.Errorf("the error of %q is %v", bad, err)
		}
	}
}

func TestCompareSaysWhatDiffers(t *testing.T) {
	if d := Compare(statement("1"), statement("1")); len(d) > 0 {
		t.Errorf("of the same it says %q", d)
	}
	now := statement("1")
	now.Subject[0].Digest = Sum([]byte("other"))
	now.Predicate.Tool.Version = "2"
	now.Predicate.Catalogue = Sum([]byte("x"))
	now.Predicate.Policies = []Named{{"mine", Sum(nil)}}
	now.Predicate.Config = &Named{".rackvet.hcl", Sum(nil)}
	now.Predicate.Variables = &Digest{"00"}
	now.Predicate.Settings.FailOn = "warning"
	now.Predicate.Servers[0].Results[0].Outcome = finding.Fail
	now.Predicate.Servers[0].Results[0].Waiver = nil
	now.Predicate.Verdict = "fail"
	want := []string{"spec a.hcl changed", "rackvet: 1 then, 2 now", "policies mine: new since", "the catalogue changed", "config .rackvet.hcl: new since",
		"the variables have other values", "settings: ", `server "s", x/y gpu: waived (error)`, "verdict: pass then, fail now"}
	got := Compare(statement("1"), now)
	if !slices.EqualFunc(got, want, func(a, b string) bool { return strings.HasPrefix(a, b) }) {
		t.Errorf("it says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestFieldsThatDiffer(t *testing.T) {
	type thing = map[string]any
	for name, tc := range map[string]struct {
		was, is any
		want    []string
	}{
		"the same":              {thing{"a": []any{1, "x"}}, thing{"a": []any{1.0, "x"}}, nil},
		"a zero below zero":     {math.Copysign(0, -1), 0, nil},
		"none where there were": {thing{"a": thing{"b": 1}}, thing{}, []string{`a {"b":1} then, nothing now`}},
		"one more":              {thing{"a": []any{1}}, thing{"a": []any{1, true}}, []string{"a[1] nothing then, true now"}},
		"another kind":          {thing{"a": "1"}, thing{"a": 1}, []string{`a "1" then, 1 now`}},
		"what is left out":      {thing{"a": thing{"line": 1, "z": 1}}, thing{"a": thing{"line": 2, "z": 2}}, []string{"a.z 1 then, 2 now"}},
		"a long text":           {strings.Repeat("ä", 80), nil, []string{`"` + strings.Repeat("ä", 59) + "… then, nothing now"}},
	} {
		if got := fieldsOf(tc.was, tc.is, map[string]bool{"line": true}); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(text(f, statement("1")))
	f.Add([]byte(`{"payloadType":"application/vnd.in-toto+json","payload":"e30=","signatures":[{"sig":"AA=="}]}`))
	key := keys(f)["p256"][0]
	f.Fuzz(func(t *testing.T, artefact []byte) {
		if body, _, err := Open(t.Context(), artefact, key); err == nil {
			t.Errorf("%q is signed by a key that signed nothing: %q", artefact, body)
		}
		body, _, err := Open(t.Context(), artefact, nil)
		if err != nil {
			return
		}
		if s, err := Parse(body); err == nil {
			Compare(s, s)
		}
	})
}

func TestWhatIsNoStatementIsRefused(t *testing.T) {
	whole := string(text(t, statement("1")))
	for name, tc := range map[string]struct{ text, want string }{
		"something behind its end":  {whole + "{}", "it is no statement"},
		"half of one":               {whole[:len(whole)/2], "it is no statement"},
		"another type":              {strings.Replace(whole, StatementType, "x", 1), `its type is "x"`},
		"another predicate":         {strings.Replace(whole, PredicateType, "x", 1), `its predicate is "x"`},
		"a statement about nothing": {`{"_type": "` + StatementType + `", "predicateType": "` + PredicateType + `"}`, "it has no subject"},
	} {
		if _, err := Parse([]byte(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, expected %q", name, err, tc.want)
		}
	}
}
