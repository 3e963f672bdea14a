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
    /** @param float $at when it came, by the clock that nobody sets */
    public function __construct(public readonly TokenException $error, private readonly float $at)
    {
    }

    /** Seconds that the service still asks to wait; who names hours is asked again after the longest wait. */
    public function secondsLeft(float $elapsed): float
    {
        $passed = $elapsed - $this->at;

        return $passed < Backoff::MAX_RETRY_AFTER_SECONDS ? max(0.0, ($this->error->retryAfter ?? 0) - $passed) : 0.0;
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

    /** Reads what a store kept; `null` where that is no refusal. */
    public static function fromText(?string $text, float $now, float $elapsed): ?self
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
        $error = new TokenException($message ?? '', $code, $status, docs: $docs, retryable: true, retryAfter: $after);

        return new self($error, $elapsed - ($now - (float) $at));
    }
}
