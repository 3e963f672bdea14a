package titular;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import titular.Types.WebhookEvent;
import titular.json.Json.JsonException;
import titular.json.Records;

/** Verifies webhooks as Standard Webhooks says. */
public final class WebhookVerifier {
    private static final String SECRET_PREFIX = "whsec_";
    /** Lengths that Standard Webhooks allows. */
    private static final int MIN_SECRET_BYTES = 24;
    private static final int MAX_SECRET_BYTES = 64;
    private static final String SIGNATURE_VERSION = "v1,";
    /** Two sign during a rotation; whoever sends very many wants us to work for nothing. */
    private static final int MAX_SIGNATURES = 16;
    /** Many servers join by a comma what came twice; of its own only each signature has one. */
    private static final Pattern JOINED_SIGNATURES = Pattern.compile(",[^ ]*,|, ");
    private static final Pattern UNIX_SECONDS = Pattern.compile("[0-9]{1,12}");

    // Transient, as the secrets of Credentials are.
    private final transient List<byte[]> keys;
    private final Duration tolerance;
    private final Supplier<Instant> now;

    private WebhookVerifier(List<byte[]> keys, Duration tolerance, Supplier<Instant> now) {
        this.keys = keys;
        this.tolerance = tolerance;
        this.now = now;
    }

    /** Takes the secrets of the endpoint, whsec_...: while one is rotated, both. */
    public static WebhookVerifier of(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException("secrets[0] is missing");
        }
        List<byte[]> keys = new ArrayList<>();
        for (int at = 0; at < secrets.length; at++) {
            Arguments.requireText("secrets[" + at + "]", secrets[at]);
            byte[] key = secrets[at].startsWith(SECRET_PREFIX)
                ? decode(secrets[at].substring(SECRET_PREFIX.length()))
                : new byte[0];
            if (key.length < MIN_SECRET_BYTES || key.length > MAX_SECRET_BYTES) {
                throw refuse("bad_secret", "a secret is not one of an endpoint: give it whole, as whsec_...");
            }
            keys.add(key);
        }
        return new WebhookVerifier(keys, Duration.ofMinutes(5), Instant::now);
    }

    /** Takes attempts that are so old or early; five minutes without it. */
    public WebhookVerifier withTolerance(Duration given) {
        return new WebhookVerifier(keys, given, now);
    }

    /** Tells time by another clock; it is for tests. */
    public WebhookVerifier withTime(Supplier<Instant> clock) {
        return new WebhookVerifier(keys, tolerance, clock);
    }

    /**
     * The event of a webhook; an exception of kind WEBHOOK says by its code why there is none.
     *
     * @param payload the body as it came: what was parsed and written again does not verify
     * @param headers those of the request, by names in any case
     * @return the event, perhaps of a type newer than this client: answer 2xx and ignore it
     */
    public WebhookEvent verify(byte[] payload, Map<String, List<String>> headers) {
        String id = readHeader(headers, "webhook-id");
        String timestamp = readHeader(headers, "webhook-timestamp");
        String signature = readHeader(headers, "webhook-signature");
        checkTime(timestamp);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        content.writeBytes(payload);
        if (!isSigned(content.toByteArray(), signature)) {
            throw refuse("no_matching_signature", "none of the secrets made one of the signatures");
        }
        try {
            WebhookEvent event = Records.readLeniently(payload, WebhookEvent.class);
            if (event.id() != null && !event.id().isEmpty() && event.type() != null && !event.type().isEmpty()) {
                return event;
            }
        } catch (JsonException noEvent) {
            // Told below, as an object that is none.
        }
        throw refuse("bad_payload", "the body is signed, but is no event");
    }

    private static TitularException refuse(String code, String message) {
        return TitularException.webhook(code, message);
    }

    /** Takes names as they come: a framework may write them in its own way. */
    private static String readHeader(Map<String, List<String>> headers, String name) {
        List<String> found = new ArrayList<>();
        headers.forEach((key, values) -> {
            if (name.equalsIgnoreCase(key)) {
                found.addAll(values);
            }
        });
        if (found.size() != 1 || found.get(0).isEmpty() || isJoined(name, found.get(0))) {
            throw refuse("missing_header", "the header " + name + " is missing or there twice");
        }
        return found.get(0);
    }

    private static boolean isJoined(String name, String value) {
        boolean isSignature = name.equals("webhook-signature");
        return isSignature ? JOINED_SIGNATURES.matcher(value).find() : value.contains(",");
    }

    private void checkTime(String text) {
        if (!UNIX_SECONDS.matcher(text).matches()) {
            throw refuse("bad_timestamp", "webhook-timestamp is not a number of seconds");
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(text));
        Instant present = now.get();
        if (present.isAfter(sent.plus(tolerance))) {
            throw refuse("too_old", "the attempt is too old: it may be played back, or your clock is ahead");
        }
        if (present.isBefore(sent.minus(tolerance))) {
            throw refuse("too_new", "the attempt lies in the future: your clock is behind");
        }
    }

    /** Compares in constant time, and skips no pair. */
    private boolean isSigned(byte[] content, String header) {
        String[] given = header.split(" ", MAX_SIGNATURES + 1);
        boolean isSigned = false;
        for (byte[] key : keys) {
            byte[] expected = sign(content, key);
            for (int at = 0; at < given.length && at < MAX_SIGNATURES; at++) {
                boolean isOurs = given[at].startsWith(SIGNATURE_VERSION);
                byte[] signature = isOurs ? decode(given[at].substring(SIGNATURE_VERSION.length())) : new byte[0];
                isSigned |= MessageDigest.isEqual(expected, signature);
            }
        }
        return isSigned;
    }

    private static byte[] sign(byte[] content, byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(content);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has HMAC with SHA-256", missing);
        }
    }

    /** Reads Base64 with all of its padding or none, as the platform does; empty where it is none. */
    private static byte[] decode(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException wrong) {
            return new byte[0];
        }
    }

    @Override
    public String toString() {
        return "titular.WebhookVerifier(hidden)";
    }
}
