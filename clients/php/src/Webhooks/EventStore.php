<?php

declare(strict_types=1);

namespace Titular\Webhooks;

/** Where an EventHandler keeps what it has seen: a store of your own is a table with these three methods. */
interface EventStore
{
    /**
     * Claims an event in one step.
     *
     * @return 'new'|'repeated'|'busy'|'stale' `new` once; `repeated` after `finish`; `busy` while it, or another of the same
     *   transaction, is worked on elsewhere; `stale` after a later event of the same transaction
     */
    public function claim(EventMark $mark): string;

    /** Records that the work on a claimed event is done. */
    public function finish(EventMark $mark): void;

    /** Gives a claim back after a failure, so that the next delivery is new. */
    public function release(EventMark $mark): void;
}
