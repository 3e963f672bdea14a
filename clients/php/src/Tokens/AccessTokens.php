<?php

declare(strict_types=1);

namespace Titular\Tokens;

use Titular\Errors\TitularException;
use Titular\Errors\TokenException;
use Titular\Http\Backoff;
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
    private float $nextEarlyAt = -INF;
    private ?Refused $refused = null;
    private readonly ?TokenStore $store;

    public function __construct(
        private readonly TokenEndpoint $endpoint,
        private readonly Clock $clock,
        ?TokenStore $store,
    ) {
        $this->store = $store === null ? null : new GuardedStore($store);
    }

    /** The present token, or a new one that is asked for until an instant. */
    public function get(float $endsAt, int $maxRetries): Secret
    {
        $now = $this->clock->now();
        if ($this->kept === null || $now >= $this->kept->refreshAt) {
            $this->readStore($now);
        }
        while (!$this->isUsable($now) && $this->waitOut($endsAt, $maxRetries)) {
            $now = $this->clock->now();
            $this->readStore($now);
        }
        if (!$this->isUsable($now)) {
            return $this->take(true, $endsAt)->value;
        }
        $isDue = $now >= $this->kept->refreshAt && $this->clock->elapsed() >= $this->nextEarlyAt;
        if ($isDue && $this->secondsLeft() <= 0) {
            $this->replaceEarly($endsAt);
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

    /** @phpstan-assert-if-true Token $this->kept */
    private function isUsable(float $now): bool
    {
        return $this->kept !== null && $now < $this->kept->endsAt;
    }

    /** Takes over what another process renewed. */
    private function readStore(float $now): void
    {
        $stored = Token::fromText($this->store?->load($this->endpoint->storeKey), $this->clock->chance());
        if ($stored !== null && $now < $stored->endsAt && $stored->endsAt > ($this->kept?->endsAt ?? 0)) {
            $this->kept = $stored;
        }
    }

    /** Seconds that the service still asks to wait, of this process or of another one. */
    private function secondsLeft(): float
    {
        $elapsed = $this->clock->elapsed();
        $left = $this->refused?->secondsLeft($elapsed) ?? 0.0;
        if ($left > 0 || $this->store === null) {
            return $left;
        }
        $text = $this->store->load($this->refusedKey());
        $stored = Refused::fromText($text, $this->clock->now(), $elapsed, $this->clock->chance());
        $this->refused = $stored ?? $this->refused;

        return $stored?->secondsLeft($elapsed) ?? 0.0;
    }

    /** Waits until the client may ask again, if it has to. Who has no time for it gets the refusal, with what is left. */
    private function waitOut(float $endsAt, int $maxRetries): bool
    {
        $pause = $this->secondsLeft();
        if ($this->refused === null || $pause <= 0) {
            return false;
        }
        $elapsed = $this->clock->elapsed();
        if ($maxRetries === 0 || $this->refused->isTooLong() || $elapsed + $pause > $endsAt) {
            throw $this->refused->withTimeLeft($elapsed);
        }
        $this->clock->sleep($pause);

        return true;
    }

    private function note(TokenException $error): void
    {
        if (!$error->retryable || $error->retryAfter === null) {
            return;
        }
        $this->refused = new Refused($error, $this->clock->elapsed(), $this->clock->chance());
        $seconds = (int) min($error->retryAfter, Backoff::MAX_RETRY_AFTER_SECONDS);
        if ($seconds > 0) {
            $this->store?->save($this->refusedKey(), $this->refused->toText($this->clock->now()), $seconds);
        }
    }

    private function refusedKey(): string
    {
        return "{$this->endpoint->storeKey}-refused-{$this->endpoint->credentialDigest}";
    }

    private function replaceEarly(float $endsAt): void
    {
        $this->nextEarlyAt = $this->clock->elapsed() + self::EARLY_PAUSE_SECONDS;
        try {
            $this->take(false, $endsAt);
        } catch (TitularException) {
            // The token at hand serves on.
        }
    }

    private function take(bool $isPatient, float $endsAt): Token
    {
        $this->kept = $token = $this->endpoint->fetch($isPatient, $endsAt, $this->note(...));
        if ($this->refused !== null) {
            $this->refused = null;
            $this->store?->remove($this->refusedKey());
        }
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
