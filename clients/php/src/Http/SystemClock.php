<?php

declare(strict_types=1);

namespace Titular\Http;

/** Time and chance of the machine. */
final class SystemClock implements Clock
{
    public function now(): float
    {
        return microtime(true);
    }

    public function elapsed(): float
    {
        return hrtime(true) / 1e9;
    }

    public function sleep(float $seconds): void
    {
        $endsAt = $this->elapsed() + $seconds;
        // A signal ends a sleep early.
        while (($left = $endsAt - $this->elapsed()) > 0) {
            $whole = (int) $left;
            time_nanosleep($whole, (int) (($left - $whole) * 1e9));
        }
    }

    public function chance(): float
    {
        return random_int(0, 0xFFFFFF) / 0x1000000;
    }
}
