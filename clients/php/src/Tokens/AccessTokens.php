<?php

declare(strict_types=1);

namespace Titular\Tokens;

use Titular\Errors\TitularException;
use Titular\Http\Clock;

/**
 * Keeps one token: used for its life, replaced shortly before its end, shared by processes that have a store.
 *
 * @internal
 */
final class AccessTokens
{
    // Pause after an early replacement that failed, while the token at hand is still good.
    private const EARLY_PAUSE_SECONDS = 10;

    private ?Token $kept = null;
    private float $nextEarlyAt = 0;

    public function __construct(
        private readonly TokenEndpoint $endpoint,
        private readonly Clock $clock,
        private readonly ?TokenStore $store,
    ) {
    }

    /** The present token, or a new one that is asked for until an instant. */
    public function get(float $endsAt): Secret
    {
        $now = $this->clock->now();
        if ($this->kept === null || $now >= $this->kept->refreshAt) {
            $this->readStore($now);
        }
        if ($this->kept === null || $now >= $this->kept->endsAt) {
            return $this->take(true, $endsAt)->value;
        }
        if ($now >= $this->kept->refreshAt && $now >= $this->nextEarlyAt) {
            $this->replaceEarly($now, $endsAt);
        }

        return $this->kept->value;
    }

    /** Discards a token that was refused, unless another has taken its place since. */
    public function discard(Secret $value): void
    {
        if ($this->kept?->value === $value) {
            $this->kept = null;
        }
        $key = $this->endpoint->storeKey;
        $stored = Token::fromText($this->store?->load($key), 0);
        if ($stored?->value->reveal() === $value->reveal()) {
            $this->store?->remove($key);
        }
    }

    /** Takes over what another process renewed. */
    private function readStore(float $now): void
    {
        $stored = Token::fromText($this->store?->load($this->endpoint->storeKey), $this->clock->chance());
        if ($stored !== null && $now < $stored->endsAt && $stored->endsAt > ($this->kept?->endsAt ?? 0)) {
            $this->kept = $stored;
        }
    }

    private function replaceEarly(float $now, float $endsAt): void
    {
        $this->nextEarlyAt = $now + self::EARLY_PAUSE_SECONDS;
        try {
            $this->take(false, $endsAt);
        } catch (TitularException) {
            // The token at hand serves on.
        }
    }

    private function take(bool $isPatient, float $endsAt): Token
    {
        $this->kept = $token = $this->endpoint->fetch($isPatient, $endsAt);
        $seconds = (int) ($token->endsAt - $this->clock->now());
        if ($seconds > 0) {
            $this->store?->save($this->endpoint->storeKey, $token->toText(), $seconds);
        }

        return $token;
    }

    public function __debugInfo(): array
    {
        return [];
    }
}
