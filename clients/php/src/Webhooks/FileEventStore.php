<?php

declare(strict_types=1);

namespace Titular\Webhooks;

/** Keeps the last events of all processes of one machine in a file, under a lock; for several machines, use a table. */
final class FileEventStore implements EventStore
{
    /**
     * @param string $file path of a file that only your programs can write; it is made where it is missing
     * @param float $leaseSeconds longer than work on an event takes: after that, its process counts as dead
     */
    public function __construct(private readonly string $file, private readonly float $leaseSeconds = 300)
    {
    }

    public function claim(EventMark $mark): string
    {
        return $this->change(fn (EventLedger $ledger): string => $ledger->claim($mark, microtime(true), $this->leaseSeconds));
    }

    public function finish(EventMark $mark): void
    {
        $this->change(static fn (EventLedger $ledger) => $ledger->finish($mark));
    }

    public function release(EventMark $mark): void
    {
        $this->change(static fn (EventLedger $ledger) => $ledger->release($mark));
    }

    /**
     * @template T
     * @param \Closure(EventLedger): T $work
     * @return T
     */
    private function change(\Closure $work): mixed
    {
        $lock = fopen("{$this->file}.lock", 'c');
        if ($lock === false || !flock($lock, LOCK_EX)) {
            throw new \RuntimeException('the file of events cannot be locked');
        }
        try {
            $kept = is_file($this->file) ? (string) file_get_contents($this->file) : '{"events":{},"sequences":{}}';
            ['events' => $events, 'sequences' => $sequences] = json_decode($kept, true, flags: JSON_THROW_ON_ERROR);
            $ledger = new EventLedger($events, $sequences);
            $result = $work($ledger);
            $text = json_encode($ledger->toArray(), JSON_THROW_ON_ERROR);
            $this->write($text);

            return $result;
        } finally {
            fclose($lock);
        }
    }

    /** A crash, of the machine too, leaves the file of before or that of after, never a part of one. */
    private function write(string $text): void
    {
        $draft = fopen("{$this->file}.new", 'w');
        $isWhole = $draft !== false && fwrite($draft, $text) === strlen($text) && fsync($draft) && fclose($draft);
        if (!$isWhole || !rename("{$this->file}.new", $this->file)) {
            throw new \RuntimeException('the file of events cannot be written');
        }
    }
}
