package titular

import (
	"context"
	"crypto"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"time"
)

const (
	jwtBearerGrant  = "urn:ietf:params:oauth:grant-type:jwt-bearer"
	defaultLifetime = 60 * time.Second
	maxLifetime     = time.Hour
	es256Half       = 32
)

// prepareToken makes what one token request is sent with; each has an assertion of its own.
type prepareToken func(ctx context.Context, now time.Time) (prepared, *Error)

// Credentials are a ClientSecret or an Assertion.
type Credentials interface {
	open(origin string) (prepareToken, *Error)
}

// ClientSecret is a client id with its secret (RFC 6749 section 4.4).
type ClientSecret struct {
	ID     string
	Secret Secret `json:"-"`
	// Scopes separated by spaces; all of the account without it.
	Scope string
}

// Assertion is a service account that signs an assertion for each access token (RFC 7523); no secret leaves the process.
// Give PrivateKey, Signer, or Sign with Algorithm.
type Assertion struct {
	Account  string
	TenantID string
	// PrivateKey is PKCS#8 PEM of P-256, Ed25519 or RSA.
	PrivateKey Secret `json:"-"`
	// Signer returns such a key elsewhere, such as in an HSM. Its signatures are those of crypto.Signer, which has DER for P-256.
	Signer func() crypto.Signer `json:"-"`
	// Sign signs elsewhere, such as in a key service. A signature of ES256 has 64 bytes, as RFC 7518 section 3.4 says.
	Sign func(ctx context.Context, content []byte) ([]byte, error) `json:"-"`
	// Algorithm is ES256, EdDSA, PS256 or RS256; needed beside Sign, and for an RSA key registered for PS256.
	Algorithm string
	// KeyID names the registered key; needed where the account has several of one algorithm.
	KeyID string
	// IssuerDomain is that in the name of the account; the host of the service without it.
	IssuerDomain string
	// Audience is the public address of the service or of its token endpoint; made from the address without it.
	Audience string
	// Lifetime is a minute without it, and at most an hour; the account may be limited to less.
	Lifetime time.Duration
	Scope    string
}

// Format shows nothing of the secret, however it is printed.
func (ClientSecret) Format(state fmt.State, _ rune) { hidden(state, "ClientSecret") }

// Format shows nothing of the key, however it is printed.
func (Assertion) Format(state fmt.State, _ rune) { hidden(state, "Assertion") }

func formOf(grant, scope string) url.Values {
	form := url.Values{"grant_type": {grant}}
	if scope != "" {
		form.Set("scope", scope)
	}
	return form
}

func formRequest(form url.Values) prepared {
	header := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	return prepared{header: header, body: []byte(form.Encode())}
}

func (s ClientSecret) open(string) (prepareToken, *Error) {
	if failed := requireText("ID", s.ID); failed != nil {
		return nil, failed
	}
	secret := s.Secret.reveal()
	if failed := requireText("Secret", secret); failed != nil {
		return nil, failed
	}
	// Both halves are form-encoded first (RFC 6749 section 2.3.1).
	pair := url.QueryEscape(s.ID) + ":" + url.QueryEscape(secret)
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))
	return func(context.Context, time.Time) (prepared, *Error) {
		made := formRequest(formOf("client_credentials", s.Scope))
		made.header["Authorization"] = basic
		return made, nil
	}, nil
}

func (a Assertion) open(origin string) (prepareToken, *Error) {
	if failed := requireText("Account", a.Account); failed != nil {
		return nil, failed
	}
	if failed := requireText("TenantID", a.TenantID); failed != nil {
		return nil, failed
	}
	if a.Lifetime == 0 {
		a.Lifetime = defaultLifetime
	}
	if a.Lifetime < time.Second || a.Lifetime > maxLifetime {
		return nil, usageError("Lifetime must be from a second to an hour")
	}
	if failed := a.completeSigner(); failed != nil {
		return nil, failed
	}
	if a.IssuerDomain == "" {
		// The origin was parsed before.
		address, _ := url.Parse(origin)
		a.IssuerDomain = address.Host
	}
	if a.Audience == "" {
		a.Audience = origin + tokenPath
	}
	return func(ctx context.Context, now time.Time) (prepared, *Error) {
		form := formOf(jwtBearerGrant, a.Scope)
		signed, failed := a.signAt(ctx, now)
		if failed != nil {
			return prepared{}, failed
		}
		form.Set("assertion", signed)
		return formRequest(form), nil
	}, nil
}

// completeSigner makes the private key a function that signs, with the algorithm that goes with it.
func (a *Assertion) completeSigner() *Error {
	switch a.Algorithm {
	case "", "ES256", "EdDSA", "PS256", "RS256":
	default:
		return usageError("Algorithm must be one of ES256, EdDSA, PS256, RS256")
	}
	if a.Sign != nil {
		if a.Algorithm == "" {
			return usageError("Algorithm is missing: Sign alone does not tell it")
		}
		return nil
	}
	name, key := "Signer", crypto.Signer(nil)
	if a.Signer != nil {
		key = a.Signer()
	} else {
		text := a.PrivateKey.reveal()
		if failed := requireText("PrivateKey", text); failed != nil {
			return failed
		}
		name, key = "PrivateKey", parsePrivateKey(text)
	}
	algorithm, sign := openKey(key, a.Algorithm)
	if sign == nil {
		return usageError(name + " is no key that can sign here: give " + keyForms[name])
	}
	if a.Algorithm != "" && a.Algorithm != algorithm {
		return usageError("Algorithm is " + a.Algorithm + ", but " + name + " signs " + algorithm)
	}
	if a.Signer != nil {
		sign = within(sign)
	}
	a.Algorithm, a.Sign = algorithm, sign
	return nil
}

func encode(part any) string {
	// Texts and numbers alone, which can always be written.
	content, _ := json.Marshal(part)
	return base64.RawURLEncoding.EncodeToString(content)
}

func (a Assertion) signAt(ctx context.Context, now time.Time) (string, *Error) {
	id, failed := newUUID()
	if failed != nil {
		return "", failed
	}
	header := map[string]string{"alg": a.Algorithm, "typ": "JWT"}
	if a.KeyID != "" {
		header["kid"] = a.KeyID
	}
	name := a.Account + "@" + a.TenantID + "." + a.IssuerDomain
	claims := map[string]any{
		"iss": name,
		"sub": name,
		"aud": a.Audience,
		"iat": now.Unix(),
		"exp": now.Add(a.Lifetime).Unix(),
		"jti": id,
	}
	content := encode(header) + "." + encode(claims)
	signature, err := a.Sign(ctx, []byte(content))
	if err != nil {
		if ctx.Err() != nil {
			return "", endedError(ctx.Err(), "Sign was ended before it had signed")
		}
		// A key service that is away is a fault like any other; its own words may tell of the key.
		told := fmt.Sprintf("%T", err)
		if fault, isOwn := err.(keyFault); isOwn {
			told = string(fault)
		}
		return "", &Error{Kind: KindToken, Code: "SIGN_FAILED", Message: "Sign failed: " + told, Retryable: true}
	}
	if a.Algorithm == "ES256" && len(signature) != 2*es256Half {
		// Key services answer DER, which the service refuses without a reason that helps.
		message := fmt.Sprintf(
			"Sign returned %d bytes, not the %d of RFC 7518 section 3.4: convert DER to r and s", len(signature), 2*es256Half)
		return "", &Error{Kind: KindToken, Code: "SIGN_FAILED", Message: message}
	}
	return content + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}
