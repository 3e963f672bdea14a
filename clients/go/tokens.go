package titular

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"regexp"
	"sync"
	"time"
)

const (
	tokenPath = "/oauth2/token"
	// A token is replaced within this last part of its life, at a time by chance, so that clients do not ask together.
	earlyPart = 0.1
	// It is not used for so long before its end, so that it does not end on the way.
	tokenMargin = 5 * time.Second
	// Pause after an early replacement that failed, while the token at hand is still good.
	earlyPause = 10 * time.Second
	// The present token is good: whoever replaces it early does not wait long for the next.
	maxEarly = 5 * time.Second
)

var tokenText = regexp.MustCompile(`^[!-~]+$`)

type accessToken struct {
	value             string
	refreshAt, endsAt time.Time
}

// flight is one request for a token, which all calls that come meanwhile wait for.
type flight struct {
	done   chan struct{}
	failed *Error
	// One that had less time or patience than others tells them nothing.
	isOwn bool
}

// accessTokens keeps one token: fetched once for many calls, used for its life, replaced shortly before its end.
type accessTokens struct {
	transport  *transport
	refusals   refusals
	maxRetries int
	prepare    func(ctx context.Context, now time.Time) (prepared, *Error)

	mutex       sync.Mutex
	kept        *accessToken
	flying      *flight
	nextEarlyAt time.Time
	// The last refusal that named a Retry-After. It holds for all calls: whoever asked may be gone by its end.
	refused *refusedToken
}

// refusedToken is a refusal with when the wait is over that it named, and when the client asks again.
type refusedToken struct {
	failed          *Error
	saidEnd, endsAt time.Time
}

// get returns the present token, or a new one.
func (t *accessTokens) get(ctx context.Context, maxRetries int) (string, *Error) {
	for waits := 0; ; {
		t.mutex.Lock()
		now := t.transport.clock.Now()
		isGood := t.kept != nil && now.Before(t.kept.endsAt)
		refused := t.waitsFor(now)
		isDue := isGood && refused == nil && !now.Before(t.kept.refreshAt) && !now.Before(t.nextEarlyAt)
		if isGood && (!isDue || t.flying != nil) {
			value := t.kept.value
			t.mutex.Unlock()
			return value, nil
		}
		joined := t.flying
		if joined == nil && refused != nil {
			t.mutex.Unlock()
			if failed := t.waitOut(ctx, refused, maxRetries-waits); failed != nil {
				return "", failed
			}
			waits++
			continue
		}
		if joined == nil {
			joined = &flight{done: make(chan struct{})}
			t.flying = joined
			t.nextEarlyAt = now.Add(earlyPause)
			present := t.kept
			t.mutex.Unlock()
			value, failed := t.lead(ctx, joined, !isGood, waits)
			if failed != nil && isGood {
				// The token at hand serves on.
				return present.value, nil
			}
			if failed != nil && failed.Retryable && failed.RetryAfter > 0 {
				continue
			}
			return value, failed
		}
		t.mutex.Unlock()
		select {
		case <-joined.done:
		case <-ctx.Done():
			return "", endedError(ctx.Err(), "no time was left for a token")
		}
		if joined.failed != nil && !joined.isOwn {
			return "", joined.failed
		}
	}
}

// waitsFor returns the refusal whose wait is not over; nil where the client may ask.
func (t *accessTokens) waitsFor(now time.Time) *refusedToken {
	if t.refused != nil && !now.Before(t.refused.endsAt) {
		t.refused = nil
	}
	return t.refused
}

// waitOut waits until the client may ask again. Who has no time for it gets the refusal, with what is left.
func (t *accessTokens) waitOut(ctx context.Context, refused *refusedToken, waitsLeft int) *Error {
	clock := t.transport.clock
	now := clock.Now()
	pause := refused.endsAt.Sub(now)
	if waitsLeft <= 0 || refused.failed.RetryAfter > maxRetryAfter || t.transport.isPassedBy(ctx, pause) {
		told := *refused.failed
		told.RetryAfter = (refused.saidEnd.Sub(now) + time.Second - 1).Truncate(time.Second)
		return &told
	}
	if err := clock.Sleep(ctx, pause); err != nil {
		return endedError(err, "the wait for a token was ended")
	}
	return nil
}

// refuse reads a refusal, and notes how long it asks to wait.
func (t *accessTokens) refuse(came *answer) *Error {
	failed := t.refusals.ofTokens(came)
	if failed.Retryable && failed.hasRetryAfter {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		clock := t.transport.clock
		at := clock.Now()
		// Drawn once, so that all calls end it together, and clients that were refused together do not.
		drawn := scale(failed.RetryAfter, 1+jitter*clock.Chance())
		lasts := drawn
		if failed.RetryAfter > maxRetryAfter {
			// Who names hours is asked again after the longest wait.
			lasts = maxRetryAfter
		}
		t.refused = &refusedToken{failed, at.Add(drawn), at.Add(lasts)}
	}
	return failed
}

// lead asks for a token on behalf of all that wait.
func (t *accessTokens) lead(ctx context.Context, own *flight, isPatient bool, retries int) (string, *Error) {
	var token *accessToken
	failed := networkError(codeBroken, "the request for a token ended early")
	// A panic of the caller's own code must not leave others waiting.
	defer func() {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		if token != nil {
			t.kept, t.refused = token, nil
		}
		own.failed = failed
		// A refusal that names a wait is waited out by each call for itself.
		isRefused := failed != nil && failed.RetryAfter > 0
		own.isOwn = failed != nil && failed.Retryable && (isRefused || failed.isLate || ctx.Err() != nil || !isPatient)
		t.flying = nil
		close(own.done)
	}()
	token, failed = t.fetch(ctx, isPatient, retries)
	if failed != nil {
		return "", failed
	}
	return token.value, nil
}

// discard forgets a token that was refused, unless another has taken its place since.
func (t *accessTokens) discard(value string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.kept != nil && t.kept.value == value {
		t.kept = nil
	}
}

// fetch is patient when somebody waits for the token, so that retries are worth their time.
func (t *accessTokens) fetch(ctx context.Context, isPatient bool, retries int) (*accessToken, *Error) {
	var content []byte
	var came *answer
	clock := t.transport.clock
	askedAt := clock.Now()
	limit := t.transport.timeout
	if !isPatient && limit > maxEarly {
		limit = maxEarly
	}
	asked := &exchange{
		operation: "issueToken", method: http.MethodPost, path: tokenPath, isRepeatable: true, endsOnRetryAfter: true, retriesBefore: retries, limit: limit,
		prepare: func(ctx context.Context) (prepared, *Error) {
			// A key service that gets stuck would hold up every call for good.
			limited, cancel := context.WithTimeout(ctx, limit)
			defer cancel()
			return t.prepare(limited, clock.Now())
		},
		read: func(given []byte) bool {
			content = given
			return readObject(given, &struct{}{})
		},
		toError: t.refuse,
	}
	if isPatient {
		asked.maxRetries = t.maxRetries
	}
	if failed := t.transport.send(ctx, asked); failed != nil {
		return nil, failed
	}
	var issued struct {
		Value string  `json:"access_token"`
		Life  float64 `json:"expires_in"`
	}
	// A token that no header can hold would come back in an error of the platform.
	if json.Unmarshal(content, &issued) != nil || !tokenText.MatchString(issued.Value) || !(issued.Life > 0) {
		came = &answer{asked: http.MethodPost + " " + t.transport.origin + tokenPath, status: http.StatusOK}
		return nil, t.refusals.ofTokens(came)
	}
	return newAccessToken(issued.Value, askedAt, issued.Life, clock.Chance()), nil
}

func newAccessToken(value string, askedAt time.Time, seconds, chance float64) *accessToken {
	life := time.Duration(math.Min(seconds, math.MaxInt32) * float64(time.Second))
	used := life - tokenMargin
	if used < life/2 {
		used = life / 2
	}
	refreshed := life - scale(life, earlyPart*(0.5+chance/2))
	if refreshed > used {
		refreshed = used
	}
	return &accessToken{value, askedAt.Add(refreshed), askedAt.Add(used)}
}
