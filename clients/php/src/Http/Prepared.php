<?php

declare(strict_types=1);

namespace Titular\Http;

/**
 * What one try is sent with.
 *
 * @internal
 */
final class Prepared
{
    /**
     * @param array<string, string> $headers
     * @param \Closure(): void|null $renew discards credentials that were just refused
     */
    public function __construct(
        #[\SensitiveParameter] public readonly array $headers,
        #[\SensitiveParameter] public readonly ?string $body = null,
        public readonly ?\Closure $renew = null,
    ) {
    }

    public function __debugInfo(): array
    {
        return ['headers' => array_keys($this->headers)];
    }
}
