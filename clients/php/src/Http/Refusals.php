<?php

declare(strict_types=1);

namespace Titular\Http;

use Titular\Errors\ApiException;
use Titular\Errors\TokenException;

/**
 * Reads refusals; nothing that another server said comes out of it, but for a sentence with a code.
 *
 * @internal
 */
final class Refusals
{
    /** Refusals that end when something else does; all 429 and 5xx do as well. */
    private const PASSING_CODES = ['40029', '40032'];

    /** No sentence of the service is so long. */
    private const MAX_SENTENCE = 1000;

    public function __construct(private readonly string $origin, private readonly Clock $clock)
    {
    }

    public function ofApi(Answer $answer): ApiException
    {
        $given = $answer->body['code'] ?? null;
        $sentence = $answer->body['message'] ?? null;
        $code = is_string($given) && preg_match('/^[0-9]{5}\z/', $given) ? $given : null;

        return new ApiException(
            $code !== null && is_string($sentence) ? self::onOneLine($sentence) : $answer->describeUnexpected(),
            $code,
            $answer->status,
            $answer->requestId(),
            $this->docs($code),
            $this->mayPass($answer) || in_array($code, self::PASSING_CODES, true),
            $this->retryAfter($answer),
        );
    }

    /** @param bool $isReadable false for a success that holds no token, of which nothing is quoted */
    public function ofTokens(Answer $answer, bool $isReadable = true): TokenException
    {
        $body = $isReadable ? $answer->body : null;
        $given = $body['sub_code'] ?? null;
        $named = is_string($given) && preg_match('/^[a-z0-9_]{1,64}\z/', $given) ? $given : null;
        $word = $body['error'] ?? null;
        $sentence = $body['error_description'] ?? null;
        // Another server's word may be a whole sentence.
        $isWord = is_string($word) && preg_match('/^[a-z_]{1,64}\z/', $word);

        return new TokenException(
            is_string($sentence) ? self::onOneLine($sentence) : $answer->describeUnexpected(),
            $named ?? ($isWord ? $word : null),
            $answer->status,
            $answer->requestId(),
            $this->docs($named),
            $this->mayPass($answer),
            $this->retryAfter($answer),
        );
    }

    /** Without what would begin a line of its own in a log, or steer a terminal. */
    private static function onOneLine(string $sentence): string
    {
        $line = (string) preg_replace('/[\x{00}-\x{1f}\x{7f}-\x{9f}\x{2028}\x{2029}]+/u', ' ', $sentence);

        return preg_match('/^.{0,' . self::MAX_SENTENCE . '}/u', $line, $found) ? $found[0] : '';
    }

    private function mayPass(Answer $answer): bool
    {
        return $answer->status === 429 || $answer->status >= 500;
    }

    private function docs(?string $code): string
    {
        return "{$this->origin}/docs" . ($code === null ? '' : "#code-{$code}");
    }

    private function retryAfter(Answer $answer): ?float
    {
        return Backoff::parseRetryAfter($answer->headers['retry-after'] ?? null, $this->clock->now());
    }
}
