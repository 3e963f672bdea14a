package titular

import (
	"strconv"
	"time"
)

// Kind tells where a call failed.
type Kind string

const (
	// KindAPI is a refusal or a fault of the service.
	KindAPI Kind = "api"
	// KindToken says that no access token was issued.
	KindToken Kind = "token"
	// KindNetwork says that no readable response came.
	KindNetwork Kind = "network"
	// KindTimeout says that a time limit or the deadline of the context passed.
	KindTimeout Kind = "timeout"
	// KindCanceled says that the caller canceled the context.
	KindCanceled Kind = "canceled"
	// KindWebhook says that a webhook is not genuine, not fresh, or no event: answer 400 and do nothing.
	KindWebhook Kind = "webhook"
	// KindUsage is a mistake of the program; nothing was sent.
	KindUsage Kind = "usage"
)

// Error is the one error of this package. No secret, token, key or body ever stands in it.
type Error struct {
	Kind Kind
	// Code is stable: five digits of the API, the sub-code of the token endpoint, or a name of the fault.
	Code string
	// Message is a sentence for people.
	Message string
	// Status is that of HTTP, where a response came.
	Status int
	// RequestID names the request in the operator's log.
	RequestID string
	// Docs is the address of the code and its remedy in the documentation of the running service.
	Docs string
	// Retryable says whether the same request, sent again later, may do better.
	Retryable bool
	// RetryAfter is how long the service asked to wait.
	RetryAfter time.Duration
	// IdempotencyKey is that of the create that failed: for a day the same request under it is carried out once.
	IdempotencyKey string

	// A Retry-After of zero seconds is one too.
	hasRetryAfter bool
	// Whether the deadline of its own call ended the tries: calls with more time go on.
	isLate bool
	// An error of the context, and no other: those of the platform may quote a header.
	cause error
}

// Error is the code with the message.
func (e *Error) Error() string {
	name := e.Code
	if name == "" && e.Status != 0 {
		name = strconv.Itoa(e.Status)
	}
	if name == "" {
		name = string(e.Kind)
	}
	return name + ": " + e.Message
}

// Unwrap leads to context.Canceled or context.DeadlineExceeded.
func (e *Error) Unwrap() error { return e.cause }

// withKey copies the error for one call, because calls that wait for one token share its failure.
func (e *Error) withKey(key string) *Error {
	copied := *e
	copied.IdempotencyKey = key
	return &copied
}

func usageError(message string) *Error {
	return &Error{Kind: KindUsage, Code: "BAD_ARGUMENT", Message: message}
}
