<?php

declare(strict_types=1);

namespace Titular;

use Titular\Tokens\PrivateKey;

/**
 * A service account that signs an assertion for each access token (RFC 7523); no secret leaves the process.
 *
 * Give `privateKey` (PKCS#8 PEM of P-256 or RSA), or `sign` with `algorithm`: a callable that signs bytes elsewhere, such as a key
 * service does. A signature of ES256 has the form of RFC 7518 section 3.4.
 */
final class Assertion
{
    private const ALGORITHMS = ['ES256', 'EdDSA', 'PS256', 'RS256'];

    public readonly string $account;
    public readonly string $tenantId;
    public readonly string $algorithm;
    /** SHA-256 of the public half of the key; null where something else signs. */
    public readonly ?string $keyDigest;
    /** @var \Closure(string): string */
    private readonly \Closure $signer;

    /**
     * @param string|null $privateKey read once, and kept by OpenSSL alone
     * @param (callable(string): string)|null $sign
     * @param string|null $algorithm `ES256`, `EdDSA`, `PS256` or `RS256`; needed beside `sign`
     * @param string|null $keyId id of the registered key; needed where the account has several of one algorithm
     * @param string|null $issuerDomain domain in the name of the account; without it, host of `baseUrl`
     * @param string|null $audience public address of the service or of its token endpoint; without it, made from `baseUrl`
     * @param int $lifetimeSeconds 1 to 3600; the account may be limited to less
     * @param string|null $scope scopes parted by spaces; all of the account without it
     */
    public function __construct(
        string $account,
        string $tenantId,
        #[\SensitiveParameter] ?string $privateKey = null,
        #[\SensitiveParameter] ?callable $sign = null,
        ?string $algorithm = null,
        public readonly ?string $keyId = null,
        public readonly ?string $issuerDomain = null,
        public readonly ?string $audience = null,
        public readonly int $lifetimeSeconds = 60,
        public readonly ?string $scope = null,
    ) {
        $this->account = Input::requireText('account', $account);
        $this->tenantId = Input::requireText('tenantId', $tenantId);
        Input::requireNumber('lifetimeSeconds', $lifetimeSeconds, 1, 3600);
        if ($algorithm !== null && !in_array($algorithm, self::ALGORITHMS, true)) {
            throw new \InvalidArgumentException('algorithm must be one of ' . implode(', ', self::ALGORITHMS));
        }
        if ($sign !== null) {
            $this->algorithm = $algorithm
                ?? throw new \InvalidArgumentException('algorithm is missing: sign alone does not tell it');
            $this->signer = $sign(...);
            $this->keyDigest = null;

            return;
        }
        $key = PrivateKey::open(Input::requireText('privateKey', $privateKey));
        if ($algorithm !== null && $algorithm !== $key->algorithm) {
            throw new \InvalidArgumentException("algorithm is {$algorithm}, but privateKey signs {$key->algorithm}");
        }
        $this->algorithm = $key->algorithm;
        $this->keyDigest = $key->digest;
        $this->signer = $key->sign(...);
    }

    /** @internal */
    public function sign(string $content): string
    {
        return ($this->signer)($content);
    }

    public function __debugInfo(): array
    {
        return ['account' => $this->account, 'tenantId' => $this->tenantId, 'algorithm' => $this->algorithm];
    }
}
