<?php

declare(strict_types=1);

namespace Titular\Errors;

/**
 * A call failed. No secret, token, key or body of a request ever stands in it.
 *
 * `$code` is stable: five digits of the API, the sub-code of the token endpoint, or a name of the fault. `getCode()` returns it too.
 */
abstract class TitularException extends \RuntimeException
{
    /** What failed: `api`, `token`, `network`, `timeout` or `webhook`. */
    public const KIND = '';

    /** @var string|null */
    public $code;

    final public function __construct(
        string $message,
        ?string $code = null,
        /** HTTP status, where a response came. */
        public readonly ?int $status = null,
        /** Names the request in the operator's log. */
        public readonly ?string $requestId = null,
        /** Address of the code and its remedy in the documentation of the running service. */
        public readonly ?string $docs = null,
        /** Whether the same request, sent again later, may do better. */
        public readonly bool $retryable = false,
        /** Seconds that the service asks to wait. */
        public readonly ?float $retryAfter = null,
        /** Key of the create that failed: for a day the same request under it is carried out once. */
        public readonly ?string $idempotencyKey = null,
    ) {
        parent::__construct($message);
        $this->code = $code;
    }

    /** The code as well, which PHP leaves out of what it prints of an exception that nobody catches. */
    public function __toString(): string
    {
        return $this->code === null ? parent::__toString() : "{$this->code}: " . parent::__toString();
    }

    /**
     * Copies the error for the caller. Its trace begins there, without the frames that held the request.
     *
     * @internal
     */
    public function withKey(?string $idempotencyKey): static
    {
        return $this->copy($this->retryAfter, $idempotencyKey);
    }

    /**
     * Copies the error with what is left of its wait.
     *
     * @internal
     */
    public function withRetryAfter(float $seconds): static
    {
        return $this->copy($seconds, $this->idempotencyKey);
    }

    private function copy(?float $retryAfter, ?string $idempotencyKey): static
    {
        return new static(
            $this->getMessage(),
            $this->code,
            $this->status,
            $this->requestId,
            $this->docs,
            $this->retryable,
            $retryAfter,
            $idempotencyKey,
        );
    }
}
