package catalog

import (
	"encoding/json"
	"testing"
)

func TestSplit(t *testing.T) {
	fields, err := split([]byte(` { "a" : 1 , "b":{"c":[1,"}"]},"d\u0065":"x\"}" ,"e":null} `))
	if err != nil {
		t.Fatal(err)
	}
	want := []field{{"a", []byte("1")}, {"b", []byte(`{"c":[1,"}"]}`)}, {"de", []byte(`"x\"}"`)}, {"e", []byte("null")}}
	for i, f := range fields {
		if i >= len(want) || f.name != want[i].name || string(f.value) != string(want[i].value) {
			t.Errorf("field %d is %q: %s", i, f.name, f.value)
		}
	}
	if len(fields) != len(want) {
		t.Errorf("%d fields, want %d", len(fields), len(want))
	}
	if fields, err := split([]byte(` {} `)); err != nil || len(fields) != 0 {
		t.Errorf("an empty object: %v, %v", fields, err)
	}
	for _, broken := range []string{"", "[]", "{", `{"a"`, `{"a":`, `{"a":1`, `{"a" 1}`, `{a:1}`, `{"a":1 "b":2}`, `{"a`, `{"\`, `{,}`, `{"a":1,}`} {
		if _, err := split([]byte(broken)); err == nil {
			t.Errorf("%s is taken for an object", broken)
		}
	}
}

// What encoding/json takes for an object, split gives the same fields of.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{`{"a":{"b":[{},"\\"]},"c":-1.5e3}`, `{"a":"\""}`, `{"":""}`, `{`, `{"a":}`, `{"a":]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fields, err := split(data)
		var want map[string]json.RawMessage
		if json.Unmarshal(data, &want) != nil || want == nil {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		got := map[string]string{}
		for _, f := range fields {
			got[f.name] = string(f.value)
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %d fields, want %d", data, len(got), len(want))
		}
		for name, value := range want {
			if got[name] != string(value) {
				t.Errorf("%s: %q is %s, want %s", data, name, got[name], value)
			}
		}
	})
}
