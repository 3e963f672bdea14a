package titular

import (
	"encoding/json"
	"net/http"
	"regexp"
)

// No sentence of the service is so long.
const maxSentence = 1000

var (
	apiCode   = regexp.MustCompile(`^[0-9]{5}$`)
	oauthWord = regexp.MustCompile(`^[a-z_]{1,64}$`)
	subCode   = regexp.MustCompile(`^[a-z0-9_]{1,64}$`)
	// Another server's may be of any length.
	requestID = regexp.MustCompile(`^[!-~]{1,128}$`)
	// What would begin a line of its own in a log, or steer a terminal.
	controls = regexp.MustCompile(`[\x00-\x1f\x{7f}-\x{9f}\x{2028}\x{2029}]+`)
	// Refusals that end when something else does; all 429 and 5xx do as well.
	passingCodes = map[string]bool{"40029": true, "40032": true}
)

// refusals reads what was answered in place of a success; nothing that another server said comes out of it,
// but for a sentence with a code.
type refusals struct {
	origin string
	clock  Clock
}

func (r refusals) ofAPI(came *answer) *Error {
	body := textsOf(came.content)
	code, sentence := body["code"], body["message"]
	if !apiCode.MatchString(code) {
		code = ""
	}
	if code == "" {
		sentence = ""
	}
	failed := r.newError(KindAPI, came, code, sentence)
	failed.Retryable = failed.Retryable || passingCodes[code]
	return failed
}

func (r refusals) ofTokens(came *answer) *Error {
	body := textsOf(came.content)
	code := body["sub_code"]
	if !subCode.MatchString(code) {
		code = ""
	}
	failed := r.newError(KindToken, came, code, body["error_description"])
	// Another server's word may be a whole sentence.
	if word := body["error"]; failed.Code == "" && oauthWord.MatchString(word) {
		failed.Code = word
	}
	return failed
}

func (r refusals) newError(kind Kind, came *answer, code, sentence string) *Error {
	sentence = onOneLine(sentence)
	if sentence == "" {
		sentence = came.describeUnexpected()
	}
	docs := r.origin + "/docs"
	if code != "" {
		docs += "#code-" + code
	}
	id := came.headerOf("X-Request-Id")
	if !requestID.MatchString(id) {
		id = ""
	}
	after, hasAfter := parseRetryAfter(came.headerOf("Retry-After"), r.clock.Now())
	return &Error{
		Kind:          kind,
		Code:          code,
		Message:       sentence,
		Status:        came.status,
		RequestID:     id,
		Docs:          docs,
		Retryable:     came.status == http.StatusTooManyRequests || came.status >= 500,
		RetryAfter:    after,
		hasRetryAfter: hasAfter,
	}
}

// onOneLine bounds a sentence that came, so that it is one entry of a log.
func onOneLine(sentence string) string {
	line := []rune(controls.ReplaceAllString(sentence, " "))
	if len(line) > maxSentence {
		line = line[:maxSentence]
	}
	return string(line)
}

// textsOf returns those members of a JSON object that are texts.
func textsOf(content []byte) map[string]string {
	var members map[string]json.RawMessage
	texts := map[string]string{}
	if json.Unmarshal(content, &members) != nil {
		return texts
	}
	for name, member := range members {
		var text string
		if len(member) > 0 && member[0] == '"' && json.Unmarshal(member, &text) == nil {
			texts[name] = text
		}
	}
	return texts
}
