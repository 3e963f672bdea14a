package titular;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import titular.Arguments.Given;
import titular.Arguments.Operation;
import titular.Types.ProcessResponse;
import titular.Types.TransactionStatus;
import titular.Types.TransactionStatusResponse;
import titular.Waits.Deadline;
import titular.json.Json;
import titular.json.Records;

/** The service for one service account. Make one and keep it: all calls, in any thread, share an access token. */
public final class Titular extends Operations {
    /** The version of this client. */
    public static final String VERSION = "0.1.0";

    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(600);
    private static final Set<TransactionStatus> FINAL = Set.of(
        TransactionStatus.APPROVED, TransactionStatus.INCONCLUSIVE, TransactionStatus.EXPIRED,
        TransactionStatus.UNKNOWN_SHARE, TransactionStatus.FAST_INCONCLUSIVE, TransactionStatus.ABSENT_HOLDER,
        TransactionStatus.CANCELED);
    private static final Set<String> ENDS_OF_PROCESSES = Set.of("PROCESS_STATE_FINISHED", "PROCESS_STATE_FAILED");

    private final Transport transport;
    private final Refusals refusals;
    private final AccessTokens tokens;
    private final int maxRetries;
    private final Duration deadline;

    private Titular(Builder given) {
        String origin = Arguments.parseBaseUrl(given.baseUrl, given.allowsPlain);
        if (given.credentials == null) {
            throw new IllegalArgumentException("credentials is missing");
        }
        Supplier<Transport.Prepared> prepare = given.credentials.open(origin, given.clock);
        SSLContext trust = given.caFile == null ? null : trustIn(given.caFile);
        HttpClient http = Connections.open(trust);
        Function<URI, Map<String, String>> toProxy = Connections.toProxy(http, given.proxyAuthorization);
        transport = new Transport(origin, given.timeout, http, toProxy, given.clock);
        refusals = new Refusals(origin, given.clock);
        maxRetries = given.maxRetries;
        deadline = given.deadline;
        tokens = new AccessTokens(transport, refusals, maxRetries, prepare);
    }

    /** Makes a client, and asks for nothing yet. What cannot work is an IllegalArgumentException. */
    public static Titular of(String baseUrl, Credentials credentials) {
        return builder(baseUrl, credentials).build();
    }

    /** Begins a client that differs from the default. */
    public static Builder builder(String baseUrl, Credentials credentials) {
        return new Builder(baseUrl, credentials);
    }

    /** What a client does otherwise than by default. */
    public static final class Builder {
        private static final Duration MAX_TIMEOUT = Duration.ofSeconds(600);

        private final String baseUrl;
        private final Credentials credentials;
        private Duration timeout = Duration.ofSeconds(30);
        private Duration deadline = Duration.ofSeconds(600);
        private int maxRetries = 5;
        private Path caFile;
        private transient String proxyAuthorization;
        private boolean allowsPlain;
        private Clock clock = Clock.system();

        private Builder(String baseUrl, Credentials credentials) {
            this.baseUrl = baseUrl;
            this.credentials = credentials;
        }

        /** Limits each single request, 30 s without it; {@link #deadline} limits a whole call. */
        public Builder timeout(Duration limit) {
            Arguments.requirePositive("timeout", limit);
            if (limit.compareTo(MAX_TIMEOUT) > 0) {
                throw new IllegalArgumentException("timeout must be at most " + MAX_TIMEOUT.toSeconds() + " s");
            }
            timeout = limit;
            return this;
        }

        /**
         * Limits each call, with its token, all tries and the waits between them: 600 s without it. The duration of
         * {@link java.time.temporal.ChronoUnit#FOREVER} is no limit.
         */
        public Builder deadline(Duration limit) {
            Arguments.requirePositive("deadline", limit);
            deadline = limit;
            return this;
        }

        /** Limits the tries after the first, 5 without it. */
        public Builder maxRetries(int count) {
            Arguments.requireRetries(count);
            maxRetries = count;
            return this;
        }

        /** Trusts the authorities of a file of PEM in place of those of the platform. */
        public Builder caFile(Path file) {
            caFile = file;
            return this;
        }

        /**
         * Answers a proxy that asks for credentials, by Basic (RFC 7617). The JDK sends them where the JVM was started with
         * {@code -Djdk.http.auth.tunneling.disabledSchemes=} alone.
         */
        public Builder proxyCredentials(String user, String password) {
            Arguments.requireText("user", user);
            Arguments.requireText("password", password);
            if (user.contains(":")) {
                throw new IllegalArgumentException("user must not have a colon");
            }
            byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
            proxyAuthorization = "Basic " + Base64.getEncoder().encodeToString(pair);
            return this;
        }

        /** Lets plain http leave this machine, which shows the credentials to the network. */
        public Builder allowPlainHttp() {
            allowsPlain = true;
            return this;
        }

        /** Tells time and waits by another clock; it is for tests. */
        public Builder clock(Clock given) {
            clock = given;
            return this;
        }

        /** Makes the client, and asks for nothing yet. What cannot work is an IllegalArgumentException. */
        public Titular build() {
            return new Titular(this);
        }
    }

    private static SSLContext trustIn(Path file) {
        try (InputStream content = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(content)) {
                store.setCertificateEntry("ca-" + store.size(), one);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException wrong) {
            throw new IllegalArgumentException("caFile is no file of certificates in PEM", wrong);
        }
    }

    /** Whether a transaction will never change again; false for a status that this version does not know. */
    public static boolean isFinal(TransactionStatus status) {
        return status != null && FINAL.contains(status);
    }

    /** Polls a transaction, ever more rarely, until its status is final; for 600 s without a deadline. */
    public TransactionStatusResponse waitForFinal(String transactionId, CallOption... options) {
        return poll(transactionId, options, left -> readTransaction(transactionId, left), one -> isFinal(one.status()));
    }

    /** Polls a process until it has finished or failed, as {@link #waitForFinal} does. */
    public ProcessResponse waitForFinalProcess(String processId, CallOption... options) {
        return poll(processId, options, left -> readProcess(processId, left),
            one -> one.process() != null && ENDS_OF_PROCESSES.contains(String.valueOf(one.process().state())));
    }

    private <T> T poll(String id, CallOption[] options, Waits.Reading<T> read, Predicate<T> isEnd) {
        Duration limit = CallOption.settingsOf(options).deadline;
        Deadline end = Deadline.after(transport.clock(), limit == null ? DEFAULT_WAIT : limit);
        return Waits.poll(id, end, read, isEnd);
    }

    @Override
    <T> T send(Operation asked, Given given, Class<T> type) {
        return exchange(asked, given, false, content -> Records.read(content, type));
    }

    @Override
    byte[] sendForFile(Operation asked, Given given) {
        return exchange(asked, given, true, content -> content);
    }

    private <T> T exchange(Operation asked, Given given, boolean isFile, Transport.Reader<T> reader) {
        CallOption.Settings settings = CallOption.settingsOf(given.options());
        String address = Arguments.fillPath(asked.path(), given.ids());
        if (given.query() != null) {
            String query = Arguments.writeQuery(given.query());
            address += query.isEmpty() ? "" : "?" + query;
        }
        boolean takesKey = asked.repeat() == Arguments.Repeat.UNDER_KEY && !settings.hasNoKey;
        String key = takesKey ? settings.keyOrNew() : null;
        Map<String, String> headers = headersOf(given, key, settings.scenario);
        // Written once: a repeat under one key has to be the same to the byte.
        byte[] body = given.body() == null ? null : write(given.body());
        boolean isRepeatable = asked.repeat() == Arguments.Repeat.ALWAYS || key != null;
        int retries = settings.maxRetries == null ? maxRetries : settings.maxRetries;
        Deadline end = Deadline.after(transport.clock(), settings.deadline == null ? deadline : settings.deadline);
        try {
            return transport.send(new Transport.Exchange<>(
                asked.name(), asked.method(), address, isFile, new Transport.Tries(isRepeatable, retries, null, false, 0),
                until -> prepare(asked, headers, body, retries, until), reader, refusals::ofApi
            ), end);
        } catch (TitularException failed) {
            throw failed.forCall(key);
        }
    }

    private static Map<String, String> headersOf(Given given, String key, String scenario) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (given.body() != null) {
            headers.put("Content-Type", "application/json");
        }
        if (key != null) {
            headers.put("Idempotency-Key", key);
        }
        if (scenario != null) {
            headers.put("X-Titular-Scenario", scenario);
        }
        return headers;
    }

    private Transport.Prepared prepare(
        Operation asked, Map<String, String> headers, byte[] body, int retries, Deadline end
    ) {
        if (!asked.hasToken()) {
            return new Transport.Prepared(headers, body, null);
        }
        String token = tokens.get(end, retries);
        Map<String, String> authorized = new LinkedHashMap<>(headers);
        authorized.put("Authorization", "Bearer " + token);
        return new Transport.Prepared(authorized, body, () -> tokens.discard(token));
    }

    private static byte[] write(Object body) {
        try {
            return Json.write(body).getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException unwritable) {
            throw new IllegalArgumentException("body cannot be written as JSON: " + unwritable.getMessage(), unwritable);
        }
    }

    @Override
    public String toString() {
        return "titular.Titular(" + transport.origin() + ")";
    }
}
