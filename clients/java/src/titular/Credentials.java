package titular;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import titular.json.Json;
import titular.keys.PrivateKeys;
import titular.keys.Signer;

/**
 * How a client gets its access tokens. What prints it shows nothing of it. What is secret is transient: libraries that write
 * objects by their private fields leave it out.
 */
public abstract sealed class Credentials {
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");

    private String scope;

    private Credentials() {}

    /** A client id with its secret (RFC 6749 section 4.4). */
    public static Credentials clientSecret(String id, String secret) {
        Arguments.requireText("id", id);
        Arguments.requireText("secret", secret);
        return new ClientSecret(id, secret);
    }

    /** A service account that signs an assertion for each token (RFC 7523): give a private key, or what signs. */
    public static Assertion assertion(String account, String tenantId) {
        Arguments.requireText("account", account);
        Arguments.requireText("tenantId", tenantId);
        return new Assertion(account, tenantId);
    }

    /** Asks for these scopes alone, separated by spaces; for all of the account without it. */
    public Credentials scope(String scopes) {
        scope = scopes;
        return this;
    }

    /** What makes each token request, for the service at an address. */
    abstract Supplier<Transport.Prepared> open(String origin, Clock clock);

    Transport.Prepared request(Map<String, String> form, Map<String, String> headers) {
        Map<String, String> whole = new LinkedHashMap<>(form);
        if (scope != null) {
            whole.put("scope", scope);
        }
        return new Transport.Prepared(headers, Arguments.writeForm(whole).getBytes(StandardCharsets.UTF_8), null);
    }

    @Override
    public final String toString() {
        return "titular.Credentials(hidden)";
    }

    private static final class ClientSecret extends Credentials {
        private final transient String basic;

        ClientSecret(String id, String secret) {
            // Both halves are form-encoded first (RFC 6749 section 2.3.1).
            String pair = Arguments.encode(id) + ":" + Arguments.encode(secret);
            basic = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        Supplier<Transport.Prepared> open(String origin, Clock clock) {
            Map<String, String> headers = new LinkedHashMap<>(FORM);
            headers.put("Authorization", basic);
            return () -> request(Map.of("grant_type", "client_credentials"), headers);
        }
    }

    /** A service account that signs; no secret leaves the process. Its methods change it and return it. */
    public static final class Assertion extends Credentials {
        private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
        private static final Duration MAX_LIFETIME = Duration.ofHours(1);
        private static final List<String> ALGORITHMS = List.of("ES256", "EdDSA", "PS256", "RS256");
        private static final int ES256_BYTES = 64;

        private final String account;
        private final String tenantId;
        private transient String privateKey;
        private transient Signer signer;
        private String algorithm;
        private String keyId;
        private String issuerDomain;
        private String audience;
        private Duration lifetime = Duration.ofMinutes(1);

        private Assertion(String account, String tenantId) {
            this.account = account;
            this.tenantId = tenantId;
        }

        /** Signs with a key in PKCS#8 PEM of P-256, Ed25519 or RSA. */
        public Assertion privateKey(String pem) {
            privateKey = pem;
            return this;
        }

        /** Signs elsewhere, by the algorithm that {@link #algorithm} names. */
        public Assertion signer(Signer given) {
            signer = given;
            return this;
        }

        /** ES256, EdDSA, PS256 or RS256; needed beside a signer, and for an RSA key that is registered for PS256. */
        public Assertion algorithm(String name) {
            algorithm = name;
            return this;
        }

        /** Names the registered key; needed where the account has several of one algorithm. */
        public Assertion keyId(String id) {
            keyId = id;
            return this;
        }

        /** The domain in the name of the account; the host of the service without it. */
        public Assertion issuerDomain(String domain) {
            issuerDomain = domain;
            return this;
        }

        /** The public address of the service or of its token endpoint; made from the address without it. */
        public Assertion audience(String address) {
            audience = address;
            return this;
        }

        /** A minute without it, and at most an hour; the account may be limited to less. */
        public Assertion lifetime(Duration life) {
            lifetime = life;
            return this;
        }

        @Override
        Supplier<Transport.Prepared> open(String origin, Clock clock) {
            if (lifetime.compareTo(Duration.ofSeconds(1)) < 0 || lifetime.compareTo(MAX_LIFETIME) > 0) {
                throw new IllegalArgumentException("lifetime must be from a second to an hour");
            }
            PrivateKeys.Named opened = openSigner();
            Map<String, Object> header = new LinkedHashMap<>(Map.of("alg", opened.algorithm(), "typ", "JWT"));
            if (keyId != null) {
                header.put("kid", keyId);
            }
            String domain = issuerDomain == null ? URI.create(origin).getRawAuthority() : issuerDomain;
            String name = account + "@" + tenantId + "." + domain;
            String to = audience == null ? origin + AccessTokens.PATH : audience;
            Duration life = lifetime;
            return () -> {
                Instant now = clock.now();
                Map<String, Object> claims = Map.of(
                    "iss", name, "sub", name, "aud", to, "iat", now.getEpochSecond(),
                    "exp", now.plus(life).getEpochSecond(), "jti", UUID.randomUUID().toString());
                String content = encode(header) + "." + encode(claims);
                String signature = Base64.getUrlEncoder().withoutPadding().encodeToString(sign(opened, content));
                return request(Map.of("grant_type", GRANT, "assertion", content + "." + signature), FORM);
            };
        }

        private PrivateKeys.Named openSigner() {
            if (algorithm != null && !ALGORITHMS.contains(algorithm)) {
                throw new IllegalArgumentException("algorithm must be one of " + String.join(", ", ALGORITHMS));
            }
            if (signer != null) {
                if (algorithm == null) {
                    throw new IllegalArgumentException("algorithm is missing: signer alone does not tell it");
                }
                return new PrivateKeys.Named(algorithm, signer);
            }
            Arguments.requireText("privateKey", privateKey);
            PrivateKeys.Named opened;
            try {
                opened = PrivateKeys.open(privateKey, algorithm);
            } catch (GeneralSecurityException | IllegalArgumentException wrong) {
                throw new IllegalArgumentException("privateKey is no key that can sign here: give PKCS#8 PEM of P-256, "
                    + "Ed25519 or RSA, not encrypted");
            }
            if (algorithm != null && !algorithm.equals(opened.algorithm())) {
                throw new IllegalArgumentException(
                    "algorithm is " + algorithm + ", but privateKey signs " + opened.algorithm());
            }
            return opened;
        }

        private static String encode(Map<String, Object> part) {
            byte[] content = Json.write(part).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(content);
        }

        private static byte[] sign(PrivateKeys.Named opened, String content) {
            byte[] signature;
            try {
                signature = opened.signer().sign(content.getBytes(StandardCharsets.US_ASCII));
            } catch (InterruptedException interrupted) {
                throw TitularException.canceled("the signature of a token request was interrupted");
            } catch (Exception away) {
                // A key service that is away is a fault like any other; its own words may tell of the key.
                throw failed("the signer failed: " + away.getClass().getName(), true);
            }
            if (opened.algorithm().equals("ES256") && signature.length != ES256_BYTES) {
                // Key services answer DER, which the service refuses without a reason that helps.
                throw failed("the signer returned " + signature.length + " bytes, not the " + ES256_BYTES
                    + " of RFC 7518 section 3.4: convert DER to r and s", false);
            }
            return signature;
        }

        private static TitularException failed(String message, boolean isRetryable) {
            return new TitularException(new TitularException.Told(
                TitularException.Kind.TOKEN, "SIGN_FAILED", message, null, null, null, isRetryable, null));
        }
    }
}
