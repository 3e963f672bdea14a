// Package titular asks a titular service, from a merchant's back end, whether a card belongs to a person.
package titular

import (
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"time"
)

// Version is that of this package.
const Version = "0.1.0"

const (
	defaultTimeout  = 30 * time.Second
	maxTimeout      = 600 * time.Second
	defaultDeadline = 600 * time.Second
	defaultRetries  = 5
)

// Client is the service for one service account. Make one and keep it: all calls, in any goroutine, share an access token.
type Client struct {
	transport  *transport
	tokens     *accessTokens
	refusals   refusals
	maxRetries int
	timeout    time.Duration
	deadline   time.Duration
	allowPlain bool
	rootCAs    *x509.CertPool
	clock      Clock
}

// ClientOption changes what a client does by default.
type ClientOption func(*Client)

// WithTimeout limits each single request, 30 s without it; WithDeadline and the context limit a whole call.
func WithTimeout(limit time.Duration) ClientOption { return func(c *Client) { c.timeout = limit } }

// WithDeadline limits each call whose context has no deadline: its token, all tries and the waits between them. It is
// 600 s without it, and 0 is no limit.
func WithDeadline(limit time.Duration) ClientOption { return func(c *Client) { c.deadline = limit } }

// WithMaxRetries limits the tries after the first, 5 without it.
func WithMaxRetries(count int) ClientOption { return func(c *Client) { c.maxRetries = count } }

// WithRootCAs trusts authorities of your own in place of those of the system.
func WithRootCAs(pool *x509.CertPool) ClientOption { return func(c *Client) { c.rootCAs = pool } }

// WithPlainHTTP lets plain http leave this machine, which shows the credentials to the network.
func WithPlainHTTP() ClientOption { return func(c *Client) { c.allowPlain = true } }

// WithClock is for tests.
func WithClock(clock Clock) ClientOption { return func(c *Client) { c.clock = clock } }

// NewClient makes a client, and asks for nothing yet. What cannot work is an Error of KindUsage.
func NewClient(baseURL string, credentials Credentials, options ...ClientOption) (*Client, error) {
	c := &Client{
		maxRetries: defaultRetries, timeout: defaultTimeout, deadline: defaultDeadline, clock: systemClock{},
	}
	for _, option := range options {
		option(c)
	}
	origin, failed := parseBaseURL(baseURL, c.allowPlain)
	if failed != nil {
		return nil, failed
	}
	if failed := requireRetries(c.maxRetries); failed != nil {
		return nil, failed
	}
	if c.timeout <= 0 || c.timeout > maxTimeout {
		return nil, usageError("timeout must be above 0 and at most " + maxTimeout.String())
	}
	if c.deadline < 0 {
		return nil, usageError("deadline must not be below 0")
	}
	if credentials == nil {
		return nil, usageError("credentials is missing")
	}
	prepare, failed := credentials.open(origin)
	if failed != nil {
		return nil, failed
	}
	c.transport = &transport{origin, c.timeout, newRoundTripper(c.rootCAs, c.timeout), c.clock}
	c.refusals = refusals{origin, c.clock}
	c.tokens = &accessTokens{
		transport: c.transport, refusals: c.refusals, maxRetries: c.maxRetries, prepare: prepare,
	}
	return c, nil
}

// Format shows the address alone, however a client is printed.
func (c *Client) Format(state fmt.State, _ rune) {
	fmt.Fprintf(state, "titular.Client(%s)", c.transport.origin)
}

// CallOption changes one call.
type CallOption func(*callSettings)

type callSettings struct {
	maxRetries    *int
	key, scenario *string
	hasNoKey      bool
}

// MaxRetries limits the tries of this call after the first.
func MaxRetries(count int) CallOption { return func(s *callSettings) { s.maxRetries = &count } }

// IdempotencyKey names a create, which is carried out once under it; a new UUID without it.
func IdempotencyKey(key string) CallOption { return func(s *callSettings) { s.key = &key } }

// NoIdempotencyKey sends none, so that a create whose answer is lost is not repeated.
func NoIdempotencyKey() CallOption { return func(s *callSettings) { s.hasNoKey = true } }

// Scenario names a scenario of the sandbox; it is for tests.
func Scenario(name string) CallOption { return func(s *callSettings) { s.scenario = &name } }

// repetition tells when a request is sent again though nobody knows what became of it.
type repetition int

const (
	never repetition = iota
	always
	underKey
)

// operation is one row of the contract.
type operation struct {
	name, method, path string
	repeat             repetition
	hasToken           bool
}

// request is what a call of an operation is made with: ids each behind its name, a struct of the query, and the body.
type request struct {
	ids         []string
	query, body any
	options     []CallOption
}

// send asks an operation for a JSON object.
func send[T any](ctx context.Context, c *Client, asked operation, given request) (*T, error) {
	var value *T
	read := func(content []byte) bool {
		value = new(T)
		return readObject(content, value)
	}
	if failed := c.do(ctx, asked, given, false, read); failed != nil {
		return nil, failed
	}
	return value, nil
}

// sendForFile asks an operation for bytes.
func sendForFile(ctx context.Context, c *Client, asked operation, given request) ([]byte, error) {
	var file []byte
	read := func(content []byte) bool {
		file = content
		return true
	}
	if failed := c.do(ctx, asked, given, true, read); failed != nil {
		return nil, failed
	}
	return file, nil
}

func (c *Client) do(ctx context.Context, asked operation, given request, isFile bool, read func([]byte) bool) *Error {
	var settings callSettings
	for _, option := range given.options {
		option(&settings)
	}
	path, failed := fillPath(asked.path, given.ids)
	if failed != nil {
		return failed
	}
	query, failed := writeQuery(given.query)
	if failed != nil {
		return failed
	}
	header, key, failed := headersOf(asked, settings, given.body != nil)
	if failed != nil {
		return failed
	}
	retries := c.maxRetries
	if settings.maxRetries != nil {
		retries = *settings.maxRetries
	}
	if failed := requireRetries(retries); failed != nil {
		return failed
	}
	var body []byte
	if given.body != nil {
		// Written once: a repeat under one key has to be the same to the byte.
		if body, failed = writeBody(given.body); failed != nil {
			return failed
		}
	}
	if _, hasDeadline := ctx.Deadline(); !hasDeadline && c.deadline > 0 {
		var cancel context.CancelFunc
		ctx = context.WithValue(ctx, endKey{}, c.clock.Now().Add(c.deadline))
		// By the machine's clock, as every context: one that a test gives may stand anywhere.
		ctx, cancel = context.WithTimeout(ctx, c.deadline)
		defer cancel()
	}
	failed = c.transport.send(ctx, &exchange{
		operation: asked.name, method: asked.method, path: path, query: query,
		isRepeatable: asked.repeat == always || key != "",
		isFile:       isFile,
		maxRetries:   retries,
		prepare:      c.preparing(asked, header, body, retries),
		read:         read,
		toError:      c.refusals.ofAPI,
	})
	if failed != nil {
		return failed.withKey(key)
	}
	return nil
}

func headersOf(asked operation, settings callSettings, hasBody bool) (map[string]string, string, *Error) {
	header := map[string]string{}
	key := ""
	if hasBody {
		header["Content-Type"] = "application/json"
	}
	if asked.repeat == underKey && !settings.hasNoKey {
		var failed *Error
		if settings.key == nil {
			key, failed = newUUID()
		} else {
			key, failed = *settings.key, requireHeaderText("idempotencyKey", *settings.key)
		}
		if failed != nil {
			return nil, "", failed
		}
		header["Idempotency-Key"] = key
	}
	if settings.scenario != nil {
		if failed := requireHeaderText("scenario", *settings.scenario); failed != nil {
			return nil, "", failed
		}
		header["X-Titular-Scenario"] = *settings.scenario
	}
	return header, key, nil
}

func (c *Client) preparing(
	asked operation, header map[string]string, body []byte, retries int,
) func(context.Context) (prepared, *Error) {
	return func(ctx context.Context) (prepared, *Error) {
		if !asked.hasToken {
			return prepared{header, body, nil}, nil
		}
		token, failed := c.tokens.get(ctx, retries)
		if failed != nil {
			return prepared{}, failed
		}
		authorized := map[string]string{"Authorization": "Bearer " + token}
		for name, value := range header {
			authorized[name] = value
		}
		return prepared{authorized, body, func() { c.tokens.discard(token) }}, nil
	}
}

// hidden is how credentials are printed, whatever the verb.
func hidden(state fmt.State, name string) { _, _ = io.WriteString(state, "titular."+name+"(hidden)") }
