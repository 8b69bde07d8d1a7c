package report

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/source"
)

// checkstyleReport is what readers of Checkstyle's format take from it.
type checkstyleReport struct {
	Version string `xml:"version,attr"`
	Files   []struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	} `xml:"file"`
}

func TestCheckstyle(t *testing.T) {
	o, servers, problems := review(t)
	golden(t, "checkstyle.xml", write(t, "checkstyle", o, servers, problems))
	o.All = true
	golden(t, "checkstyle_all.xml", write(t, "checkstyle", o, servers, problems))
	if got, want := write(t, "checkstyle", o, nil, nil), xml.Header+"<checkstyle version=\"4.3\"></checkstyle>\n"; got != want {
		t.Errorf("no servers make\n%s, want\n%s", got, want)
	}
}

func TestCheckstyleOpensAFileOnce(t *testing.T) {
	a, b := source.NewFile("a.hcl", []byte(lab)), source.NewFile("b.hcl", []byte(lab))
	text := write(t, "checkstyle", Options{}, []*Server{
		server(a, "fail", fault(a, at(t, a, "cpu"), "1")), server(a, "pass"), server(a, "fail", fault(a, at(t, a, "cpu"), "2")),
		server(b, "fail", fault(b, source.Range{}, "3")),
	}, nil)
	var got checkstyleReport
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	told := map[string][]string{}
	for _, f := range got.Files {
		for _, e := range f.Errors {
			told[f.Name] = append(told[f.Name], e.Message)
		}
	}
	if diff := cmp.Diff(map[string][]string{"a.hcl": {"1", "2"}, "b.hcl": {"3"}}, told); diff != "" || len(got.Files) != 2 {
		t.Errorf("%d elements of files (-want +got):\n%s", len(got.Files), diff)
	}
}

func TestCheckstyleOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	text := write(t, "checkstyle", o, servers, problems)
	checkHarmless(t, text)
	golden(t, "checkstyle_hostile.xml", text)
	var got checkstyleReport
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in\n%.2000s", err, text)
	}
	n := 0
	for _, f := range got.Files {
		for _, e := range f.Errors {
			n++
			if !strings.HasPrefix(e.Source, "rackvet.") || e.Message == "" || e.Line < 0 || e.Column < 0 {
				t.Errorf("%.300v is no finding", e)
			}
		}
	}
	if want := len(servers[0].Results) + len(problems); n != want {
		t.Errorf("%d findings, want %d", n, want)
	}
}
