package titular;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import titular.Waits.Deadline;
import titular.json.Json;

/** Keeps one token: fetched once for many calls, used for its life, replaced shortly before its end. */
final class AccessTokens {
    static final String PATH = "/oauth2/token";
    /** A token is replaced within this last part of its life, at a time by chance, so that clients do not ask together. */
    private static final double EARLY_PART = 0.1;
    /** It is not used for so long before its end, so that it does not end on the way. */
    private static final Duration MARGIN = Duration.ofSeconds(5);
    /** Pause after an early replacement that failed, while the token at hand is still good. */
    private static final Duration EARLY_PAUSE = Duration.ofSeconds(10);
    /** The present token is good: whoever replaces it early does not wait long for the next. */
    private static final Duration MAX_EARLY = Duration.ofSeconds(5);
    private static final Pattern TOKEN_TEXT = Pattern.compile("[!-~]+");

    /** A token with the nanoseconds of its clock at which it is replaced and no longer used. */
    private record Token(String value, long refreshAt, long endsAt) {}

    /** One request for a token, which all calls that come meanwhile wait for. */
    private static final class Flight {
        private final CountDownLatch done = new CountDownLatch(1);
        private TitularException failed;
        /** One that had less time or patience than others tells them nothing. */
        private boolean isOwn = true;
    }

    private final Transport transport;
    private final Refusals refusals;
    private final int maxRetries;
    private final Supplier<Transport.Prepared> prepare;
    private Token kept;
    private Flight flying;
    private Long nextEarlyAt;
    /** The last refusal that named a Retry-After. It holds for all calls: whoever asked may be gone by its end. */
    private TitularException refused;
    private long refusedAt;

    AccessTokens(Transport transport, Refusals refusals, int maxRetries, Supplier<Transport.Prepared> prepare) {
        this.transport = transport;
        this.refusals = refusals;
        this.maxRetries = maxRetries;
        this.prepare = prepare;
    }

    /** The present token, or a new one. */
    String get(Deadline deadline) {
        while (true) {
            Flight joined;
            Token present;
            TitularException refusal = null;
            Duration left;
            synchronized (this) {
                long now = transport.clock().nanoTime();
                present = kept != null && now - kept.endsAt() < 0 ? kept : null;
                left = leftToWait(now);
                boolean isDue = present != null && left.isZero() && now - present.refreshAt() >= 0
                    && (nextEarlyAt == null || now - nextEarlyAt >= 0);
                if (present != null && (!isDue || flying != null)) {
                    return present.value();
                }
                joined = flying;
                if (joined == null && !left.isZero()) {
                    refusal = refused;
                } else if (joined == null) {
                    flying = new Flight();
                    nextEarlyAt = now + EARLY_PAUSE.toNanos();
                }
            }
            if (refusal != null) {
                waitOut(refusal, left, deadline);
                continue;
            }
            if (joined == null) {
                return lead(deadline, present);
            }
            await(joined, deadline);
            if (joined.failed != null && !joined.isOwn) {
                throw joined.failed;
            }
        }
    }

    /** How long the service still asks to wait; who names hours is asked again after the longest wait. */
    private Duration leftToWait(long now) {
        if (refused == null) {
            return Duration.ZERO;
        }
        Duration passed = Duration.ofNanos(now - refusedAt);
        Duration left = refused.retryAfter().orElse(Duration.ZERO).minus(passed);
        if (left.isNegative() || left.isZero() || passed.compareTo(Waits.MAX_RETRY_AFTER) >= 0) {
            refused = null;
            return Duration.ZERO;
        }
        return left;
    }

    /** Waits until the client may ask again. Who has no time for it gets the refusal, with what is left. */
    private void waitOut(TitularException refusal, Duration left, Deadline deadline) {
        Duration pause = Waits.scale(left, 1 + Waits.JITTER * transport.clock().chance());
        boolean isTooLong = refusal.retryAfter().orElse(left).compareTo(Waits.MAX_RETRY_AFTER) > 0;
        if (maxRetries == 0 || isTooLong || deadline.isPassedBy(pause)) {
            throw refusal.withRetryAfter(Duration.ofSeconds(left.plusSeconds(1).minusNanos(1).toSeconds()));
        }
        transport.pause(pause);
    }

    /** Reads a refusal, and notes how long it asks to wait. */
    private TitularException refuse(Transport.Answer came) {
        TitularException failed = refusals.ofTokens(came);
        if (failed.isRetryable() && failed.retryAfter().isPresent()) {
            synchronized (this) {
                refused = failed;
                refusedAt = transport.clock().nanoTime();
            }
        }
        return failed;
    }

    private static void await(Flight joined, Deadline deadline) {
        try {
            long left = deadline.left(Duration.ofDays(1)).toNanos();
            if (!joined.done.await(left, TimeUnit.NANOSECONDS)) {
                throw TitularException.timeout("no time was left for a token");
            }
        } catch (InterruptedException interrupted) {
            throw TitularException.canceled("the wait for a token was interrupted");
        }
    }

    /** Asks for a token on behalf of all that wait. The token at hand serves on where that fails. */
    private String lead(Deadline deadline, Token present) {
        Token token = null;
        TitularException failed = null;
        try {
            token = fetch(deadline, present == null);
            return token.value();
        } catch (TitularException fault) {
            failed = fault;
            if (present == null || fault.kind() == TitularException.Kind.CANCELED) {
                throw fault;
            }
            return present.value();
        } finally {
            // Whatever the caller's own code threw, nobody is left waiting.
            land(token, failed, present != null);
        }
    }

    private synchronized void land(Token token, TitularException failed, boolean isHurried) {
        if (token != null) {
            kept = token;
            refused = null;
        }
        flying.failed = failed;
        flying.isOwn = failed != null && failed.isRetryable()
            && (isHurried || failed.isLate || failed.kind() == TitularException.Kind.CANCELED);
        flying.done.countDown();
        flying = null;
    }

    /** Forgets a token that was refused, unless another has taken its place since. */
    synchronized void discard(String value) {
        if (kept != null && kept.value().equals(value)) {
            kept = null;
        }
    }

    /** It is patient when somebody waits for the token, so that retries are worth their time. */
    private Token fetch(Deadline deadline, boolean isPatient) {
        long askedAt = transport.clock().nanoTime();
        Transport.Tries tries = new Transport.Tries(true, isPatient ? maxRetries : 0, isPatient ? null : MAX_EARLY);
        Map<?, ?> members = transport.send(new Transport.Exchange<>(
            "issueToken", "POST", PATH, false, tries, unused -> prepare.get(), Json::readObject,
            this::refuse), deadline);
        if (members.get("access_token") instanceof String value && TOKEN_TEXT.matcher(value).matches()
            && members.get("expires_in") instanceof Number life && life.doubleValue() > 0) {
            return tokenOf(value, askedAt, life.doubleValue());
        }
        // A token that no header can hold would come back in an exception of the platform.
        HttpHeaders none = HttpHeaders.of(Map.of(), (name, value) -> true);
        throw refusals.ofTokens(new Transport.Answer("POST " + transport.origin() + PATH, 200, none, new byte[0]));
    }

    private Token tokenOf(String value, long askedAt, double seconds) {
        long life = (long) (Math.min(seconds, Integer.MAX_VALUE) * 1e9);
        long used = Math.max(life - MARGIN.toNanos(), life / 2);
        long refreshed = life - (long) (life * EARLY_PART * (0.5 + transport.clock().chance() / 2));
        return new Token(value, askedAt + Math.min(refreshed, used), askedAt + used);
    }
}
