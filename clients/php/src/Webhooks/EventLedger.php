<?php

declare(strict_types=1);

namespace Titular\Webhooks;

/**
 * The last events with their states, as plain data.
 *
 * @internal
 */
final class EventLedger
{
    // More than come within the time in which an event is repeated.
    private const MAX_EVENTS = 10_000;

    /**
     * @param string $owner who claims here: another, who outlived a lease, gives nothing back
     * @param array<string, array{state: 'busy'|'repeated', at: float, by: string, subject: string|null, before: int|null}> $events
     *   by id, oldest first
     * @param array<string, int> $sequences the latest by subject, oldest first
     */
    public function __construct(private readonly string $owner, private array $events = [], private array $sequences = [])
    {
    }

    /** @return array{events: array<string, mixed>, sequences: array<string, int>} */
    public function toArray(): array
    {
        return ['events' => $this->events, 'sequences' => $this->sequences];
    }

    /** @return 'new'|'repeated'|'busy'|'stale' */
    public function claim(EventMark $mark, float $now, float $leaseSeconds): string
    {
        $known = $this->events[$mark->id] ?? null;
        $isAtWork = fn (array $event): bool => $event['state'] === 'busy' && $now < $event['at'] + $leaseSeconds;
        if ($known !== null && ($known['state'] === 'repeated' || $isAtWork($known))) {
            return $known['state'];
        }
        $latest = $mark->subject === null ? null : ($this->sequences[$mark->subject] ?? null);
        if ($mark->sequence !== null && $latest !== null) {
            // Whoever claimed a known one has died over it: it is the latest itself, unless another came after it.
            if ($known === null ? $mark->sequence <= $latest : $mark->sequence < $latest) {
                return 'stale';
            }
            // Side by side, the earlier one could be done last.
            foreach ($this->events as $event) {
                if ($event['subject'] === $mark->subject && $isAtWork($event)) {
                    return 'busy';
                }
            }
        }
        if ($known !== null) {
            $this->events[$mark->id]['at'] = $now;
            $this->events[$mark->id]['by'] = $this->owner;

            return 'new';
        }
        if ($mark->subject !== null && $mark->sequence !== null) {
            unset($this->sequences[$mark->subject]);
            $this->sequences[$mark->subject] = $mark->sequence;
        }
        $this->events[$mark->id] = [
            'state' => 'busy',
            'at' => $now,
            'by' => $this->owner,
            'subject' => $mark->subject,
            'before' => $latest,
        ];
        self::dropOldest($this->events);
        self::dropOldest($this->sequences);

        return 'new';
    }

    public function finish(EventMark $mark): void
    {
        if (isset($this->events[$mark->id])) {
            $this->events[$mark->id]['state'] = 'repeated';
        }
    }

    public function release(EventMark $mark): void
    {
        $known = $this->events[$mark->id] ?? null;
        // Once the lease was over, another may be at work on it, or have done it.
        if ($known === null || $known['state'] !== 'busy' || $known['by'] !== $this->owner) {
            return;
        }
        $before = $known['before'];
        unset($this->events[$mark->id]);
        if ($mark->subject === null || ($this->sequences[$mark->subject] ?? null) !== $mark->sequence) {
            return;
        }
        if ($before === null) {
            unset($this->sequences[$mark->subject]);
        } else {
            $this->sequences[$mark->subject] = $before;
        }
    }

    private static function dropOldest(array &$kept): void
    {
        if (count($kept) > self::MAX_EVENTS) {
            unset($kept[array_key_first($kept)]);
        }
    }
}
