package titular

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Clock is how a client tells time and waits; tests hand in another one.
type Clock interface {
	Now() time.Time
	// Sleep waits before a retry or the next reading; its error is that of the context.
	Sleep(ctx context.Context, pause time.Duration) error
	// Chance is a number in [0, 1) that spreads waits.
	Chance() float64
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Chance is of the system: the older sources of math/rand begin alike in every process.
func (systemClock) Chance() float64 {
	var bytes [4]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		return 0
	}
	return float64(binary.BigEndian.Uint32(bytes[:])) / (1 << 32)
}

const (
	// A longer Retry-After is not waited for: the error comes at once and tells it.
	maxRetryAfter = 300 * time.Second
	firstWait     = time.Second
	maxWait       = 60 * time.Second
	maxDoublings  = 16
	// Whoever names a time of centuries names none: more would not fit into a Duration with what chance adds.
	longestRetryAfter = 999_999_999 * time.Second
	// Added by chance at most, so that clients that failed together do not return together.
	jitter = 0.25
)

var (
	digits = regexp.MustCompile(`^[0-9]+$`)
	// What is read as a date beyond this is none (RFC 9110 section 5.6.7): other zones, and names in small letters.
	dateForm = regexp.MustCompile(`^[A-Z][a-z]{2,8},? (?:[0-9]{2}[ -])?[A-Z][a-z]{2}[ -].*(?: GMT| [0-9]{4})$`)
)

func scale(wait time.Duration, factor float64) time.Duration {
	return time.Duration(float64(wait) * factor)
}

// waitBefore tells the pause before a retry, from 1: never shorter than Retry-After, else 1, 2, 4 ... 60 s.
func waitBefore(retry int, failed *Error, chance float64) time.Duration {
	spread := 1 + jitter*chance
	if failed.hasRetryAfter {
		return scale(failed.RetryAfter, spread)
	}
	doublings := retry - 1
	if doublings > maxDoublings {
		doublings = maxDoublings
	}
	if wait := scale(firstWait<<doublings, spread); wait < maxWait {
		return wait
	}
	return maxWait
}

// parseRetryAfter reads a number of seconds or a date (RFC 9110 section 10.2.3).
func parseRetryAfter(header string, now time.Time) (time.Duration, bool) {
	text := strings.TrimSpace(header)
	if digits.MatchString(text) {
		seconds, err := strconv.Atoi(text)
		if wait := time.Duration(seconds); err == nil && wait <= longestRetryAfter/time.Second {
			return wait * time.Second, true
		}
		return longestRetryAfter, true
	}
	at, err := http.ParseTime(text)
	if err != nil || !dateForm.MatchString(text) {
		return 0, false
	}
	seconds := math.Ceil(at.Sub(now).Seconds())
	return time.Duration(math.Min(math.Max(0, seconds), longestRetryAfter.Seconds())) * time.Second, true
}
