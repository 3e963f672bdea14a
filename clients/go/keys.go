package titular

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"math/big"
)

const minRSABits = 2048

// keyForms says what a key may be, by the field that has it.
var keyForms = map[string]string{
	"PrivateKey": "PKCS#8 PEM of P-256, Ed25519 or RSA, not encrypted",
	"Signer":     "one of P-256, Ed25519 or RSA",
}

// keyFault is of this client, so that its words may be told.
type keyFault string

func (f keyFault) Error() string { return string(f) }

type signer func(ctx context.Context, content []byte) ([]byte, error)

// parsePrivateKey returns nil for what is no key that signs.
func parsePrivateKey(text string) crypto.Signer {
	block, _ := pem.Decode([]byte(text))
	if block == nil || block.Type != "PRIVATE KEY" {
		return nil
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil
	}
	key, _ := parsed.(crypto.Signer)
	return key
}

// openKey returns the algorithm of a key, and nil for one that cannot sign.
func openKey(key crypto.Signer, wanted string) (string, signer) {
	if key == nil {
		return "", nil
	}
	switch public := key.Public().(type) {
	case *ecdsa.PublicKey:
		if public.Curve != elliptic.P256() {
			return "", nil
		}
		return "ES256", func(_ context.Context, content []byte) ([]byte, error) { return signES256(key, content) }
	case ed25519.PublicKey:
		return "EdDSA", func(_ context.Context, content []byte) ([]byte, error) {
			return key.Sign(rand.Reader, content, crypto.Hash(0))
		}
	case *rsa.PublicKey:
		if public.N.BitLen() < minRSABits {
			return "", nil
		}
		return signRSA(key, wanted == "PS256")
	}
	return "", nil
}

// signES256 has the two numbers of the signature side by side, which are DER before.
func signES256(key crypto.Signer, content []byte) ([]byte, error) {
	digest := sha256.Sum256(content)
	der, err := key.Sign(rand.Reader, digest[:], crypto.SHA256)
	if err != nil {
		return nil, err
	}
	var pair struct{ R, S *big.Int }
	if rest, err := asn1.Unmarshal(der, &pair); err != nil || len(rest) > 0 {
		return nil, keyFault("its signature is no DER")
	}
	signature := make([]byte, 2*es256Half)
	for at, number := range []*big.Int{pair.R, pair.S} {
		if number.Sign() <= 0 || number.BitLen() > 8*es256Half {
			return nil, keyFault("its signature is none of P-256")
		}
		number.FillBytes(signature[at*es256Half : (at+1)*es256Half])
	}
	return signature, nil
}

func signRSA(key crypto.Signer, isPSS bool) (string, signer) {
	name, options := "RS256", crypto.SignerOpts(crypto.SHA256)
	if isPSS {
		name, options = "PS256", &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: crypto.SHA256}
	}
	return name, func(_ context.Context, content []byte) ([]byte, error) {
		digest := sha256.Sum256(content)
		return key.Sign(rand.Reader, digest[:], options)
	}
}

// within ends with its context: a key elsewhere that gets stuck would hold up every call for good.
func within(sign signer) signer {
	type signed struct {
		signature []byte
		err       error
	}
	return func(ctx context.Context, content []byte) ([]byte, error) {
		done := make(chan signed, 1)
		go func() {
			came := signed{err: keyFault("it panicked")}
			defer func() {
				// In a goroutine of its own, no caller could catch it.
				_ = recover()
				done <- came
			}()
			came.signature, came.err = sign(ctx, content)
		}()
		select {
		case came := <-done:
			return came.signature, came.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
