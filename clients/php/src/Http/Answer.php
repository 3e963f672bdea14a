<?php

declare(strict_types=1);

namespace Titular\Http;

/**
 * A response of any status.
 *
 * @internal
 */
final class Answer
{
    /** Whatever it was sent as, `null` where it is no JSON object. */
    public readonly ?array $body;

    /**
     * @param string $asked method and address without query
     * @param array<string, string> $headers by names in lower case
     */
    public function __construct(
        public readonly string $asked,
        public readonly int $status,
        public readonly array $headers,
        #[\SensitiveParameter] public readonly string $content,
    ) {
        $this->body = Json::parseObject($content);
    }

    public function requestId(): ?string
    {
        $given = $this->headers['x-request-id'] ?? '';

        // Another server's may be of any length.
        return preg_match('/^[!-~]{1,128}\z/', $given) ? $given : null;
    }

    /** Whether the service says that the access token is no longer good. */
    public function saysInvalidToken(): bool
    {
        return in_array($this->status, [401, 403], true)
            && str_contains($this->headers['www-authenticate'] ?? '', 'error="invalid_token"');
    }

    /** What is said of a response that is not one of the service; it quotes nothing of the response. */
    public function describeUnexpected(): string
    {
        if ($this->status >= 300 && $this->status < 400) {
            return "{$this->asked} was answered with a redirect, which is not followed: "
                . 'baseUrl is likely not the address of the service itself';
        }
        if ($this->status === 429 || $this->status >= 500) {
            return "{$this->asked} was answered {$this->status} without a word of the service";
        }

        return "{$this->asked} was answered {$this->status}, but not by the service: "
            . 'check baseUrl, and what stands before the service';
    }

    public function __debugInfo(): array
    {
        return ['asked' => $this->asked, 'status' => $this->status];
    }
}
