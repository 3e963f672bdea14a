<?php

declare(strict_types=1);

namespace Titular\Tokens;

/** Keeps access tokens in a directory that only this user can read, for all processes of one machine. */
final class FileTokenStore implements TokenStore
{
    /** @param string $directory is made where it is missing; put it where no web server serves it */
    public function __construct(private readonly string $directory)
    {
        if (!is_dir($directory) && !@mkdir($directory, 0o700, true) && !is_dir($directory)) {
            throw new \RuntimeException('the directory of tokens cannot be made');
        }
        if ((fileperms($directory) & 0o077) !== 0 && PHP_OS_FAMILY !== 'Windows') {
            throw new \RuntimeException('the directory of tokens is open to other users: chmod 700');
        }
    }

    public function load(string $key): ?string
    {
        // Another process may remove it in between.
        $text = @file_get_contents($this->fileOf($key));

        return $text === false ? null : $text;
    }

    public function save(string $key, #[\SensitiveParameter] string $value, int $seconds): void
    {
        $draft = $this->fileOf($key) . '.' . bin2hex(random_bytes(8));
        // Whoever reads meanwhile finds a whole token, of before or of after.
        if (file_put_contents($draft, $value) !== strlen($value) || !rename($draft, $this->fileOf($key))) {
            @unlink($draft);
            throw new \RuntimeException('the token cannot be kept');
        }
    }

    public function remove(string $key): void
    {
        @unlink($this->fileOf($key));
    }

    private function fileOf(string $key): string
    {
        return "{$this->directory}/{$key}";
    }
}
