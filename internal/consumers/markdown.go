//go:build ignore

package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// ours is the HTML that a comment may hold.
var ours = regexp.MustCompile(`^(?:<!-- (?:rackvet:report )?-->|</?(?:details|summary|code|span|sub|br)>)$`)

// tags cuts a block of HTML into its tags and comments.
var tags = regexp.MustCompile(`<!--.*?-->|<[^>]*>`)

// markdown sees to it that what Markdown is in a report is ours, whatever a
// stranger wrote: no link, no picture, no HTML but a few tags; that tables are
// whole; and that what is folded up is closed.
func markdown(source []byte, _ []finding) error {
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	var open []string
	tables := 0
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var html string
		switch n := n.(type) {
		case *ast.Link, *ast.Image, *ast.AutoLink, *ast.CodeSpan, *ast.CodeBlock, *east.Strikethrough, *east.TaskCheckBox, *ast.ThematicBreak:
			return ast.WalkStop, fmt.Errorf("there is a %s in %q", n.Kind(), line(n, source))
		case *ast.Emphasis:
			if n.Level != 2 {
				return ast.WalkStop, fmt.Errorf("there is emphasis")
			}
		case *east.Table:
			tables++
		case *ast.Text:
			if previous, ok := n.PreviousSibling().(*ast.Text); !ok || previous.SoftLineBreak() {
				if called := calls.FindString(run(n, source)); called != "" {
					return ast.WalkStop, fmt.Errorf("%q is called", called)
				}
			}
		case *ast.RawHTML:
			for i := range n.Segments.Len() {
				segment := n.Segments.At(i)
				html += string(segment.Value(source))
			}
		case *ast.HTMLBlock:
			for i := range n.Lines().Len() {
				segment := n.Lines().At(i)
				html += string(segment.Value(source))
			}
		}
		for _, tag := range tags.FindAllString(html, -1) {
			if !ours.MatchString(tag) {
				return ast.WalkStop, fmt.Errorf("there is HTML: %q", tag)
			}
			name := strings.Trim(tag, "</>")
			switch {
			case strings.HasPrefix(tag, "<!--"), name == "br":
			case !strings.HasPrefix(tag, "</"):
				open = append(open, name)
			case len(open) == 0 || open[len(open)-1] != name:
				return ast.WalkStop, fmt.Errorf("%s closes nothing of %v", tag, open)
			default:
				open = open[:len(open)-1]
			}
		}
		return ast.WalkContinue, nil
	})
	switch {
	case err != nil:
		return err
	case len(open) > 0:
		return fmt.Errorf("%v stay open", open)
	}
	return rows(source, tables)
}

// calls are what code hosts make more of than text.
var calls = regexp.MustCompile(`@\w|#\d|:[\w+-]+:|\$\w`)

// run is the text from n on that nothing stands between.
func run(n ast.Node, source []byte) string {
	var b strings.Builder
	for ; n != nil; n = n.NextSibling() {
		piece, ok := n.(*ast.Text)
		if !ok {
			break
		}
		b.Write(piece.Segment.Value(source))
	}
	return b.String()
}

// rows sees to it that all rows have the cells of their head, since readers drop
// those too many without a word, and that there are so many tables.
func rows(source []byte, tables int) error {
	heads, columns := 0, 0
	for line := range strings.Lines(string(source)) {
		cells := strings.Count(strings.NewReplacer(`\\`, "", `\|`, "").Replace(line), "|")
		switch {
		case !strings.HasPrefix(line, "| "):
			columns = 0
		case columns == 0:
			heads, columns = heads+1, cells
		case cells != columns:
			return fmt.Errorf("a row of %d cells stands below a head of %d: %s", cells-1, columns-1, line)
		}
	}
	if heads != tables {
		return fmt.Errorf("of %d tables a reader sees %d", heads, tables)
	}
	return nil
}

// line is some text of a node, for messages.
func line(n ast.Node, source []byte) string {
	if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
		segment := n.Lines().At(0)
		return string(segment.Value(source))
	}
	return string(n.Text(source))
}
