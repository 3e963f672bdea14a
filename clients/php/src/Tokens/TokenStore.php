<?php

declare(strict_types=1);

namespace Titular\Tokens;

/**
 * Keeps access tokens for all processes of a back end, such as over APCu or Redis: PHP forgets its own after each request.
 *
 * What it throws ends no call: the client goes on without it, and the error log has the class of the exception. Who reads it can act as the
 * account, so keep it where the credentials are.
 */
interface TokenStore
{
    /** What was saved under a key, or null. */
    public function load(string $key): ?string;

    /** Saves a value for so many seconds at most. */
    public function save(string $key, #[\SensitiveParameter] string $value, int $seconds): void;

    /** Removes a value that the service refused. */
    public function remove(string $key): void;
}
