<?php

declare(strict_types=1);

namespace Titular\Webhooks;

/** What a store keeps of an event; without `$subject` its order does not count. */
final class EventMark
{
    public function __construct(
        public readonly string $id,
        public readonly ?string $subject = null,
        public readonly ?int $sequence = null,
    ) {
    }
}
