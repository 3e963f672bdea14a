<?php

declare(strict_types=1);

namespace Titular\Webhooks;

use Titular\Errors\WebhookVerificationException;
use Titular\Http\Json;
use Titular\Input;

/** Verifies webhooks as Standard Webhooks says. */
final class Webhook
{
    private const SECRET_PREFIX = 'whsec_';
    // Lengths that Standard Webhooks allows, in bytes.
    private const MIN_SECRET_BYTES = 24;
    private const MAX_SECRET_BYTES = 64;
    private const SIGNATURE_VERSION = 'v1,';
    // Many servers join by a comma what came twice; of its own only each signature has one.
    private const JOINED_SIGNATURES = '/,[^ ]*,|, /';
    // Two sign during a rotation; whoever sends very many wants us to work for nothing.
    private const MAX_SIGNATURES = 16;

    /**
     * Verifies a webhook and returns its event; a WebhookVerificationException says by its code why it does not.
     *
     * The event may be of a type newer than this package: answer 2xx and ignore it.
     *
     * @param string $payload the body as it came, such as `file_get_contents('php://input')`: what was parsed does not verify
     * @param array<string, string|list<string>> $headers such as `getallheaders()`, or those of a PSR-7 request
     * @param list<string> $secrets those of the endpoint, `whsec_...`: while one is rotated, both
     * @param float|null $now in seconds since 1970; the clock of the machine without it
     * @return array{id: string, type: string, ...}
     */
    public static function verify(
        #[\SensitiveParameter] string $payload,
        array $headers,
        #[\SensitiveParameter] array $secrets,
        float $toleranceSeconds = 300,
        ?float $now = null,
    ): array {
        $keys = self::readSecrets($secrets);
        $id = self::readHeader($headers, 'webhook-id');
        $timestamp = self::readHeader($headers, 'webhook-timestamp');
        $signature = self::readHeader($headers, 'webhook-signature');
        self::checkTime($timestamp, $toleranceSeconds, $now ?? microtime(true));
        if (!self::isSigned("{$id}.{$timestamp}.{$payload}", $signature, $keys)) {
            throw self::refuse('no_matching_signature', 'none of the secrets made one of the signatures');
        }
        $event = Json::parseObject($payload);
        foreach (['id', 'type'] as $name) {
            if (!is_string($event[$name] ?? null) || $event[$name] === '') {
                throw self::refuse('bad_payload', 'the body is signed, but is no event');
            }
        }

        return $event;
    }

    private static function refuse(string $code, string $message): WebhookVerificationException
    {
        return new WebhookVerificationException($message, $code);
    }

    /**
     * What no sender can change is a fault of the receiver, and so an InvalidArgumentException.
     *
     * @return list<string>
     */
    private static function readSecrets(#[\SensitiveParameter] array $secrets): array
    {
        if ($secrets === []) {
            throw new \InvalidArgumentException('secrets[0] is missing');
        }
        $keys = [];
        foreach (array_values($secrets) as $at => $secret) {
            $text = Input::requireText("secrets[{$at}]", $secret);
            $encoded = str_starts_with($text, self::SECRET_PREFIX) ? substr($text, strlen(self::SECRET_PREFIX)) : '';
            $key = self::decode($encoded) ?? '';
            if (strlen($key) < self::MIN_SECRET_BYTES || strlen($key) > self::MAX_SECRET_BYTES) {
                throw self::refuse('bad_secret', 'a secret is not one of an endpoint: give it whole, as whsec_...');
            }
            $keys[] = $key;
        }

        return $keys;
    }

    private static function readHeader(array $headers, string $name): string
    {
        $values = [];
        foreach ($headers as $key => $value) {
            if (strtolower((string) $key) === $name) {
                array_push($values, ...(is_array($value) ? array_values($value) : [$value]));
            }
        }
        $isOne = count($values) === 1 && is_string($values[0]) && $values[0] !== '';
        $joined = $name === 'webhook-signature' ? self::JOINED_SIGNATURES : '/,/';
        if (!$isOne || preg_match($joined, $values[0]) !== 0) {
            throw self::refuse('missing_header', "the header {$name} is missing or there twice");
        }

        return $values[0];
    }

    private static function checkTime(string $text, float $toleranceSeconds, float $now): void
    {
        if (!preg_match('/^[0-9]{1,12}\z/', $text)) {
            throw self::refuse('bad_timestamp', 'webhook-timestamp is not a number of seconds');
        }
        $age = $now - (int) $text;
        if (is_nan($age) || is_nan($toleranceSeconds)) {
            throw self::refuse('bad_timestamp', 'now or toleranceSeconds is no number');
        }
        if ($age > $toleranceSeconds) {
            throw self::refuse('too_old', 'the attempt is too old: it may be played back, or your clock is ahead');
        }
        if ($age < -$toleranceSeconds) {
            throw self::refuse('too_new', 'the attempt lies in the future: your clock is behind');
        }
    }

    /**
     * Compares in constant time, and skips no pair.
     *
     * @param list<string> $keys
     */
    private static function isSigned(
        #[\SensitiveParameter] string $content,
        string $header,
        #[\SensitiveParameter] array $keys,
    ): bool {
        $signatures = [];
        foreach (array_slice(explode(' ', $header, self::MAX_SIGNATURES + 1), 0, self::MAX_SIGNATURES) as $one) {
            if (str_starts_with($one, self::SIGNATURE_VERSION)) {
                $signatures[] = self::decode(substr($one, strlen(self::SIGNATURE_VERSION))) ?? '';
            }
        }
        $isSigned = false;
        foreach ($keys as $key) {
            $expected = hash_hmac('sha256', $content, $key, true);
            foreach ($signatures as $signature) {
                $isSigned = hash_equals($expected, $signature) || $isSigned;
            }
        }

        return $isSigned;
    }

    /** Base64 with or without its padding; PHP alone would skip spaces in it. */
    private static function decode(#[\SensitiveParameter] string $text): ?string
    {
        $bytes = preg_match('~^[A-Za-z0-9+/]*={0,2}\z~', $text) ? base64_decode($text, true) : false;

        return $bytes === false ? null : $bytes;
    }
}
