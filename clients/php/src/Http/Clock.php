<?php

declare(strict_types=1);

namespace Titular\Http;

/** How the client tells time and waits; tests hand in another one. */
interface Clock
{
    /** Seconds since 1970. */
    public function now(): float;

    /** Seconds since any instant, which no change of the machine's time moves. */
    public function elapsed(): float;

    /** Waits before a retry or the next reading. */
    public function sleep(float $seconds): void;

    /** A number in [0, 1) that spreads waits. */
    public function chance(): float;
}
