package titular;

import java.io.Serializable;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The one exception of a call that failed. No secret, token, key or body ever stands in it. */
public final class TitularException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Where a call failed. */
    public enum Kind {
        /** A refusal or a fault of the service. */
        API,
        /** No access token was issued. */
        TOKEN,
        /** No readable response came. */
        NETWORK,
        /** A time limit passed. */
        TIMEOUT,
        /** The thread was interrupted, and still says so. */
        CANCELED,
        /** A webhook is not genuine, not fresh, or no event: answer 400 and do nothing. */
        WEBHOOK
    }

    /** What is told of a failure; members that are null are not known. */
    record Told(
        Kind kind, String code, String message, Integer status, String requestId, String docs, boolean isRetryable,
        Duration retryAfter
    ) implements Serializable {}

    private final Told told;
    private final String idempotencyKey;
    /** Whether the deadline of its own call ended the tries: calls with more time go on. */
    transient boolean isLate;

    TitularException(Told told) {
        this(told, null);
    }

    // Without a cause: those of the platform may quote a header or an address.
    private TitularException(Told told, String idempotencyKey) {
        super(nameOf(told) + ": " + told.message());
        this.told = told;
        this.idempotencyKey = idempotencyKey;
    }

    static TitularException network(String code, String message) {
        return new TitularException(new Told(Kind.NETWORK, code, message, null, null, null, true, null));
    }

    static TitularException timeout(String message) {
        return new TitularException(new Told(Kind.TIMEOUT, "TIMEOUT", message, null, null, null, true, null));
    }

    /** Tells of an interruption, and leaves the thread interrupted, so that its owner sees it too. */
    static TitularException canceled(String message) {
        Thread.currentThread().interrupt();
        return new TitularException(new Told(Kind.CANCELED, "CANCELED", message, null, null, null, true, null));
    }

    static TitularException webhook(String code, String message) {
        return new TitularException(new Told(Kind.WEBHOOK, code, message, null, null, null, false, null));
    }

    /** Copies the exception for one call and one thread, because calls that wait for one token share its failure. */
    TitularException forCall(String key) {
        return new TitularException(told, key);
    }

    /** Copies the exception with what is left of its wait. */
    TitularException withRetryAfter(Duration left) {
        return new TitularException(new Told(
            told.kind(), told.code(), told.message(), told.status(), told.requestId(), told.docs(), told.isRetryable(),
            left));
    }

    private static String nameOf(Told told) {
        if (told.code() != null) {
            return told.code();
        }
        return told.status() == null ? told.kind().name().toLowerCase(Locale.ROOT) : told.status().toString();
    }

    /** Where the call failed. */
    public Kind kind() {
        return told.kind();
    }

    /** A stable code: five digits of the API, the sub-code of the token endpoint, or a name of the fault. */
    public Optional<String> code() {
        return Optional.ofNullable(told.code());
    }

    /** The status of HTTP, where a response came. */
    public Optional<Integer> status() {
        return Optional.ofNullable(told.status());
    }

    /** Names the request in the operator's log. */
    public Optional<String> requestId() {
        return Optional.ofNullable(told.requestId());
    }

    /** The address of the code and its remedy in the documentation of the running service. */
    public Optional<String> docs() {
        return Optional.ofNullable(told.docs());
    }

    /** Whether the same request, sent again later, may do better. */
    public boolean isRetryable() {
        return told.isRetryable();
    }

    /** How long the service asked to wait. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(told.retryAfter());
    }

    /** The key of the create that failed: for a day the same request under it is carried out once. */
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }
}
