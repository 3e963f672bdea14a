package titular.events;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import titular.Types.WebhookEvent;

/**
 * The one door for verified events: it handles each once, and none that a later one overtook. Events of one
 * transaction are worked on one after the other; others side by side.
 */
public final class EventHandler {
    /** The work for events of one type. */
    @FunctionalInterface
    public interface Work {
        /** Does it; where it throws, the event is new again. */
        void handle(WebhookEvent event) throws Exception;
    }

    /** What became of an event. */
    public enum Outcome {
        /** Its work was done. */
        HANDLED,
        /** There is no work for its type. */
        UNHANDLED,
        /** Its work was done before. */
        REPEATED,
        /** A later event of the same transaction came before. */
        STALE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What a store keeps of an event; without a subject its order does not count. */
    public record Mark(String id, String subject, long sequence) {}

    /** What a store says of an event that is claimed: BUSY while it is worked on elsewhere. */
    public enum Verdict { NEW, REPEATED, BUSY, STALE }

    /** Where a handler keeps what it has seen: a store of your own is a table with these three methods. */
    public interface Store {
        /** Claims an event in one step. */
        Verdict claim(Mark mark) throws Exception;

        /** Records that the work on a claimed event is done. */
        void finish(Mark mark) throws Exception;

        /** Gives a claim back after a failure, so that the next delivery is new. */
        void release(Mark mark) throws Exception;
    }

    /** An event is worked on elsewhere: answered with a fault it is sent again. */
    public static final class BusyException extends Exception {
        private static final long serialVersionUID = 1L;

        BusyException() {
            super("the event is being worked on elsewhere");
        }
    }

    /** The turn of a subject, with how many hold or want it. */
    private static final class Line {
        private final ReentrantLock turn = new ReentrantLock(true);
        private int count;
    }

    private final Map<String, Work> works;
    private final Store store;
    private final Map<String, Line> lines = new HashMap<>();

    /** Takes works by type of event, and keeps what it has seen in memory, for one process. */
    public EventHandler(Map<String, Work> works) {
        this(works, new MemoryStore());
    }

    /** Takes works by type of event, and a store. */
    public EventHandler(Map<String, Work> works, Store store) {
        this.works = Map.copyOf(works);
        this.store = store;
    }

    /** Handles an event. Where the work fails, its exception comes out and the event is new again. */
    public Outcome handle(WebhookEvent event) throws Exception {
        boolean hasOrder = event.transactionId() != null && event.sequence() != null;
        Mark mark = hasOrder
            ? new Mark(event.id(), event.transactionId(), event.sequence())
            : new Mark(event.id(), null, 0);
        String subject = hasOrder ? mark.subject() : mark.id();
        Line line = join(subject);
        try {
            line.turn.lockInterruptibly();
            try {
                return claim(event, mark);
            } finally {
                line.turn.unlock();
            }
        } finally {
            leave(subject, line);
        }
    }

    private Outcome claim(WebhookEvent event, Mark mark) throws Exception {
        return switch (store.claim(mark)) {
            case NEW -> work(event, mark);
            case REPEATED -> Outcome.REPEATED;
            case STALE -> Outcome.STALE;
            case BUSY -> throw new BusyException();
        };
    }

    private Outcome work(WebhookEvent event, Mark mark) throws Exception {
        boolean isDone = false;
        try {
            Work work = works.get(event.type());
            if (work != null) {
                work.handle(event);
            }
            store.finish(mark);
            isDone = true;
            return work == null ? Outcome.UNHANDLED : Outcome.HANDLED;
        } finally {
            if (!isDone) {
                store.release(mark);
            }
        }
    }

    private Line join(String subject) {
        synchronized (lines) {
            Line line = lines.computeIfAbsent(subject, unused -> new Line());
            line.count++;
            return line;
        }
    }

    private void leave(String subject, Line line) {
        synchronized (lines) {
            line.count--;
            if (line.count == 0) {
                lines.remove(subject);
            }
        }
    }

    /** Keeps the last events of one process. */
    public static final class MemoryStore implements Store {
        /** More than come within the time in which an event is repeated. */
        private static final int MAX_EVENTS = 10_000;

        /** An event with the sequence that was the latest before; null for none. */
        private record Known(Verdict verdict, Long before) {}

        private final Map<String, Known> events = new Recent<>();
        private final Map<String, Long> sequences = new Recent<>();

        private static final class Recent<T> extends LinkedHashMap<String, T> {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
                return size() > MAX_EVENTS;
            }
        }

        @Override
        public synchronized Verdict claim(Mark mark) {
            Known known = events.get(mark.id());
            if (known != null) {
                return known.verdict();
            }
            Long latest = mark.subject() == null ? null : sequences.get(mark.subject());
            if (latest != null && mark.sequence() <= latest) {
                return Verdict.STALE;
            }
            if (mark.subject() != null) {
                putLast(sequences, mark.subject(), mark.sequence());
            }
            putLast(events, mark.id(), new Known(Verdict.BUSY, latest));
            return Verdict.NEW;
        }

        @Override
        public synchronized void finish(Mark mark) {
            events.computeIfPresent(mark.id(), (id, known) -> new Known(Verdict.REPEATED, known.before()));
        }

        @Override
        public synchronized void release(Mark mark) {
            Known known = events.remove(mark.id());
            boolean isLatest = known != null && mark.subject() != null
                && Long.valueOf(mark.sequence()).equals(sequences.get(mark.subject()));
            if (!isLatest) {
                return;
            }
            if (known.before() == null) {
                sequences.remove(mark.subject());
            } else {
                putLast(sequences, mark.subject(), known.before());
            }
        }

        private static <T> void putLast(Map<String, T> map, String key, T value) {
            map.remove(key);
            map.put(key, value);
        }
    }
}
