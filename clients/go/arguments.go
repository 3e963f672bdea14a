package titular

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

const maxRetriesAllowed = 20

var headerText = regexp.MustCompile(`^[!-~]{1,255}$`)

// Ptr returns the address of a value, as optional numbers and booleans of requests need it.
func Ptr[T any](value T) *T { return &value }

func requireText(name, given string) *Error {
	if given == "" {
		return usageError(name + " is missing")
	}
	return nil
}

// requireHeaderText takes what a header holds as it is: the platform's own error about one would quote it.
func requireHeaderText(name, given string) *Error {
	if !headerText.MatchString(given) {
		return usageError(name + " must be 1 to 255 printable ASCII characters without spaces")
	}
	return nil
}

func requireRetries(given int) *Error {
	if given < 0 || given > maxRetriesAllowed {
		return usageError("maxRetries must be a number from 0 to " + strconv.Itoa(maxRetriesAllowed))
	}
	return nil
}

// fillPath puts ids, each behind its name, into a path; one that would lead to another address is refused.
func fillPath(path string, ids []string) (string, *Error) {
	for at := 0; at+1 < len(ids); at += 2 {
		name, id := ids[at], ids[at+1]
		if id == "" || id == "." || id == ".." || !utf8.ValidString(id) {
			return "", usageError(name + " is not an id")
		}
		path = strings.Replace(path, "{"+name+"}", url.PathEscape(id), 1)
	}
	return path, nil
}

// writeQuery writes the members of a struct by their names in JSON; those left out are not sent.
func writeQuery(parameters any) (string, *Error) {
	query := url.Values{}
	if parameters != nil {
		value := reflect.ValueOf(parameters)
		for at := 0; at < value.NumField(); at++ {
			name, _, _ := strings.Cut(value.Type().Field(at).Tag.Get("json"), ",")
			switch field := value.Field(at); {
			case field.IsZero():
			case field.Kind() == reflect.Int:
				query.Set(name, strconv.FormatInt(field.Int(), 10))
			default:
				query.Set(name, field.String())
			}
		}
	}
	if flawOf(reflect.ValueOf(map[string][]string(query))) != "" {
		return "", usageError("a parameter is no text of Unicode")
	}
	return query.Encode(), nil
}

// writeBody writes a body as JSON. The library would put a mark in the place of what is not UTF-8, and so change a name.
func writeBody(body any) ([]byte, *Error) {
	content, err := json.Marshal(body)
	if err != nil {
		return nil, usageError("the body cannot be written as JSON")
	}
	if flaw := flawOf(reflect.ValueOf(body)); flaw != "" {
		return nil, usageError("the body cannot be written as JSON: " + flaw)
	}
	return content, nil
}

// A float64 holds no whole number from here on to its last digit.
const inexact = 1 << 53

// flawOf tells what in a value that was written, at whatever depth, would arrive as something else; "" where nothing does.
func flawOf(value reflect.Value) string {
	switch value.Kind() {
	case reflect.String:
		if !utf8.ValidString(value.String()) {
			return "a text is not UTF-8"
		}
	case reflect.Float64:
		if number := value.Float(); number >= inexact || number <= -inexact {
			return "a number has more digits than a float64 holds: give a text"
		}
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			return flawOf(value.Elem())
		}
	case reflect.Struct:
		for at := 0; at < value.NumField(); at++ {
			if flaw := flawOf(value.Field(at)); flaw != "" {
				return flaw
			}
		}
	case reflect.Slice, reflect.Array:
		for at := 0; at < value.Len(); at++ {
			if flaw := flawOf(value.Index(at)); flaw != "" {
				return flaw
			}
		}
	case reflect.Map:
		for _, key := range value.MapKeys() {
			if flaw := flawOf(key) + flawOf(value.MapIndex(key)); flaw != "" {
				return flaw
			}
		}
	}
	return ""
}

// newUUID makes a random one (RFC 9562 section 5.4).
func newUUID() (string, *Error) {
	var bytes [16]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		return "", usageError("the system has no random numbers")
	}
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	text := hex.EncodeToString(bytes[:])
	return strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-"), nil
}

const (
	apiPath = "/api/public/v1"
	label   = `[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?`
)

var (
	// ASCII alone: two standards make different hosts of a name beyond it, and credentials go there.
	unsound   = regexp.MustCompile(`[^!-~]`)
	hostName  = regexp.MustCompile(`^(?i:` + label + `(?:\.` + label + `)*|[0-9a-f.]*:[0-9a-f:.]*)$`)
	localHost = regexp.MustCompile(`^(?i:localhost|127(?:\.[0-9]{1,3}){3}|::1)$`)
)

// parseBaseURL returns the service's own address, without the path of the API and without a slash at the end.
func parseBaseURL(given string, allowPlain bool) (string, *Error) {
	address, err := url.Parse(given)
	// What no connection can be made to is refused here, before anything waits or is tried again.
	if err != nil || unsound.MatchString(given) || !isReachable(address) {
		return "", usageError("baseURL must be an https address, such as https://verify.bank.example")
	}
	if address.User != nil || strings.ContainsAny(given, "?#") {
		return "", usageError("baseURL must not have a user, a password, a query or a fragment")
	}
	if address.Scheme == "http" && !allowPlain && !localHost.MatchString(address.Hostname()) {
		return "", usageError("baseURL is http: credentials would be readable on the way; use https, or WithPlainHTTP")
	}
	path := strings.TrimSuffix(strings.TrimRight(address.EscapedPath(), "/"), apiPath)
	return address.Scheme + "://" + authorityOf(address) + path, nil
}

func isReachable(address *url.URL) bool {
	if address.Scheme != "http" && address.Scheme != "https" || !hostName.MatchString(address.Hostname()) {
		return false
	}
	if address.Port() == "" {
		return !strings.HasSuffix(address.Host, ":")
	}
	port, err := strconv.Atoi(address.Port())
	return err == nil && port > 0 && port < 1<<16
}

// authorityOf writes host and port as others do: the account's name and whom an assertion is for are made of it.
func authorityOf(address *url.URL) string {
	host := strings.ToLower(address.Host)
	if address.Scheme == "https" {
		return strings.TrimSuffix(host, ":443")
	}
	return strings.TrimSuffix(host, ":80")
}

// Nullable is a value, or null where a change takes a value away: Value and Null make one.
type Nullable[T any] struct {
	value  T
	isNull bool
}

// Value is a member that a change sets.
func Value[T any](value T) *Nullable[T] { return &Nullable[T]{value: value} }

// Null is a member that a change takes away.
func Null[T any]() *Nullable[T] { return &Nullable[T]{isNull: true} }

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.isNull {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// UnmarshalJSON reads the value or null.
func (n *Nullable[T]) UnmarshalJSON(content []byte) error {
	n.isNull = string(content) == "null"
	return json.Unmarshal(content, &n.value)
}
