package titular

import (
	"context"
	"errors"
	"math"
	"time"
)

const (
	firstPause      = 2 * time.Second
	pauseGrowth     = 1.5
	maxPause        = 30 * time.Second
	maxPauseGrowths = 20
	defaultWait     = 600 * time.Second
)

// IsFinal tells whether a transaction will never change again; false for a status that this version does not know.
func (s TransactionStatus) IsFinal() bool {
	switch s {
	case TransactionStatusApproved, TransactionStatusInconclusive, TransactionStatusExpired,
		TransactionStatusUnknownShare, TransactionStatusFastInconclusive, TransactionStatusAbsentHolder,
		TransactionStatusCanceled:
		return true
	}
	return false
}

// WaitForFinal polls a transaction, ever more rarely, until its status is final. The context limits it; 600 s without a deadline.
func (c *Client) WaitForFinal(ctx context.Context, transactionID string) (*TransactionStatusResponse, error) {
	read := func(ctx context.Context) (*TransactionStatusResponse, error) {
		return c.ReadTransaction(ctx, transactionID, MaxRetries(0))
	}
	isEnd := func(answer *TransactionStatusResponse) bool { return answer.Status.IsFinal() }
	return poll(ctx, c.clock, transactionID, read, isEnd)
}

// WaitForFinalProcess polls a process until it has finished or failed, as WaitForFinal does.
func (c *Client) WaitForFinalProcess(ctx context.Context, processID string) (*ProcessResponse, error) {
	read := func(ctx context.Context) (*ProcessResponse, error) {
		return c.ReadProcess(ctx, processID, MaxRetries(0))
	}
	isEnd := func(answer *ProcessResponse) bool {
		return answer.Process.State == "PROCESS_STATE_FINISHED" || answer.Process.State == "PROCESS_STATE_FAILED"
	}
	return poll(ctx, c.clock, processID, read, isEnd)
}

func poll[T any](
	ctx context.Context, clock Clock, id string, read func(context.Context) (*T, error), isEnd func(*T) bool,
) (*T, error) {
	deadline, hasDeadline := ctx.Deadline()
	if !hasDeadline {
		var cancel context.CancelFunc
		deadline = clock.Now().Add(defaultWait)
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	faults := 0
	for readings := 1; ; readings++ {
		answer, err := read(ctx)
		var failed *Error
		var pause time.Duration
		switch {
		case err == nil && isEnd(answer):
			return answer, nil
		case err == nil:
			faults = 0
			grown := scale(firstPause, math.Pow(pauseGrowth, math.Min(float64(readings-1), maxPauseGrowths)))
			pause = scale(time.Duration(math.Min(float64(grown), float64(maxPause))), 1+jitter*clock.Chance())
		case errors.As(err, &failed) && failed.Retryable && failed.Kind != KindCanceled:
			// A wait of hours outlives a fault of minutes; what will not pass by itself ends it.
			faults++
			pause = waitBefore(faults, failed, clock.Chance())
			// A Retry-After of nothing, or of a time that our clock has behind it, would have it ask without a pause.
			if pause < firstWait {
				pause = firstWait
			}
		default:
			return nil, err
		}
		if clock.Now().Add(pause).After(deadline) {
			return nil, timeoutError(id + " had not ended when time was over")
		}
		if err := clock.Sleep(ctx, pause); err != nil {
			return nil, endedError(err, "the wait for "+id+" was ended")
		}
	}
}
