<?php

declare(strict_types=1);

namespace Titular\Http;

/**
 * What has come of one response, up to its limits. Too few bytes taken end the transfer.
 *
 * @internal
 */
final class Received
{
    /** @var array<string, string> by names in lower case */
    public array $headers = [];
    public string $content = '';
    private int $headerBytes = 0;
    private bool $isTooLarge = false;

    public function __construct(private readonly int $maxHeaderBytes, private readonly int $maxContentBytes)
    {
    }

    public function addHeader(\CurlHandle $handle, #[\SensitiveParameter] string $line): int
    {
        $this->headerBytes += strlen($line);
        if ($this->headerBytes > $this->maxHeaderBytes) {
            return 0;
        }
        // Each status line begins the headers of a response anew: those before were informational.
        if (str_starts_with($line, 'HTTP/')) {
            $this->headers = [];
        } elseif (str_contains($line, ':')) {
            [$name, $value] = array_map(trim(...), explode(':', $line, 2));
            $known = $this->headers[strtolower($name)] ?? null;
            // What came twice is one list (RFC 9110 section 5.3).
            $this->headers[strtolower($name)] = $known === null ? $value : "{$known}, {$value}";
        }

        return strlen($line);
    }

    public function addContent(\CurlHandle $handle, #[\SensitiveParameter] string $part): int
    {
        if (strlen($this->content) + strlen($part) > $this->maxContentBytes) {
            $this->content = '';
            $this->isTooLarge = true;

            return 0;
        }
        $this->content .= $part;

        return strlen($part);
    }

    public function isTooLarge(): bool
    {
        return $this->isTooLarge;
    }

    public function __debugInfo(): array
    {
        return [];
    }
}
