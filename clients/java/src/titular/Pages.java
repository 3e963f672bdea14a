package titular;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** A list, page by page, each read when it is asked for; a loop over it may be begun anew. */
public final class Pages<T> implements Iterable<T> {
    /** A page with the place of the next; null at the end. */
    record Read<T>(T page, String next) {}

    private final String begin;
    private final Function<String, Read<T>> read;

    Pages(String begin, Function<String, Read<T>> read) {
        this.begin = begin;
        this.read = read;
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private String at = begin;
            private boolean isOver;
            // Brent's algorithm finds a place that comes again: one place is kept, however long the list.
            private String mark;
            private int steps;
            private int limit;

            @Override
            public boolean hasNext() {
                return !isOver;
            }

            @Override
            public T next() {
                if (isOver) {
                    throw new NoSuchElementException();
                }
                Read<T> found = read.apply(at);
                if (found.next() != null && closesCircle(found.next())) {
                    // It would never end.
                    String message = "the pages of the list lead in a circle";
                    throw TitularException.network("BROKEN_ANSWER", message);
                }
                at = found.next();
                isOver = at == null;
                return found.page();
            }

            private boolean closesCircle(String next) {
                if (steps == limit) {
                    mark = at;
                    steps = 0;
                    limit = 2 * limit + 1;
                }
                steps++;
                return next.equals(mark);
            }
        };
    }
}
