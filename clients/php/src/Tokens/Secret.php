<?php

declare(strict_types=1);

namespace Titular\Tokens;

/**
 * A text that no dump, export, cast or trace shows: it is kept beside the object, not in it.
 *
 * @internal
 */
final class Secret
{
    /** @var \WeakMap<self, string>|null */
    private static ?\WeakMap $values = null;

    public function __construct(#[\SensitiveParameter] string $value)
    {
        self::$values ??= new \WeakMap();
        self::$values[$this] = $value;
    }

    public function reveal(): string
    {
        return self::$values[$this];
    }

    public function __clone()
    {
        throw new \LogicException('a secret is not copied');
    }

    public function __serialize(): array
    {
        throw new \LogicException('a secret is not serialized');
    }
}
