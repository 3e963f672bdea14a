<?php

declare(strict_types=1);

namespace Titular\Http;

use Titular\Errors\TitularException;

/**
 * One request with all of its tries.
 *
 * @internal
 */
final class Exchange
{
    /**
     * @param bool $isRepeatable whether it may be sent again when nobody knows what became of it
     * @param \Closure(): Prepared $prepare makes each try
     * @param \Closure(Answer): TitularException $toError
     * @param float $endsAt instant of `Clock::elapsed` after which nothing is waited for or tried
     * @param bool $isFile whether a success is answered with bytes, not JSON
     * @param float $maxSeconds limit for each try below that of the client
     */
    public function __construct(
        public readonly string $operation,
        public readonly string $method,
        public readonly string $path,
        public readonly bool $isRepeatable,
        public readonly \Closure $prepare,
        public readonly \Closure $toError,
        public readonly int $maxRetries,
        public readonly float $endsAt,
        public readonly string $query = '',
        public readonly bool $isFile = false,
        public readonly float $maxSeconds = INF,
    ) {
    }

    public function __debugInfo(): array
    {
        return ['operation' => $this->operation];
    }
}
