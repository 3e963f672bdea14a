package titular;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** How requests leave, and what the platform says of those that do not come through. */
final class Connections {
    /** No response of the service comes near it; anything longer is not the service. */
    static final int MAX_RESPONSE_BYTES = 32 << 20;
    private static final String NO_TLS =
        "no TLS with the service: check baseUrl, its certificate, and the authorities that are trusted";
    private static final int PROXY_ASKS = 407;
    private static final int MAX_HEADER_CHARACTERS = 64 << 10;
    private static final Pattern NO_TUNNEL = Pattern.compile("Tunnel failed, got: ([0-9]{3})");

    private Connections() {}

    static HttpClient open(SSLContext trust) {
        HttpClient.Builder builder = HttpClient.newBuilder()
            // HTTP/2 repeats requests by itself.
            .version(HttpClient.Version.HTTP_1_1)
            // Credentials go to the service alone.
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(new SecureProxies());
        return (trust == null ? builder : builder.sslContext(trust)).build();
    }

    /** The headers for a proxy on the way to an address; the service is sent none of them. */
    static Function<URI, Map<String, String>> toProxy(HttpClient http, String authorization) {
        return address -> authorization != null && isOverProxy(http, address)
            ? Map.of("Proxy-Authorization", authorization) : Map.of();
    }

    private static boolean isOverProxy(HttpClient http, URI address) {
        return http.proxy().stream().flatMap(proxies -> proxies.select(address).stream())
            .anyMatch(one -> one.type() == Proxy.Type.HTTP);
    }

    /** The proxies of the platform for https; plain http is for this machine alone: a proxy would read the credentials. */
    private static final class SecureProxies extends ProxySelector {
        @Override
        public List<Proxy> select(URI address) {
            ProxySelector platform = ProxySelector.getDefault();
            boolean isPlain = !address.getScheme().equals("https");
            return isPlain || platform == null ? List.of(Proxy.NO_PROXY) : platform.select(address);
        }

        @Override
        public void connectFailed(URI address, SocketAddress proxy, IOException failed) {
            // The call tells it.
        }
    }

    /**
     * A body that is written once. The platform repeats a GET by itself when its connection closes, below the layer
     * that counts retries; it asks each body for its length anew, and so ends here.
     */
    static final class BodyOnce implements HttpRequest.BodyPublisher {
        private final HttpRequest.BodyPublisher content;
        private final AtomicBoolean isWritten = new AtomicBoolean();

        BodyOnce(byte[] content) {
            this.content = HttpRequest.BodyPublishers.ofByteArray(content);
        }

        @Override
        public long contentLength() {
            if (isWritten.getAndSet(true)) {
                throw new RepeatedException();
            }
            return content.contentLength();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            content.subscribe(subscriber);
        }
    }

    private static final class RepeatedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;
    }

    private static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** Takes a response up to the limits of what the service sends. */
    static final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
        private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final boolean hasLongHeaders;
        private Flow.Subscription subscription;

        LimitedBody(HttpHeaders headers) {
            hasLongHeaders = headers.map().entrySet().stream()
                .mapToInt(one -> one.getKey().length() + one.getValue().stream().mapToInt(String::length).sum())
                .sum() > MAX_HEADER_CHARACTERS;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            if (hasLongHeaders) {
                end(new IOException("the headers are too long"));
            } else {
                given.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> parts) {
            for (ByteBuffer part : parts) {
                if (content.size() + part.remaining() > MAX_RESPONSE_BYTES) {
                    end(new TooLargeException());
                    return;
                }
                byte[] bytes = new byte[part.remaining()];
                part.get(bytes);
                content.writeBytes(bytes);
            }
        }

        private void end(IOException reason) {
            subscription.cancel();
            whole.completeExceptionally(reason);
        }

        @Override
        public void onError(Throwable failed) {
            whole.completeExceptionally(failed);
        }

        @Override
        public void onComplete() {
            whole.complete(content.toByteArray());
        }
    }

    /** Names a fault; the platform's own sentence may quote a header or an address. */
    static TitularException fault(Throwable failed) {
        if (has(failed, TooLargeException.class::isInstance)) {
            String message = "the response has more than " + MAX_RESPONSE_BYTES + " bytes";
            return TitularException.network("ANSWER_TOO_LARGE", message);
        }
        if (isUntrusted(failed)) {
            // What nobody vouches for now will not be vouched for in a minute.
            return new TitularException(new TitularException.Told(
                TitularException.Kind.NETWORK, "TLS", NO_TLS, null, null, null, false, null));
        }
        for (Throwable one = failed; one != null; one = one.getCause()) {
            Matcher refused = NO_TUNNEL.matcher(String.valueOf(one.getMessage()));
            if (refused.lookingAt()) {
                return refusedByProxy(Integer.parseInt(refused.group(1)));
            }
        }
        String reason = reasonOf(failed);
        String message = "the service was not reached, or its answer broke off";
        return TitularException.network(reason, reason.equals("TLS") ? NO_TLS : message);
    }

    /** Tells that a proxy made no connection. */
    static TitularException refusedByProxy(int status) {
        // The JDK says nothing of credentials that it does not send.
        String advice = status == PROXY_ASKS
            ? "give proxyCredentials, and start Java with -Djdk.http.auth.tunneling.disabledSchemes=" : "check https.proxyHost";
        String message = "a proxy on the way answered " + status + " and made no connection: " + advice;
        return new TitularException(new TitularException.Told(
            TitularException.Kind.NETWORK, "PROXY", message, null, null, null, status >= 500, null));
    }

    private static String reasonOf(Throwable failed) {
        if (has(failed, UnresolvedAddressException.class::isInstance)) {
            return "NAME_NOT_FOUND";
        }
        if (has(failed, ConnectException.class::isInstance)) {
            return "ECONNREFUSED";
        }
        if (has(failed, one -> says(one, "Broken pipe"))) {
            return "EPIPE";
        }
        boolean isClosed = has(failed, one ->
            one instanceof EOFException || one instanceof RepeatedException || says(one, "Connection reset"));
        if (isClosed) {
            return "ECONNRESET";
        }
        return has(failed, SSLException.class::isInstance) ? "TLS" : "CONNECTION";
    }

    private static boolean isUntrusted(Throwable failed) {
        return has(failed, one -> one instanceof CertificateException
            || one instanceof CertPathValidatorException || one instanceof CertPathBuilderException);
    }

    private static boolean says(Throwable failed, String beginning) {
        return failed.getMessage() != null && failed.getMessage().startsWith(beginning);
    }

    private static boolean has(Throwable failed, Predicate<Throwable> isWanted) {
        for (Throwable one = failed; one != null; one = one.getCause()) {
            if (isWanted.test(one)) {
                return true;
            }
        }
        return false;
    }
}
