<?php

declare(strict_types=1);

namespace Titular\Tokens;

use Titular\Http\Json;

/**
 * An access token with its times, in seconds since 1970.
 *
 * @internal
 */
final class Token
{
    // A token is replaced within this last part of its life, at a time by chance, so that clients do not ask together.
    private const EARLY_PART = 0.1;
    // It is not used for so long before its end, so that it does not end on the way.
    private const MARGIN_SECONDS = 5;

    public readonly float $refreshAt;
    public readonly float $endsAt;

    public function __construct(
        public readonly Secret $value,
        public readonly float $askedAt,
        public readonly float $life,
        float $chance,
    ) {
        $this->endsAt = $askedAt + max($life - self::MARGIN_SECONDS, $life / 2);
        $early = $life * self::EARLY_PART * (0.5 + $chance / 2);
        $this->refreshAt = min($askedAt + $life - $early, $this->endsAt);
    }

    public function toText(): string
    {
        return Json::writeObject([
            'value' => $this->value->reveal(),
            'askedAt' => $this->askedAt,
            'life' => $this->life,
        ]);
    }

    /** Reads what a store kept; `null` where that is no token. Each process has its own chance. */
    public static function fromText(#[\SensitiveParameter] ?string $text, float $chance): ?self
    {
        $kept = Json::parseObject($text ?? '') ?? [];
        $value = $kept['value'] ?? null;
        $askedAt = $kept['askedAt'] ?? null;
        $life = $kept['life'] ?? null;
        if (!is_string($value) || !preg_match('/^[!-~]+\z/', $value) || !is_numeric($askedAt) || !is_numeric($life)) {
            return null;
        }

        return new self(new Secret($value), (float) $askedAt, (float) $life, $chance);
    }
}
