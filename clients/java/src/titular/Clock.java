package titular;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;

/** How a client tells time and waits; tests hand in another one. */
public interface Clock {
    /** Nanoseconds of a clock that nobody sets, for limits. */
    long nanoTime();

    /** The time of day, for assertions and for dates in headers. */
    Instant now();

    /** Waits before a retry or the next reading. */
    void sleep(Duration pause) throws InterruptedException;

    /** A number in [0, 1) that spreads waits. */
    double chance();

    /** The clock of the machine. */
    static Clock system() {
        return new Clock() {
            private final SecureRandom random = new SecureRandom();

            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public Instant now() {
                return Instant.now();
            }

            @Override
            public void sleep(Duration pause) throws InterruptedException {
                Thread.sleep(pause.toMillis(), pause.toNanosPart() % 1_000_000);
            }

            @Override
            public double chance() {
                return random.nextDouble();
            }
        };
    }
}
