<?php

declare(strict_types=1);

namespace Titular\Webhooks;

/** The one door for verified events: handles each once, and none that a later one overtook. */
final class EventHandler
{
    /** @param array<string, callable(array<string, mixed>): mixed> $handlers by type of event */
    public function __construct(private readonly array $handlers, private readonly EventStore $store)
    {
        if ($handlers === []) {
            throw new \InvalidArgumentException('handlers is missing');
        }
    }

    /**
     * Handles an event. Where the work fails, its error comes out and the event is new again.
     *
     * @param array<string, mixed> $event
     * @return 'handled'|'unhandled'|'repeated'|'stale'
     */
    public function handle(array $event): string
    {
        $subject = $event['transactionId'] ?? null;
        $sequence = $event['sequence'] ?? null;
        $isOrdered = is_string($subject) && is_int($sequence);
        $mark = $isOrdered ? new EventMark($event['id'], $subject, $sequence) : new EventMark($event['id']);
        $verdict = $this->store->claim($mark);
        // Answered with a fault it is sent again: by then it was done, or nobody is at it any more.
        if ($verdict === 'busy') {
            throw new \RuntimeException('the event is being worked on elsewhere');
        }
        if ($verdict === 'repeated' || $verdict === 'stale') {
            return $verdict;
        }
        // Taken for a verdict, the event would be answered as if it was handled, and lost.
        if ($verdict !== 'new') {
            throw new \UnexpectedValueException('claim of the store must return new, repeated, busy or stale');
        }
        $handler = $this->handlers[$event['type']] ?? null;
        try {
            if ($handler !== null) {
                $handler($event);
            }
            $this->store->finish($mark);
        } catch (\Throwable $error) {
            $this->store->release($mark);
            throw $error;
        }

        return $handler === null ? 'unhandled' : 'handled';
    }
}
