package titular

import "context"

// Pages goes through a list page by page: for pages.Next(ctx) { use(pages.Page()) }, and then see Err.
type Pages[T any] struct {
	// Reads the page at a place, and tells the next; the first place may be none.
	read   func(ctx context.Context, at string) (page *T, next string, err error)
	at     string
	circle circle
	page   *T
	err    error
	isOver bool
}

// Next reads the next page; false at the end, and after an error.
func (p *Pages[T]) Next(ctx context.Context) bool {
	if p.isOver {
		return false
	}
	page, next, err := p.read(ctx, p.at)
	switch {
	case err != nil:
		p.err = err
	case next != "" && p.circle.closes(p.at, next):
		// It would never end.
		p.err = networkError(codeBroken, "the pages of the list lead in a circle")
	}
	p.page = page
	p.isOver = p.err != nil || next == ""
	p.at = next
	return p.err == nil
}

// Page is the page that Next read.
func (p *Pages[T]) Page() *T { return p.page }

// Err is why Next ended the list before its end.
func (p *Pages[T]) Err() error { return p.err }

// circle finds a place of a list that comes again by Brent's algorithm: one place is kept, however long the list.
type circle struct {
	mark         string
	steps, limit int
}

func (c *circle) closes(at, next string) bool {
	if c.steps == c.limit {
		c.mark, c.steps, c.limit = at, 0, 2*c.limit+1
	}
	c.steps++
	return next == c.mark
}
