<?php

declare(strict_types=1);

namespace Titular\Tokens;

/**
 * Signs with a private key by OpenSSL.
 *
 * @internal
 */
final class PrivateKey
{
    private const UNUSABLE = 'privateKey is no key that can sign here: '
        . 'give a PKCS#8 PEM (BEGIN PRIVATE KEY) of P-256 or RSA, or sign for another';

    /** Length of each half of a signature by P-256, in bytes. */
    private const HALF_BYTES = 32;

    private function __construct(
        public readonly string $algorithm,
        /** SHA-256 of the public half. */
        public readonly string $digest,
        private readonly \OpenSSLAsymmetricKey $key,
    ) {
    }

    /** Opens a key and finds its algorithm; the error tells nothing of a key that cannot sign. */
    public static function open(#[\SensitiveParameter] string $pem): self
    {
        // OpenSSL would read files by their names, and ask a terminal for a passphrase.
        $isPlain = str_starts_with(ltrim($pem), '-----BEGIN ') && !str_contains($pem, 'ENCRYPTED');
        $key = $isPlain ? openssl_pkey_get_private($pem) : false;
        self::dropErrors();
        $details = $key === false ? false : openssl_pkey_get_details($key);
        if ($key === false || $details === false) {
            throw new \InvalidArgumentException(self::UNUSABLE);
        }
        $algorithm = match (true) {
            $details['type'] === OPENSSL_KEYTYPE_RSA => 'RS256',
            ($details['ec']['curve_name'] ?? null) === 'prime256v1' => 'ES256',
            default => throw new \InvalidArgumentException(self::UNUSABLE),
        };

        return new self($algorithm, hash('sha256', $details['key']), $key);
    }

    public function sign(string $content): string
    {
        if (!openssl_sign($content, $signature, $this->key, OPENSSL_ALGO_SHA256)) {
            self::dropErrors();
            throw new \RuntimeException('OpenSSL did not sign');
        }

        return $this->algorithm === 'ES256' ? self::toRaw($signature) : $signature;
    }

    /** Converts SEQUENCE { INTEGER r, INTEGER s } of DER to r and s of 32 bytes each (RFC 7518 section 3.4). */
    public static function toRaw(string $der): string
    {
        $at = 2;
        $raw = '';
        for ($half = 0; $half < 2; $half++) {
            $length = ord($der[$at + 1]);
            // DER leaves out leading zeros, and puts one before a first bit of 1.
            $number = ltrim(substr($der, $at + 2, $length), "\0");
            $raw .= str_pad($number, self::HALF_BYTES, "\0", STR_PAD_LEFT);
            $at += 2 + $length;
        }

        return $raw;
    }

    /** Leaves nothing of a key in the list of errors, which all of the process reads. */
    private static function dropErrors(): void
    {
        while (openssl_error_string() !== false) {
        }
    }

    public function __debugInfo(): array
    {
        return ['algorithm' => $this->algorithm];
    }
}
