// Package page writes the report of a purchase: one page that a reviewer reads,
// signs and files, as HTML, Markdown or JSON. It holds what the page says and how
// it looks; what is on it is handed to it.
package page
