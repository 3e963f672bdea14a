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

    /** A refusal with when the wait is over that it named, and when the client asks again. */
    private record Refused(TitularException failed, long saidEnd, long endsAt) {}

    private final Transport transport;
    private final Refusals refusals;
    private final int maxRetries;
    // Transient, as the secrets of Credentials are.
    private final transient Supplier<Transport.Prepared> prepare;
    private transient Token kept;
    private Flight flying;
    private Long nextEarlyAt;
    /** The last refusal that named a Retry-After. It holds for all calls: whoever asked may be gone by its end. */
    private Refused refused;

    AccessTokens(Transport transport, Refusals refusals, int maxRetries, Supplier<Transport.Prepared> prepare) {
        this.transport = transport;
        this.refusals = refusals;
        this.maxRetries = maxRetries;
        this.prepare = prepare;
    }

    /** The present token, or a new one. */
    String get(Deadline deadline, int retries) {
        for (int waits = 0; ;) {
            Flight joined;
            Token present;
            Refused refusal;
            synchronized (this) {
                long now = transport.clock().nanoTime();
                present = kept != null && now - kept.endsAt() < 0 ? kept : null;
                refusal = waitsFor(now);
                boolean isDue = present != null && refusal == null && now - present.refreshAt() >= 0
                    && (nextEarlyAt == null || now - nextEarlyAt >= 0);
                if (present != null && (!isDue || flying != null)) {
                    return present.value();
                }
                joined = flying;
                if (joined == null && refusal == null) {
                    flying = new Flight();
                    nextEarlyAt = now + EARLY_PAUSE.toNanos();
                }
            }
            if (joined == null && refusal != null) {
                waitOut(refusal, retries - waits, deadline);
                waits++;
                continue;
            }
            if (joined == null) {
                try {
                    return lead(deadline, present, waits);
                } catch (TitularException failed) {
                    if (!isWait(failed)) {
                        throw failed;
                    }
                    continue;
                }
            }
            await(joined, deadline);
            if (joined.failed != null && !joined.isOwn) {
                throw joined.failed;
            }
        }
    }

    /** The refusal whose wait is not over; null where the client may ask. */
    private Refused waitsFor(long now) {
        if (refused != null && now - refused.endsAt() >= 0) {
            refused = null;
        }
        return refused;
    }

    /** Whether each call waits for itself. */
    private static boolean isWait(TitularException failed) {
        return failed.isRetryable() && failed.retryAfter().filter(one -> !one.isZero()).isPresent();
    }

    /** Waits until the client may ask again. Who has no time for it gets the refusal, with what is left. */
    private void waitOut(Refused refusal, int waitsLeft, Deadline deadline) {
        long now = transport.clock().nanoTime();
        Duration pause = Duration.ofNanos(Math.max(refusal.endsAt() - now, 0));
        boolean isTooLong = refusal.saidEnd() - refusal.endsAt() > 0;
        if (waitsLeft <= 0 || isTooLong || deadline.isPassedBy(pause)) {
            Duration left = Duration.ofNanos(refusal.saidEnd() - now);
            throw refusal.failed().withRetryAfter(Duration.ofSeconds(left.plusSeconds(1).minusNanos(1).toSeconds()));
        }
        transport.pause(pause);
    }

    /** Reads a refusal, and notes how long it asks to wait. */
    private TitularException refuse(Transport.Answer came) {
        TitularException failed = refusals.ofTokens(came);
        if (failed.isRetryable() && failed.retryAfter().isPresent()) {
            Duration asked = failed.retryAfter().get();
            long now = transport.clock().nanoTime();
            // Drawn once, so that all calls end it together, and clients that were refused together do not.
            long drawn = Waits.scale(asked, 1 + Waits.JITTER * transport.clock().chance()).toNanos();
            // Who names hours is asked again after the longest wait.
            boolean isTooLong = asked.compareTo(Waits.MAX_RETRY_AFTER) > 0;
            synchronized (this) {
                refused = new Refused(failed, now + drawn, now + (isTooLong ? Waits.MAX_RETRY_AFTER.toNanos() : drawn));
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
    private String lead(Deadline deadline, Token present, int retries) {
        Token token = null;
        TitularException failed = null;
        try {
            token = fetch(deadline, present == null, retries);
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
            && (isHurried || isWait(failed) || failed.isLate || failed.kind() == TitularException.Kind.CANCELED);
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
    private Token fetch(Deadline deadline, boolean isPatient, int retries) {
        long askedAt = transport.clock().nanoTime();
        Transport.Tries tries =
            new Transport.Tries(true, isPatient ? maxRetries : 0, isPatient ? null : MAX_EARLY, true, retries);
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
