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

    /**
     * An array as an object, an empty one too.
     *
     * Numbers are written as short as they read back, whatever `serialize_precision` of the machine: with 17, 99.9 would
     * become 99.900000000000006, which is refused as an amount.
     */
    public static function writeObject(#[\SensitiveParameter] array $value): string
    {
        // Some hosts switch the function off; then the machine's own precision stays.
        $before = function_exists('ini_set') ? ini_set('serialize_precision', '-1') : false;
        try {
            return json_encode((object) $value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException("body cannot be written as JSON: {$error->getMessage()}");
        } finally {
            if ($before !== false) {
                ini_set('serialize_precision', $before);
            }
        }
    }
}
