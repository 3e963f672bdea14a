<?php

declare(strict_types=1);

namespace Titular;

/**
 * Checks what a program gives; an InvalidArgumentException names it, and never shows it.
 *
 * @internal
 */
final class Input
{
    public static function requireText(string $name, #[\SensitiveParameter] mixed $given): string
    {
        if ($given === null || $given === '') {
            throw new \InvalidArgumentException("{$name} is missing");
        }
        if (!is_string($given)) {
            throw new \InvalidArgumentException("{$name} must be a text");
        }

        return $given;
    }

    public static function requireNumber(string $name, int|float $given, int|float $low, int|float $high): int|float
    {
        // NAN is in no range.
        if (!($given >= $low && $given <= $high)) {
            throw new \InvalidArgumentException("{$name} must be a number from {$low} to {$high}");
        }

        return $given;
    }

    public static function requireHeaderText(string $name, string $text): string
    {
        if (!preg_match('/^[!-~]{1,255}\z/', $text)) {
            throw new \InvalidArgumentException("{$name} must be 1 to 255 printable ASCII characters without spaces");
        }

        return $text;
    }

    /**
     * Puts ids into the places of a path.
     *
     * @param array<string, string> $ids
     */
    public static function fillPath(string $path, array $ids): string
    {
        foreach ($ids as $name => $id) {
            if (in_array($id, ['', '.', '..'], true) || !preg_match('//u', $id)) {
                throw new \InvalidArgumentException("{$name} is not an id");
            }
            $path = str_replace("{{$name}}", rawurlencode($id), $path);
        }

        return $path;
    }

    /**
     * Writes a query; what is `null` is left out.
     *
     * @param array<string, string|int|bool|\DateTimeInterface|null> $query
     */
    public static function writeQuery(array $query): string
    {
        $texts = array_map(self::toText(...), array_filter($query, static fn (mixed $value): bool => $value !== null));

        if (!preg_match('//u', implode($texts))) {
            throw new \InvalidArgumentException('a parameter is no text of Unicode');
        }

        return http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }

    private static function toText(string|int|bool|\DateTimeInterface $value): string
    {
        if ($value instanceof \DateTimeInterface) {
            $utc = \DateTimeImmutable::createFromInterface($value)->setTimezone(new \DateTimeZone('UTC'));

            return $utc->format('Y-m-d\TH:i:s.v\Z');
        }

        return is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
    }

    /** A random UUID of version 4. */
    public static function newUuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0F | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3F | 0x80);

        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
