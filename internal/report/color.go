package report

import (
	"fmt"
	"io"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"

	"github.com/rackvet/rackvet/internal/finding"
)

// UseColor decides whether output to w is coloured. The mode is what --color
// says: always, never, or auto (also ""), which colours a terminal unless
// NO_COLOR is set (https://no-color.org) or the terminal is a dumb one. An
// explicit mode beats the environment.
func UseColor(mode string, w io.Writer, getenv func(string) string) (bool, error) {
	switch mode {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto", "":
		return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb" && isTerminal(w), nil
	}
	return false, fmt.Errorf("unknown color mode %q: use one of auto, always, never", mode)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// palette paints words, or leaves them alone. The colours are its own: the
// library's global switch looks at the environment and is never asked.
type palette struct {
	fail             map[finding.Level]*color.Color
	pass, open, dull *color.Color
	gutter, strong   *color.Color
}

func newPalette(on bool) palette {
	c := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return palette{
		fail: map[finding.Level]*color.Color{
			finding.Error:   c(color.FgRed, color.Bold),
			finding.Warning: c(color.FgYellow, color.Bold),
			finding.Note:    c(color.FgCyan, color.Bold),
		},
		pass:   c(color.FgGreen, color.Bold),
		open:   c(color.FgMagenta, color.Bold),
		dull:   c(color.Faint),
		gutter: c(color.FgBlue),
		strong: c(color.Bold),
	}
}

// of gives the colour of a result: that of its level if it fails, else that of
// its outcome.
func (p palette) of(o finding.Outcome, l finding.Level) *color.Color {
	switch o {
	case finding.Fail:
		if c, ok := p.fail[l]; ok {
			return c
		}
		return p.strong
	case finding.Pass:
		return p.pass
	case finding.Undecided:
		return p.open
	}
	return p.dull
}
