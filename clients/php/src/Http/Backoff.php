<?php

declare(strict_types=1);

namespace Titular\Http;

/**
 * Pauses before a retry.
 *
 * @internal
 */
final class Backoff
{
    /** A longer Retry-After is not waited for: the error comes at once and tells it. */
    public const MAX_RETRY_AFTER_SECONDS = 300;

    /** The pause before the first retry where no time is named. */
    public const FIRST_WAIT_SECONDS = 1;

    private const MAX_WAIT_SECONDS = 60;
    // Added by chance at most, so that clients that failed together do not return together.
    private const JITTER = 0.25;

    /** Seconds before retry number `$retry` (from 1): never shorter than Retry-After, else 1, 2, 4 ... 60. */
    public static function waitSeconds(int $retry, ?float $retryAfter, float $chance): float
    {
        $spread = 1 + self::JITTER * $chance;
        if ($retryAfter !== null) {
            return $retryAfter * $spread;
        }

        return min(self::FIRST_WAIT_SECONDS * 2 ** min($retry - 1, 16) * $spread, self::MAX_WAIT_SECONDS);
    }

    /** Seconds that a Retry-After header names, as a number or a date (RFC 9110 section 10.2.3); else null. */
    public static function parseRetryAfter(?string $header, float $now): ?float
    {
        $text = trim($header ?? '');
        if (preg_match('/^[0-9]{1,9}\z/', $text)) {
            return (float) $text;
        }
        if (!preg_match('/^[A-Z][a-z]{2}, ([0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2}) GMT\z/', $text, $date)) {
            return null;
        }
        $at = \DateTimeImmutable::createFromFormat('!d M Y H:i:s', $date[1], new \DateTimeZone('UTC'));

        return $at === false ? null : min(max(0.0, ceil($at->getTimestamp() - $now)), 999_999_999.0);
    }
}
