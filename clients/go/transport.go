package titular

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// No response of the service comes near it; anything longer is not the service.
	maxResponseBytes = 32 << 20
	codeTimeout      = "TIMEOUT"
	codeBroken       = "BROKEN_ANSWER"
)

// answer is a response of any status.
type answer struct {
	// Method and address without query.
	asked   string
	status  int
	header  http.Header
	content []byte
}

// prepared is what one try is sent with; renew discards credentials that were just refused.
type prepared struct {
	header map[string]string
	body   []byte
	renew  func()
}

// exchange is one request with all of its tries.
type exchange struct {
	operation, method, path, query string
	// Whether it may be sent again when nobody knows what became of it.
	isRepeatable bool
	// Whether a success is answered with bytes, not JSON.
	isFile     bool
	maxRetries int
	// Whether a refusal that names a Retry-After ends it: those who wait for it wait each by itself.
	endsOnRetryAfter bool
	// Retries that went before on behalf of the same call.
	retriesBefore int
	// A limit for each try below that of the client; none where it is zero.
	limit   time.Duration
	prepare func(context.Context) (prepared, *Error)
	// Takes a success over; false where it is not what the service sends.
	read    func([]byte) bool
	toError func(*answer) *Error
}

// transport is the only place that retries.
type transport struct {
	origin  string
	timeout time.Duration
	rounds  http.RoundTripper
	clock   Clock
}

// send sends until an answer comes, retries are used up or time is over; new credentials are tried once, at once.
func (t *transport) send(ctx context.Context, e *exchange) *Error {
	isRenewed := false
	for retry := 1 + e.retriesBefore; ; {
		sent, failed := e.prepare(ctx)
		if failed != nil {
			return failed
		}
		came, failed := t.try(ctx, e, sent)
		if failed == nil {
			failed = judge(e, came)
		}
		if failed == nil {
			return nil
		}
		if sent.renew != nil && !isRenewed && came != nil && came.saysInvalidToken() {
			isRenewed = true
			sent.renew()
			continue
		}
		wait := waitBefore(retry, failed, t.clock.Chance())
		failed.isLate = t.isPassedBy(ctx, wait)
		if retry > e.maxRetries || failed.isLate || !mayRepeat(failed, e) {
			return failed
		}
		if err := t.clock.Sleep(ctx, wait); err != nil {
			return endedError(err, "the wait before a retry was ended")
		}
		retry++
	}
}

// endKey leads to the end of a call whose context had no deadline, by the clock of its client.
type endKey struct{}

// endOf tells when a call ends: by the clock of its client, else as its context says.
func endOf(ctx context.Context) (time.Time, bool) {
	if end, ok := ctx.Value(endKey{}).(time.Time); ok {
		return end, true
	}
	return ctx.Deadline()
}

// isPassedBy tells whether a wait would pass the deadline: it is not begun, and the last fault is told at once.
func (t *transport) isPassedBy(ctx context.Context, wait time.Duration) bool {
	deadline, ok := endOf(ctx)
	return ok && t.clock.Now().Add(wait).After(deadline)
}

func (t *transport) try(ctx context.Context, e *exchange, sent prepared) (*answer, *Error) {
	limit := t.timeout
	if e.limit > 0 && e.limit < limit {
		limit = e.limit
	}
	if deadline, ok := endOf(ctx); ok {
		left := deadline.Sub(t.clock.Now())
		if left <= 0 {
			return nil, timeoutError("no time was left for " + e.operation)
		}
		if left < limit {
			limit = left
		}
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, failed := t.newRequest(limited, e, sent)
	if failed != nil {
		return nil, failed
	}
	came, failed := t.ask(request)
	switch {
	case failed == nil:
		return came, nil
	case ctx.Err() == context.Canceled:
		return nil, endedError(ctx.Err(), e.operation+" was canceled")
	case limited.Err() != nil:
		return nil, timeoutError(fmt.Sprintf("no answer to %s in %s", e.operation, limit.Round(time.Millisecond)))
	}
	return nil, failed
}

func (t *transport) newRequest(ctx context.Context, e *exchange, sent prepared) (*http.Request, *Error) {
	address := t.origin + e.path
	if e.query != "" {
		address += "?" + e.query
	}
	request, err := http.NewRequestWithContext(ctx, e.method, address, bodyOf(e.method, sent.body))
	if err != nil {
		return nil, usageError("the request cannot be written")
	}
	// The platform would repeat a request by itself that it can write again, below the layer that counts retries.
	request.GetBody = nil
	accepted := "application/json"
	if e.isFile {
		accepted = "*/*"
	}
	request.Header.Set("Accept", accepted)
	request.Header.Set("User-Agent", "titular-go/"+Version)
	for name, value := range sent.header {
		request.Header.Set(name, value)
	}
	return request, nil
}

// bodyOf gives a request without a body one that is empty and cannot be read twice, where the platform might repeat it.
func bodyOf(method string, content []byte) io.Reader {
	if content != nil {
		return bytes.NewReader(content)
	}
	if method == http.MethodPost {
		return nil
	}
	return io.MultiReader()
}

func (t *transport) ask(request *http.Request) (*answer, *Error) {
	// Not by http.Client, which follows redirects: credentials go to the service alone.
	response, err := t.rounds.RoundTrip(request)
	if err != nil {
		return nil, connectionError(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxResponseBytes+1))
	if err != nil {
		return nil, connectionError(err)
	}
	if len(content) > maxResponseBytes {
		return nil, networkError("ANSWER_TOO_LARGE", fmt.Sprintf("the response has more than %d bytes", maxResponseBytes))
	}
	asked := request.Method + " " + strings.SplitN(request.URL.String(), "?", 2)[0]
	return &answer{asked, response.StatusCode, response.Header, content}, nil
}

func judge(e *exchange, came *answer) *Error {
	if came.status < 200 || came.status >= 300 {
		return e.toError(came)
	}
	if e.read(came.content) {
		return nil
	}
	message := "the answer to " + came.asked + " is not the JSON that the service sends: check baseURL"
	return networkError(codeBroken, message)
}

// mayRepeat knows that a request that was turned away at the door did nothing; any other fault may have come after the deed.
func mayRepeat(failed *Error, e *exchange) bool {
	switch {
	case failed.RetryAfter > maxRetryAfter || failed.Kind == KindCanceled:
		return false
	case e.endsOnRetryAfter && failed.RetryAfter > 0:
		return false
	case failed.Status == 0:
		return e.isRepeatable && failed.Retryable
	case failed.Status == http.StatusTooManyRequests:
		return true
	}
	isUnderWay := failed.Kind == KindAPI && failed.Code == "40029"
	return e.isRepeatable && (isUnderWay || failed.Status >= 500)
}

// readObject reads a JSON object; a text, a list or a number is none.
func readObject(content []byte, into any) bool {
	return bytes.HasPrefix(bytes.TrimLeft(content, " \t\r\n"), []byte("{")) && json.Unmarshal(content, into) == nil
}

// headerOf makes what came twice one list, parted by commas (RFC 9110 section 5.3).
func (a *answer) headerOf(name string) string { return strings.Join(a.header.Values(name), ", ") }

func (a *answer) saysInvalidToken() bool {
	isRefused := a.status == http.StatusUnauthorized || a.status == http.StatusForbidden
	return isRefused && strings.Contains(a.headerOf("WWW-Authenticate"), `error="invalid_token"`)
}

// describeUnexpected tells of a response that is not one of the service; it quotes nothing of the response.
func (a *answer) describeUnexpected() string {
	switch {
	case a.status >= 300 && a.status < 400:
		return a.asked + " was answered with a redirect, which is not followed: " +
			"baseURL is likely not the address of the service itself"
	case a.status == http.StatusTooManyRequests || a.status >= 500:
		return fmt.Sprintf("%s was answered %d without a word of the service", a.asked, a.status)
	}
	return fmt.Sprintf("%s was answered %d, but not by the service: ", a.asked, a.status) +
		"check baseURL, and what stands before the service"
}
