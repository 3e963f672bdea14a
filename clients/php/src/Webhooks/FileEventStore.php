<?php

declare(strict_types=1);

namespace Titular\Webhooks;

/** Keeps the last events of all processes of one machine in files, each under a lock; for several machines, use a table. */
final class FileEventStore implements EventStore
{
    // Each change reads and writes one of them anew, which takes long with all events in one.
    private const PARTS = 64;

    /** Of this process, or of this request. */
    private readonly string $owner;

    /**
     * @param string $file path to which numbers are added, of files that only your programs can write; they are made where they
     *   are missing
     * @param float $leaseSeconds longer than work on an event takes: after that, its process counts as dead, and the event is
     *   handled by another
     */
    public function __construct(private readonly string $file, private readonly float $leaseSeconds = 300)
    {
        $this->owner = bin2hex(random_bytes(8));
    }

    public function claim(EventMark $mark): string
    {
        return $this->change($mark, fn (EventLedger $ledger): string => $ledger->claim($mark, microtime(true), $this->leaseSeconds));
    }

    public function finish(EventMark $mark): void
    {
        $this->change($mark, static fn (EventLedger $ledger) => $ledger->finish($mark));
    }

    public function release(EventMark $mark): void
    {
        $this->change($mark, static fn (EventLedger $ledger) => $ledger->release($mark));
    }

    /**
     * @template T
     * @param \Closure(EventLedger): T $work
     * @return T
     */
    private function change(EventMark $mark, \Closure $work): mixed
    {
        // All events of a transaction are in one part, which knows their order.
        $file = sprintf('%s.%02d', $this->file, crc32($mark->subject ?? $mark->id) % self::PARTS);
        $lock = fopen("{$file}.lock", 'c');
        if ($lock === false || !flock($lock, LOCK_EX)) {
            throw new \RuntimeException('the file of events cannot be locked');
        }
        try {
            $kept = is_file($file) ? (string) file_get_contents($file) : '{"events":{},"sequences":{}}';
            ['events' => $events, 'sequences' => $sequences] = json_decode($kept, true, flags: JSON_THROW_ON_ERROR);
            $ledger = new EventLedger($this->owner, $events, $sequences);
            $result = $work($ledger);
            $this->write($file, json_encode($ledger->toArray(), JSON_THROW_ON_ERROR));

            return $result;
        } finally {
            fclose($lock);
        }
    }

    /** A crash, of the machine too, leaves the file of before or that of after, never a part of one. */
    private function write(string $file, string $text): void
    {
        $draft = fopen("{$file}.new", 'w');
        $isWhole = $draft !== false && fwrite($draft, $text) === strlen($text) && fsync($draft) && fclose($draft);
        if (!$isWhole || !rename("{$file}.new", $file)) {
            throw new \RuntimeException('the file of events cannot be written');
        }
    }
}
