<?php

declare(strict_types=1);

namespace Titular\Http;

/**
 * JSON objects as arrays of PHP.
 *
 * @internal
 */
final class Json
{
    /** The object that a text holds; `null` for a text, a list or a number, and for what is no JSON. */
    public static function parseObject(#[\SensitiveParameter] string $text): ?array
    {
        // As arrays, {} and [] would be the same.
        if (!str_starts_with(ltrim($text), '{')) {
            return null;
        }
        $value = json_decode($text, true);

        return is_array($value) ? $value : null;
    }

    /** An array as an object, an empty one too. */
    public static function writeObject(#[\SensitiveParameter] array $value): string
    {
        try {
            return json_encode((object) $value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException("body cannot be written as JSON: {$error->getMessage()}");
        }
    }
}
