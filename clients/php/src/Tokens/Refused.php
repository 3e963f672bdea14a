<?php

declare(strict_types=1);

namespace Titular\Tokens;

use Titular\Errors\TokenException;
use Titular\Http\Backoff;
use Titular\Http\Json;

/**
 * The last refusal of a token that named a Retry-After. It holds for all calls: the one that asked may have given up.
 *
 * @internal
 */
final class Refused
{
    /** How much longer than it was asked for the wait is: drawn once, so that clients that were refused together do not return together. */
    private readonly float $spread;

    /**
     * @param float $at when it came, by the clock that nobody sets
     * @param float $chance in [0, 1)
     */
    public function __construct(public readonly TokenException $error, private readonly float $at, float $chance)
    {
        $this->spread = Backoff::waitSeconds(1, 1, $chance);
    }

    /** Whether it names a longer wait than anybody waits. */
    public function isTooLong(): bool
    {
        return $this->asked() > Backoff::MAX_RETRY_AFTER_SECONDS;
    }

    /** Seconds until the client asks again; who names hours is asked again after the longest wait. */
    public function secondsLeft(float $elapsed): float
    {
        $lasts = $this->isTooLong() ? Backoff::MAX_RETRY_AFTER_SECONDS : $this->asked() * $this->spread;

        return max(0.0, $lasts - ($elapsed - $this->at));
    }

    /** The refusal, with what is left of its wait. */
    public function withTimeLeft(float $elapsed): TokenException
    {
        return $this->error->withRetryAfter(ceil($this->asked() * $this->spread - ($elapsed - $this->at)));
    }

    private function asked(): float
    {
        return $this->error->retryAfter ?? 0.0;
    }

    /** What other processes read, with the time of day. */
    public function toText(float $now): string
    {
        $error = $this->error;

        return Json::writeObject([
            'refusedAt' => $now,
            'retryAfter' => $error->retryAfter,
            'message' => $error->getMessage(),
            'code' => $error->code,
            'status' => $error->status,
            'docs' => $error->docs,
        ]);
    }

    /** Reads what a store kept; `null` where that is no refusal, or its wait is over. Each process has its own chance. */
    public static function fromText(?string $text, float $now, float $elapsed, float $chance): ?self
    {
        $kept = Json::parseObject($text ?? '') ?? [];
        $at = $kept['refusedAt'] ?? null;
        $after = $kept['retryAfter'] ?? null;
        $status = $kept['status'] ?? null;
        // One from the future is none: the clock was set back since, and would draw the wait out.
        if (!is_numeric($at) || (float) $at > $now || !is_numeric($after) || !is_int($status)) {
            return null;
        }
        [$message, $code, $docs] = array_map(
            static fn (string $name): ?string => is_string($kept[$name] ?? null) ? $kept[$name] : null,
            ['message', 'code', 'docs'],
        );
        $after = (float) $after;
        $passed = $now - (float) $at;
        if ($passed >= min($after, Backoff::MAX_RETRY_AFTER_SECONDS)) {
            return null;
        }
        $error = new TokenException($message ?? '', $code, $status, docs: $docs, retryable: true, retryAfter: $after);

        return new self($error, $elapsed - $passed, $chance);
    }
}
