package page

import (
	"bytes"
	"embed"
	"html/template"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

//go:embed template/*.html template/style.css
var files embed.FS

// html makes the report as one file that needs nothing beside it.
func (w *writer) html() ([]byte, error) {
	style, err := files.ReadFile("template/style.css")
	if err != nil {
		return nil, err
	}
	pages, err := template.New("page.html").Funcs(template.FuncMap{
		"text": w.text, "name": w.name, "several": units.Several[int], "bytes": units.PrintBytes, "share": share,
		"money": units.Thousands, "capital": capital, "style": func() template.CSS { return template.CSS(style) },
		"link": isLink,
	}).ParseFS(files, "template/*.html")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := pages.Execute(&b, w.view()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// share is a part of a whole in percent, "" where there is no whole.
func share(part, whole float64) string {
	if whole <= 0 {
		return ""
	}
	return units.Print(part/whole, units.Fraction)
}

// capital begins a word of ours with a capital letter.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// isLink reports whether a source is an address that a reader may be sent to.
func isLink(s string) bool {
	return strings.HasPrefix(s, "https://") && !strings.ContainsAny(s, " \t\n\"<>")
}
