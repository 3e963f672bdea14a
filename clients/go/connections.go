package titular

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"
)

const (
	maxHeaderBytes = 64 << 10
	// Below the time after which servers and proxies close: a request on a closing connection would fail.
	idleTime           = 4 * time.Second
	maxIdleConnections = 32
	codeTLS            = "TLS"
)

// newRoundTripper keeps connections between requests; a proxy for https comes from the environment.
func newRoundTripper(rootCAs *x509.CertPool, timeout time.Duration) http.RoundTripper {
	return &http.Transport{
		// Newer versions of Go go on connecting for the next request when one has ended, without end if nobody limits it.
		DialContext:         (&net.Dialer{Timeout: timeout}).DialContext,
		TLSHandshakeTimeout: timeout,
		Proxy: func(request *http.Request) (*url.URL, error) {
			// Plain http is for this machine alone: a proxy would read the credentials.
			if request.URL.Scheme != "https" {
				return nil, nil
			}
			return http.ProxyFromEnvironment(request)
		},
		TLSClientConfig:        &tls.Config{RootCAs: rootCAs, MinVersion: tls.VersionTLS12},
		MaxIdleConnsPerHost:    maxIdleConnections,
		IdleConnTimeout:        idleTime,
		MaxResponseHeaderBytes: maxHeaderBytes,
		// HTTP/2 repeats requests by itself.
		TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{},
	}
}

func networkError(code, message string) *Error {
	return &Error{Kind: KindNetwork, Code: code, Message: message, Retryable: true}
}

// timeoutError tells of a limit; the same call may work with more time.
func timeoutError(message string) *Error {
	return &Error{
		Kind: KindTimeout, Code: codeTimeout, Message: message, Retryable: true, cause: context.DeadlineExceeded,
	}
}

// endedError tells of a context that ended.
func endedError(cause error, message string) *Error {
	if errors.Is(cause, context.Canceled) {
		return &Error{Kind: KindCanceled, Code: "CANCELED", Message: message, Retryable: true, cause: context.Canceled}
	}
	return timeoutError(message)
}

// connectionError names a fault; the platform's own sentence may quote a header or an address.
func connectionError(err error) *Error {
	if status := proxyStatus(err); status != 0 {
		refused := fmt.Sprintf("a proxy on the way answered %d and made no connection: check HTTPS_PROXY", status)
		failed := networkError("PROXY", refused)
		failed.Retryable = status >= 500
		return failed
	}
	reason := reasonOf(err)
	message := "the service was not reached, or its answer broke off"
	if reason == codeTLS {
		message = "no TLS with the service: check baseURL, its certificate, and the authorities that are trusted"
	}
	failed := networkError(reason, message)
	// What nobody vouches for now will not be vouched for in a minute.
	failed.Retryable = !isUntrusted(err)
	return failed
}

// proxyStatus tells with what a proxy refused to connect, else 0: the platform keeps the words of its status alone.
func proxyStatus(err error) int {
	for status := 400; status < 600; status++ {
		if text := http.StatusText(status); text != "" && err.Error() == text {
			return status
		}
	}
	return 0
}

func reasonOf(err error) string {
	var name *net.DNSError
	switch {
	case isUntrusted(err) || isMismatch(err):
		return codeTLS
	case errors.As(err, &name):
		return "NAME_NOT_FOUND"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "ECONNREFUSED"
	case errors.Is(err, syscall.EPIPE):
		return "EPIPE"
	case errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF):
		return "ECONNRESET"
	}
	return "CONNECTION"
}

// isMismatch tells whether the two sides agreed on no TLS; the platform has no types for most reasons.
func isMismatch(err error) bool {
	var record tls.RecordHeaderError
	if errors.As(err, &record) {
		return true
	}
	for ; err != nil; err = errors.Unwrap(err) {
		if strings.HasPrefix(err.Error(), "tls: ") || strings.HasPrefix(err.Error(), "remote error: tls: ") {
			return true
		}
	}
	return false
}

func isUntrusted(err error) bool {
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var certificate x509.CertificateInvalidError
	var roots x509.SystemRootsError
	return errors.As(err, &authority) || errors.As(err, &host) || errors.As(err, &certificate) || errors.As(err, &roots)
}
