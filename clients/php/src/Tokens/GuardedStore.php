<?php

declare(strict_types=1);

namespace Titular\Tokens;

/**
 * A store whose failures end no call: the client goes on as if it had none.
 *
 * @internal
 */
final class GuardedStore implements TokenStore
{
    private bool $isTold = false;

    public function __construct(private readonly TokenStore $store)
    {
    }

    public function load(string $key): ?string
    {
        return $this->guard(fn (): ?string => $this->store->load($key));
    }

    public function save(string $key, #[\SensitiveParameter] string $value, int $seconds): void
    {
        $this->guard(fn () => $this->store->save($key, $value, $seconds));
    }

    public function remove(string $key): void
    {
        $this->guard(fn () => $this->store->remove($key));
    }

    private function guard(#[\SensitiveParameter] \Closure $work): mixed
    {
        try {
            return $work();
        } catch (\Throwable $failed) {
            // Once for each client, and by its class alone: its own words may tell of a password.
            if (!$this->isTold) {
                $this->isTold = true;
                error_log('titular: the token store failed: ' . get_debug_type($failed));
            }

            return null;
        }
    }

    public function __debugInfo(): array
    {
        return [];
    }
}
