<?php

declare(strict_types=1);

namespace Titular\Tokens;

use Titular\Assertion;
use Titular\ClientSecret;
use Titular\Errors\TokenException;
use Titular\Http\Answer;
use Titular\Http\Clock;
use Titular\Http\Exchange;
use Titular\Http\Json;
use Titular\Http\Prepared;
use Titular\Http\Refusals;
use Titular\Http\Transport;
use Titular\Input;

/**
 * Asks for access tokens with the credentials of one account.
 *
 * @internal
 */
final class TokenEndpoint
{
    private const PATH = '/oauth2/token';
    private const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    // The present token is good: whoever replaces it early does not wait long for the next.
    private const MAX_EARLY_SECONDS = 5;
    private const ES256_BYTES = 64;

    /** Names the token in a store that several clients share. */
    public readonly string $storeKey;

    /** Tells credentials apart, and nothing of them: what one was refused is nothing to the next. */
    public readonly string $credentialDigest;

    public function __construct(
        private readonly ClientSecret|Assertion $credentials,
        private readonly Transport $transport,
        private readonly Refusals $refusals,
        private readonly Clock $clock,
        private readonly int $maxRetries,
    ) {
        $name = $credentials instanceof ClientSecret
            ? [$credentials->clientId]
            : [$credentials->account, $credentials->tenantId, $credentials->keyId];
        $whole = Json::writeObject([$transport->origin, $credentials->scope, ...$name]);
        $this->storeKey = 'titular-token-' . hash('sha256', $whole);
        $own = $credentials instanceof ClientSecret
            ? [$credentials->clientSecret->reveal()]
            : [$credentials->algorithm, $credentials->keyDigest, $credentials->issuerDomain, $credentials->audience];
        $this->credentialDigest = substr(hash_hmac('sha256', Json::writeObject($own), $this->storeKey), 0, 16);
    }

    /**
     * Gets a token; patient when somebody waits for it, so that retries are worth their time. Every refusal is noted.
     *
     * @param \Closure(TokenException): void $note
     */
    public function fetch(bool $isPatient, float $endsAt, \Closure $note): Token
    {
        $askedAt = $this->clock->now();
        $answer = $this->transport->send(new Exchange(
            operation: 'issueToken',
            method: 'POST',
            path: self::PATH,
            isRepeatable: true,
            prepare: $this->prepare(...),
            toError: function (Answer $answer) use ($note): TokenException {
                $error = $this->refusals->ofTokens($answer);
                $note($error);

                return $error;
            },
            maxRetries: $isPatient ? $this->maxRetries : 0,
            endsAt: $endsAt,
            maxSeconds: $isPatient ? INF : self::MAX_EARLY_SECONDS,
        ));
        $value = $answer->body['access_token'] ?? null;
        $life = $answer->body['expires_in'] ?? null;
        $isLife = (is_int($life) || is_float($life)) && $life > 0;
        // A token that no header can hold would come back in an error of the platform.
        if (!is_string($value) || !preg_match('/^[!-~]+\z/', $value) || !$isLife) {
            throw $this->refusals->ofTokens($answer, isReadable: false);
        }

        return new Token(new Secret($value), $askedAt, (float) $life, $this->clock->chance());
    }

    /** Makes what one token request is sent with; each has an assertion of its own. */
    private function prepare(): Prepared
    {
        $credentials = $this->credentials;
        $headers = ['content-type' => 'application/x-www-form-urlencoded'];
        if ($credentials instanceof ClientSecret) {
            // Both halves are form-encoded first (RFC 6749 section 2.3.1).
            $pair = urlencode($credentials->clientId) . ':' . urlencode($credentials->clientSecret->reveal());
            $headers['authorization'] = 'Basic ' . base64_encode($pair);
            $form = ['grant_type' => 'client_credentials'];
        } else {
            $form = ['grant_type' => self::JWT_BEARER_GRANT, 'assertion' => $this->signAssertion($credentials)];
        }
        if ($credentials->scope !== null) {
            $form['scope'] = $credentials->scope;
        }

        return new Prepared($headers, http_build_query($form, '', '&'));
    }

    private function signAssertion(Assertion $credentials): string
    {
        $origin = $this->transport->origin;
        $domain = $credentials->issuerDomain ?? preg_replace('~^https?://([^/]+).*\z~', '$1', $origin);
        $name = "{$credentials->account}@{$credentials->tenantId}.{$domain}";
        $now = (int) $this->clock->now();
        $header = ['alg' => $credentials->algorithm, 'typ' => 'JWT'];
        if ($credentials->keyId !== null) {
            $header['kid'] = $credentials->keyId;
        }
        $claims = [
            'iss' => $name,
            'sub' => $name,
            'aud' => $credentials->audience ?? $origin . self::PATH,
            'iat' => $now,
            'exp' => $now + $credentials->lifetimeSeconds,
            'jti' => Input::newUuid(),
        ];
        $content = $this->base64url(Json::writeObject($header)) . '.' . $this->base64url(Json::writeObject($claims));
        try {
            $signature = $credentials->sign($content);
        } catch (\Throwable $error) {
            // A key service that is away is a fault like any other; its own words may tell of the key.
            $message = 'sign failed: ' . $error::class;
            throw new TokenException($message, 'SIGN_FAILED', retryable: true);
        }
        $length = strlen($signature);
        // Key services answer DER, which the service refuses without a reason that helps.
        if ($credentials->algorithm === 'ES256' && $length !== self::ES256_BYTES) {
            $message = "sign returned {$length} bytes, not the 64 of RFC 7518 section 3.4: convert DER to r and s";
            throw new TokenException($message, 'SIGN_FAILED');
        }

        return $content . '.' . $this->base64url($signature);
    }

    private function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    public function __debugInfo(): array
    {
        return [];
    }
}
