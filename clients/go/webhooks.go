package titular

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	secretPrefix = "whsec_"
	// Lengths that Standard Webhooks allows.
	minSecretBytes, maxSecretBytes = 24, 64
	signatureVersion               = "v1,"
	// Two sign during a rotation; whoever sends very many wants us to work for nothing.
	maxSignatures    = 16
	defaultTolerance = 300 * time.Second
)

var (
	unixSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)
	// Many servers join by a comma what came twice; of its own only each signature has one.
	joinedSignatures = regexp.MustCompile(`,[^ ]*,|, `)
)

// WebhookVerifier verifies webhooks as Standard Webhooks says.
type WebhookVerifier struct {
	// Secrets are those of the endpoint, whsec_...: while one is rotated, both. NewSecrets makes them.
	Secrets []Secret `json:"-"`
	// Tolerance is how old or early an attempt may be; 300 s without it.
	Tolerance time.Duration
	// Now is the clock of the machine without it.
	Now func() time.Time `json:"-"`
}

// Format shows nothing of the secrets, however it is printed.
func (WebhookVerifier) Format(state fmt.State, _ rune) { hidden(state, "WebhookVerifier") }

// Verify returns the event of a webhook; an Error of KindWebhook says by its code why it does not.
//
// The payload is the body as it came: what was parsed and written again does not verify. The event may be of a type
// newer than this package: answer 2xx and ignore it.
func (v WebhookVerifier) Verify(payload []byte, header http.Header) (*WebhookEvent, error) {
	keys, failed := v.readSecrets()
	if failed != nil {
		return nil, failed
	}
	var values [3]string
	for at, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if values[at], failed = readHeader(header, name); failed != nil {
			return nil, failed
		}
	}
	id, timestamp, signature := values[0], values[1], values[2]
	if failed := v.checkTime(timestamp); failed != nil {
		return nil, failed
	}
	content := append([]byte(id+"."+timestamp+"."), payload...)
	if !isSigned(content, signature, keys) {
		return nil, refuse("no_matching_signature", "none of the secrets made one of the signatures")
	}
	var event WebhookEvent
	err := json.Unmarshal(payload, &event)
	// A newer type may give a member another form; the rest is read nevertheless.
	_, isOtherForm := err.(*json.UnmarshalTypeError)
	event.ID, event.Type = readWords(payload)
	if err != nil && !isOtherForm || event.ID == "" || event.Type == "" {
		return nil, refuse("bad_payload", "the body is signed, but is no event")
	}
	return &event, nil
}

// readWords reads id and type by names to the letter; the library alone would take ID for id, and the last one of both.
func readWords(payload []byte) (id, kind string) {
	var members map[string]json.RawMessage
	if json.Unmarshal(payload, &members) != nil {
		return "", ""
	}
	if json.Unmarshal(members["id"], &id) != nil || json.Unmarshal(members["type"], &kind) != nil {
		return "", ""
	}
	return id, kind
}

func refuse(code, message string) *Error {
	return &Error{Kind: KindWebhook, Code: code, Message: message}
}

// readSecrets tells what no sender can change as a mistake of the receiver.
func (v WebhookVerifier) readSecrets() ([][]byte, *Error) {
	if len(v.Secrets) == 0 {
		return nil, usageError("Secrets[0] is missing")
	}
	keys := make([][]byte, 0, len(v.Secrets))
	for at, given := range v.Secrets {
		secret := given.reveal()
		if failed := requireText(fmt.Sprintf("Secrets[%d]", at), secret); failed != nil {
			return nil, failed
		}
		key := decode(strings.TrimPrefix(secret, secretPrefix))
		if !strings.HasPrefix(secret, secretPrefix) || len(key) < minSecretBytes || len(key) > maxSecretBytes {
			return nil, refuse("bad_secret", "a secret is not one of an endpoint: give it whole, as whsec_...")
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// readHeader takes names as they come: a framework may write them in its own way.
func readHeader(header http.Header, name string) (string, *Error) {
	var found []string
	for key, values := range header {
		if strings.EqualFold(key, name) {
			found = append(found, values...)
		}
	}
	if len(found) != 1 || found[0] == "" || isJoined(name, found[0]) {
		return "", refuse("missing_header", "the header "+name+" is missing or there twice")
	}
	return found[0], nil
}

func isJoined(name, value string) bool {
	if name == "webhook-signature" {
		return joinedSignatures.MatchString(value)
	}
	return strings.Contains(value, ",")
}

func (v WebhookVerifier) checkTime(text string) *Error {
	if !unixSeconds.MatchString(text) {
		return refuse("bad_timestamp", "webhook-timestamp is not a number of seconds")
	}
	// At most 12 digits, as was just seen.
	seconds, _ := strconv.ParseInt(text, 10, 64)
	now, tolerance := time.Now(), v.Tolerance
	if v.Now != nil {
		now = v.Now()
	}
	if tolerance == 0 {
		tolerance = defaultTolerance
	}
	switch sent := time.Unix(seconds, 0); {
	case now.After(sent.Add(tolerance)):
		return refuse("too_old", "the attempt is too old: it may be played back, or your clock is ahead")
	case now.Before(sent.Add(-tolerance)):
		return refuse("too_new", "the attempt lies in the future: your clock is behind")
	}
	return nil
}

// isSigned compares in constant time, and skips no pair.
func isSigned(content []byte, header string, keys [][]byte) bool {
	var signatures [][]byte
	for at, one := range strings.SplitN(header, " ", maxSignatures+1) {
		if at < maxSignatures && strings.HasPrefix(one, signatureVersion) {
			signatures = append(signatures, decode(one[len(signatureVersion):]))
		}
	}
	isSigned := false
	for _, key := range keys {
		made := hmac.New(sha256.New, key)
		made.Write(content)
		expected := made.Sum(nil)
		for _, signature := range signatures {
			isSigned = hmac.Equal(expected, signature) || isSigned
		}
	}
	return isSigned
}

// decode reads Base64 with all of its padding or none; nil where it is none. The library alone would skip line ends in it.
func decode(text string) []byte {
	if strings.ContainsAny(text, "\r\n") {
		return nil
	}
	encoding := base64.StdEncoding
	if !strings.Contains(text, "=") {
		encoding = base64.RawStdEncoding
	}
	bytes, err := encoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return bytes
}
