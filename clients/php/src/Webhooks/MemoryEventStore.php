<?php

declare(strict_types=1);

namespace Titular\Webhooks;

/** Keeps the last events of one process that handles many, such as a worker; a request of PHP-FPM forgets them. */
final class MemoryEventStore implements EventStore
{
    private readonly EventLedger $ledger;

    public function __construct()
    {
        $this->ledger = new EventLedger('');
    }

    public function claim(EventMark $mark): string
    {
        return $this->ledger->claim($mark, microtime(true), INF);
    }

    public function finish(EventMark $mark): void
    {
        $this->ledger->finish($mark);
    }

    public function release(EventMark $mark): void
    {
        $this->ledger->release($mark);
    }
}
