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
    // A longer time is waited for by nobody.
    private const MAX_SECONDS = 999_999_999.0;
    private const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    // The three forms of a date (RFC 9110 section 5.6.7).
    private const DATE_FORMS = [
        '/^[A-Z][a-z]{2}, (?<day>[0-9]{2}) (?<month>[A-Z][a-z]{2}) (?<year>[0-9]{4}) (?<time>[0-9]{2}:[0-9]{2}:[0-9]{2}) GMT\z/',
        '/^[A-Z][a-z]{5,8}, (?<day>[0-9]{2})-(?<month>[A-Z][a-z]{2})-(?<year>[0-9]{2}) (?<time>[0-9]{2}:[0-9]{2}:[0-9]{2}) GMT\z/',
        '/^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ 0-9][0-9]) (?<time>[0-9]{2}:[0-9]{2}:[0-9]{2}) (?<year>[0-9]{4})\z/',
    ];

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
        if (preg_match('/^[0-9]+\z/', $text)) {
            return strlen($text) <= 9 ? (float) $text : self::MAX_SECONDS;
        }
        $at = self::parseDate($text, $now);

        return $at === null ? null : min(max(0.0, ceil($at - $now)), self::MAX_SECONDS);
    }

    private static function parseDate(string $text, float $now): ?int
    {
        foreach (self::DATE_FORMS as $form) {
            if (!preg_match($form, $text, $found)) {
                continue;
            }
            $month = array_search($found['month'], self::MONTHS, true);
            [$year, $day] = [self::wholeYear($found['year'], $now), (int) $found['day']];
            [$hour, $minute, $second] = array_map('intval', explode(':', $found['time']));
            $isDate = $month !== false && $year > 0 && checkdate($month + 1, $day, $year);

            return $isDate && $hour < 24 && $minute < 60 && $second < 60
                ? (int) gmmktime($hour, $minute, $second, $month + 1, $day, $year)
                : null;
        }

        return null;
    }

    /** The year; one of two digits is at most 50 years ahead. */
    private static function wholeYear(string $year, float $now): int
    {
        if (strlen($year) > 2) {
            return (int) $year;
        }
        $inCentury = 2000 + (int) $year;

        return $inCentury > (int) gmdate('Y', (int) $now) + 50 ? $inCentury - 100 : $inCentury;
    }
}
