package titular

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

// More than come within the time in which an event is repeated.
const maxEvents = 10_000

// maxNoting limits how long a store may take to note what became of the work.
const maxNoting = 10 * time.Second

// EventMark is what a store keeps of an event; without a subject its order does not count.
type EventMark struct {
	ID, Subject string
	Sequence    int
}

// Verdict is what a store says of an event that is claimed.
type Verdict string

const (
	// VerdictNew is said once.
	VerdictNew Verdict = "new"
	// VerdictRepeated is said once the work is done.
	VerdictRepeated Verdict = "repeated"
	// VerdictBusy is said while the event is worked on elsewhere.
	VerdictBusy Verdict = "busy"
	// VerdictStale is said after a later event of the same transaction.
	VerdictStale Verdict = "stale"
)

// EventStore is where an EventHandler keeps what it has seen: a store of your own is a table with these three methods.
type EventStore interface {
	// Claim claims an event in one step.
	Claim(ctx context.Context, mark EventMark) (Verdict, error)
	// Finish records that the work on a claimed event is done.
	Finish(ctx context.Context, mark EventMark) error
	// Release gives a claim back after a failure, so that the next delivery is new.
	Release(ctx context.Context, mark EventMark) error
}

// ErrBusy says that an event is worked on elsewhere: answered with a fault it is sent again.
var ErrBusy = errors.New("the event is being worked on elsewhere")

var errNoVerdict = errors.New("Claim of the store returned none of the verdicts")

// EventHandler is the one door for verified events: it handles each once, and none that a later one overtook.
// Events of one transaction are worked on one after the other; others side by side.
type EventHandler struct {
	handlers map[string]func(context.Context, *WebhookEvent) error
	store    EventStore
	mutex    sync.Mutex
	lines    map[string]*line
}

// detached has the values of a request, and outlives it: a sender who hangs up does not undo what was done.
type detached struct{ context.Context }

func (detached) Deadline() (time.Time, bool) { return time.Time{}, false }
func (detached) Done() <-chan struct{}       { return nil }
func (detached) Err() error                  { return nil }

// line is of a subject that is worked on, with how many hold or want it.
type line struct {
	turn  chan struct{}
	count int
}

// NewEventHandler takes handlers by type of event, and a store; one in memory where that is nil.
func NewEventHandler(
	handlers map[string]func(context.Context, *WebhookEvent) error, store EventStore,
) *EventHandler {
	if store == nil {
		store = NewMemoryEventStore()
	}
	return &EventHandler{handlers: handlers, store: store, lines: map[string]*line{}}
}

// Handle tells what became of an event: handled, unhandled, repeated or stale. Where the work fails, its error comes out
// and the event is new again.
func (h *EventHandler) Handle(ctx context.Context, event *WebhookEvent) (string, error) {
	mark := EventMark{ID: event.ID}
	name := event.ID
	if event.TransactionID != "" && event.Sequence != nil {
		mark.Subject, mark.Sequence = event.TransactionID, *event.Sequence
		name = mark.Subject
	}
	leave, err := h.enter(ctx, name)
	if err != nil {
		return "", err
	}
	defer leave()
	verdict, err := h.store.Claim(ctx, mark)
	switch {
	case err != nil:
		return "", err
	case verdict == VerdictBusy:
		return "", ErrBusy
	case verdict == VerdictRepeated || verdict == VerdictStale:
		return string(verdict), nil
	case verdict != VerdictNew:
		// Taken for a verdict, the event would be answered as if it was handled, and lost.
		return "", errNoVerdict
	}
	return h.work(ctx, event, mark)
}

func (h *EventHandler) work(ctx context.Context, event *WebhookEvent, mark EventMark) (outcome string, err error) {
	isDone := false
	defer func() {
		// After a panic too, which goes on.
		if !isDone {
			noting, cancel := context.WithTimeout(detached{ctx}, maxNoting)
			defer cancel()
			if failed := h.store.Release(noting, mark); failed != nil && err == nil {
				err = failed
			}
		}
	}()
	outcome = "unhandled"
	if handler := h.handlers[event.Type]; handler != nil {
		outcome = "handled"
		if err := handler(ctx, event); err != nil {
			return "", err
		}
	}
	noting, cancel := context.WithTimeout(detached{ctx}, maxNoting)
	defer cancel()
	if err := h.store.Finish(noting, mark); err != nil {
		return "", err
	}
	isDone = true
	return outcome, nil
}

// enter waits for the subject's turn, and returns what ends it.
func (h *EventHandler) enter(ctx context.Context, subject string) (func(), error) {
	h.mutex.Lock()
	own := h.lines[subject]
	if own == nil {
		own = &line{turn: make(chan struct{}, 1)}
		h.lines[subject] = own
	}
	own.count++
	h.mutex.Unlock()
	forget := func() {
		h.mutex.Lock()
		defer h.mutex.Unlock()
		if own.count--; own.count == 0 {
			delete(h.lines, subject)
		}
	}
	select {
	case own.turn <- struct{}{}:
		return func() { <-own.turn; forget() }, nil
	case <-ctx.Done():
		forget()
		return nil, ctx.Err()
	}
}

// MemoryEventStore keeps the last events of one process.
type MemoryEventStore struct {
	mutex     sync.Mutex
	events    recent[*knownEvent]
	sequences recent[int]
}

type knownEvent struct {
	state Verdict
	// The sequence that was the latest before; none where it is nil.
	before *int
}

// NewMemoryEventStore makes an empty store.
func NewMemoryEventStore() *MemoryEventStore {
	return &MemoryEventStore{events: newRecent[*knownEvent](), sequences: newRecent[int]()}
}

// Claim claims an event in one step.
func (s *MemoryEventStore) Claim(_ context.Context, mark EventMark) (Verdict, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if known, ok := s.events.get(mark.ID); ok {
		return known.state, nil
	}
	claimed := &knownEvent{state: VerdictBusy}
	if mark.Subject != "" {
		if latest, ok := s.sequences.get(mark.Subject); ok {
			if mark.Sequence <= latest {
				return VerdictStale, nil
			}
			claimed.before = &latest
		}
		s.sequences.put(mark.Subject, mark.Sequence)
	}
	s.events.put(mark.ID, claimed)
	return VerdictNew, nil
}

// Finish records that the work on a claimed event is done.
func (s *MemoryEventStore) Finish(_ context.Context, mark EventMark) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if known, ok := s.events.get(mark.ID); ok {
		known.state = VerdictRepeated
	}
	return nil
}

// Release gives a claim back after a failure, so that the next delivery is new.
func (s *MemoryEventStore) Release(_ context.Context, mark EventMark) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	known, ok := s.events.get(mark.ID)
	if !ok {
		return nil
	}
	s.events.remove(mark.ID)
	if latest, ok := s.sequences.get(mark.Subject); !ok || latest != mark.Sequence {
		return nil
	}
	if known.before == nil {
		s.sequences.remove(mark.Subject)
	} else {
		s.sequences.put(mark.Subject, *known.before)
	}
	return nil
}

// recent keeps the values that were put last.
type recent[T any] struct {
	places map[string]*list.Element
	order  *list.List
}

type entry[T any] struct {
	key   string
	value T
}

func newRecent[T any]() recent[T] { return recent[T]{map[string]*list.Element{}, list.New()} }

func (r recent[T]) get(key string) (value T, ok bool) {
	if place := r.places[key]; place != nil {
		return place.Value.(entry[T]).value, true
	}
	return value, false
}

func (r recent[T]) put(key string, value T) {
	r.remove(key)
	r.places[key] = r.order.PushBack(entry[T]{key, value})
	if oldest := r.order.Front(); r.order.Len() > maxEvents {
		r.remove(oldest.Value.(entry[T]).key)
	}
}

func (r recent[T]) remove(key string) {
	if place := r.places[key]; place != nil {
		r.order.Remove(place)
		delete(r.places, key)
	}
}
