package titular;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long a call waits: between its tries, between readings, and until its end. */
final class Waits {
    /** A longer Retry-After is not waited for: the exception comes at once and tells it. */
    static final Duration MAX_RETRY_AFTER = Duration.ofSeconds(300);
    /** Added by chance at most, so that clients that failed together do not return together. */
    static final double JITTER = 0.25;
    private static final Duration MAX_WAIT = Duration.ofSeconds(60);
    private static final int MAX_DOUBLINGS = 16;
    /** Its nanoseconds are counted, as is a quarter more. */
    private static final long MAX_SECONDS = 999_999_999;
    /** A longer limit is none; its nanoseconds would not be counted. */
    private static final Duration MAX_LIMIT = Duration.ofDays(36_500);
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final String TIME = "(?<time>[0-9]{2}:[0-9]{2}:[0-9]{2})";
    /** The three forms of a date (RFC 9110 section 5.6.7). */
    private static final List<Pattern> DATE_FORMS = List.of(
            Pattern.compile("[A-Z][a-z]{2}, (?<day>[0-9]{2}) (?<month>[A-Z][a-z]{2}) (?<year>[0-9]{4}) " + TIME + " GMT"),
            Pattern.compile("[A-Z][a-z]{5,8}, (?<day>[0-9]{2})-(?<month>[A-Z][a-z]{2})-(?<year>[0-9]{2}) " + TIME + " GMT"),
            Pattern.compile("[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ 0-9][0-9]) " + TIME + " (?<year>[0-9]{4})"));
    /** A Retry-After of nothing, or of a time that our clock has behind it, would have it ask without a pause. */
    private static final Duration LEAST_PAUSE = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final double GROWTH = 1.5;
    private static final int MAX_GROWTHS = 20;
    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    private Waits() {}

    /** The end of a call with all of its tries; a null `end` is none. */
    record Deadline(Clock clock, Long end) {
        static Deadline after(Clock clock, Duration limit) {
            return new Deadline(clock, limit.compareTo(MAX_LIMIT) > 0 ? null : clock.nanoTime() + limit.toNanos());
        }

        /** What is left, at most so much. */
        Duration left(Duration atMost) {
            if (end == null) {
                return atMost;
            }
            Duration left = Duration.ofNanos(end - clock.nanoTime());
            return left.compareTo(atMost) < 0 ? left : atMost;
        }

        boolean isPassedBy(Duration pause) {
            return end != null && end - clock.nanoTime() < pause.toNanos();
        }
    }

    static Duration scale(Duration wait, double factor) {
        return Duration.ofNanos((long) (wait.toNanos() * factor));
    }

    /** The pause before a retry, from 1: never shorter than Retry-After, else 1, 2, 4 ... 60 s. */
    static Duration before(int retry, TitularException failed, double chance) {
        double spread = 1 + JITTER * chance;
        if (failed.retryAfter().isPresent()) {
            return scale(failed.retryAfter().get(), spread);
        }
        Duration wait = scale(Duration.ofSeconds(1L << Math.min(retry - 1, MAX_DOUBLINGS)), spread);
        return wait.compareTo(MAX_WAIT) < 0 ? wait : MAX_WAIT;
    }

    /** Reads a number of seconds or a date (RFC 9110 section 10.2.3); null for anything else. */
    static Duration parseRetryAfter(String header, Instant now) {
        String text = header.strip();
        if (DIGITS.matcher(text).matches()) {
            return Duration.ofSeconds(text.length() > 9 ? MAX_SECONDS : Long.parseLong(text));
        }
        Instant at = parseDate(text, now);
        if (at == null) {
            return null;
        }
        Duration left = Duration.between(now, at);
        long seconds = left.toSeconds() + (left.toNanosPart() > 0 ? 1 : 0);
        return Duration.ofSeconds(Math.max(0, Math.min(MAX_SECONDS, seconds)));
    }

    private static Instant parseDate(String text, Instant now) {
        for (Pattern form : DATE_FORMS) {
            Matcher found = form.matcher(text);
            if (found.matches()) {
                int month = MONTHS.indexOf(found.group("month")) + 1;
                int day = Integer.parseInt(found.group("day").strip());
                try {
                    LocalDate date = LocalDate.of(wholeYear(found.group("year"), now), month, day);
                    return date.atTime(LocalTime.parse(found.group("time"))).toInstant(ZoneOffset.UTC);
                } catch (DateTimeException noDate) {
                    return null;
                }
            }
        }
        return null;
    }

    /** The year; one of two digits is at most 50 years ahead. */
    private static int wholeYear(String year, Instant now) {
        if (year.length() > 2) {
            return Integer.parseInt(year);
        }
        int inCentury = 2000 + Integer.parseInt(year);
        return inCentury > now.atZone(ZoneOffset.UTC).getYear() + 50 ? inCentury - 100 : inCentury;
    }

    /** Reads once, within what is left of the wait. */
    interface Reading<T> {
        T read(CallOption... options);
    }

    static <T> T poll(String id, Deadline deadline, Reading<T> reading, Predicate<T> isEnd) {
        int faults = 0;
        Clock clock = deadline.clock();
        for (int readings = 1; ; readings++) {
            Duration pause;
            try {
                Duration left = deadline.left(Duration.ofDays(1));
                if (left.isNegative() || left.isZero()) {
                    throw late(id);
                }
                T answer = reading.read(CallOption.maxRetries(0), CallOption.deadline(left));
                if (isEnd.test(answer)) {
                    return answer;
                }
                faults = 0;
                pause = pauseAfter(readings, clock.chance());
            } catch (TitularException failed) {
                if (!failed.isRetryable() || failed.kind() == TitularException.Kind.CANCELED) {
                    throw failed;
                }
                // A wait of hours outlives a fault of minutes; what will not pass by itself ends it.
                faults++;
                Duration asked = before(faults, failed, clock.chance());
                pause = asked.compareTo(LEAST_PAUSE) > 0 ? asked : LEAST_PAUSE;
            }
            if (deadline.isPassedBy(pause)) {
                throw late(id);
            }
            sleep(clock, pause, id);
        }
    }

    private static TitularException late(String id) {
        return TitularException.timeout(id + " had not ended when time was over");
    }

    private static Duration pauseAfter(int readings, double chance) {
        Duration grown = scale(FIRST_PAUSE, Math.pow(GROWTH, Math.min(readings - 1, MAX_GROWTHS)));
        Duration pause = grown.compareTo(MAX_PAUSE) < 0 ? grown : MAX_PAUSE;
        return scale(pause, 1 + JITTER * chance);
    }

    private static void sleep(Clock clock, Duration pause, String id) {
        try {
            clock.sleep(pause);
        } catch (InterruptedException interrupted) {
            throw TitularException.canceled("the wait for " + id + " was interrupted");
        }
    }
}
