package titular;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import titular.Waits.Deadline;
import titular.json.Json.JsonException;

/** Sends requests; the only place that retries. `toProxy` has the headers for a proxy on the way to an address. */
record Transport(
    String origin, Duration timeout, HttpClient http, Function<URI, Map<String, String>> toProxy, Clock clock
) {
    /** Of a proxy alone: the platform passes its answer on as if it were that of the service. */
    private static final int PROXY_REFUSES = 407;

    /** A response of any status; `asked` is method and address without query. */
    record Answer(String asked, int status, HttpHeaders headers, byte[] content) {
        /** What came twice is one list, parted by commas (RFC 9110 section 5.3); empty for what did not come. */
        String header(String name) {
            return String.join(", ", headers.allValues(name));
        }

        boolean saysInvalidToken() {
            boolean isRefused = status == 401 || status == 403;
            return isRefused && header("WWW-Authenticate").contains("error=\"invalid_token\"");
        }

        /** Tells of a response that is not one of the service; it quotes nothing of the response. */
        String describeUnexpected() {
            if (status >= 300 && status < 400) {
                return asked + " was answered with a redirect, which is not followed: "
                    + "baseUrl is likely not the address of the service itself";
            }
            if (status == 429 || status >= 500) {
                return asked + " was answered " + status + " without a word of the service";
            }
            return asked + " was answered " + status + ", but not by the service: check baseUrl, and what stands before "
                + "the service";
        }
    }

    /** What one try is sent with; `renew` discards credentials that were just refused, and may be null. */
    record Prepared(Map<String, String> headers, byte[] body, Runnable renew) {}

    /** Takes a success over. */
    interface Reader<T> {
        T read(byte[] content) throws JsonException;
    }

    /**
     * How an exchange is sent again: `limit` is for each try, below that of the client; null for none. A refusal that
     * names a Retry-After ends it where those who wait for it wait each by itself; `before` are their retries until now.
     */
    record Tries(boolean isRepeatable, int maxRetries, Duration limit, boolean endsOnRetryAfter, int before) {}

    /** One request with all of its tries. */
    record Exchange<T>(
        String operation, String method, String address, boolean isFile, Tries tries,
        Function<Deadline, Prepared> prepare, Reader<T> reader, Function<Answer, TitularException> toException
    ) {}

    /** Sends until an answer comes, retries are used up or time is over; new credentials are tried once, at once. */
    <T> T send(Exchange<T> exchange, Deadline deadline) {
        boolean isRenewed = false;
        int retry = 1 + exchange.tries().before();
        while (true) {
            Prepared sent = exchange.prepare().apply(deadline);
            Answer came = null;
            TitularException failed;
            try {
                came = attempt(exchange, sent, deadline);
                return judge(exchange, came);
            } catch (TitularException fault) {
                failed = fault;
            }
            if (sent.renew() != null && !isRenewed && came != null && came.saysInvalidToken()) {
                isRenewed = true;
                sent.renew().run();
                continue;
            }
            Duration wait = Waits.before(retry, failed, clock.chance());
            // A wait that would pass the deadline is not begun.
            failed.isLate = deadline.isPassedBy(wait);
            if (retry > exchange.tries().maxRetries() || failed.isLate || !mayRepeat(failed, exchange.tries())) {
                throw failed;
            }
            pause(wait);
            retry++;
        }
    }

    /** Waits, and tells of an interruption as every call does. */
    void pause(Duration wait) {
        try {
            clock.sleep(wait);
        } catch (InterruptedException interrupted) {
            throw TitularException.canceled("the wait before a retry was interrupted");
        }
    }

    private Answer attempt(Exchange<?> exchange, Prepared sent, Deadline deadline) {
        Duration own = exchange.tries().limit();
        Duration limit = deadline.left(own != null && own.compareTo(timeout) < 0 ? own : timeout);
        if (limit.isNegative() || limit.isZero()) {
            throw TitularException.timeout("no time was left for " + exchange.operation());
        }
        CompletableFuture<HttpResponse<byte[]>> flying =
            http.sendAsync(requestOf(exchange, sent), info -> new Connections.LimitedBody(info.headers()));
        try {
            // The platform's own limit ends with the headers of a response, and leaves its body to trickle.
            HttpResponse<byte[]> response = flying.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (response.statusCode() == PROXY_REFUSES) {
                throw Connections.refusedByProxy(PROXY_REFUSES);
            }
            String asked = exchange.method() + " " + origin + exchange.address().split("\\?", 2)[0];
            return new Answer(asked, response.statusCode(), response.headers(), response.body());
        } catch (TimeoutException late) {
            flying.cancel(true);
            throw TitularException.timeout("no answer to " + exchange.operation() + " in " + limit.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            flying.cancel(true);
            throw TitularException.canceled(exchange.operation() + " was interrupted");
        } catch (ExecutionException failed) {
            throw Connections.fault(failed.getCause());
        }
    }

    private HttpRequest requestOf(Exchange<?> exchange, Prepared sent) {
        byte[] body = sent.body() == null ? new byte[0] : sent.body();
        URI address = URI.create(origin + exchange.address());
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
            .method(exchange.method(), new Connections.BodyOnce(body))
            .setHeader("Accept", exchange.isFile() ? "*/*" : "application/json")
            .setHeader("User-Agent", "titular-java/" + Titular.VERSION);
        sent.headers().forEach(request::setHeader);
        toProxy.apply(address).forEach(request::setHeader);
        return request.build();
    }

    private static <T> T judge(Exchange<T> exchange, Answer came) {
        if (came.status() < 200 || came.status() >= 300) {
            throw exchange.toException().apply(came);
        }
        try {
            return exchange.reader().read(came.content());
        } catch (JsonException wrong) {
            String message = "the answer to " + came.asked() + " is not the JSON that the service sends: check baseUrl";
            throw TitularException.network("BROKEN_ANSWER", message);
        }
    }

    /** A request that was turned away at the door did nothing; any other fault may have come after the deed. */
    private static boolean mayRepeat(TitularException failed, Tries tries) {
        boolean isTooLong = failed.retryAfter().filter(one -> one.compareTo(Waits.MAX_RETRY_AFTER) > 0).isPresent();
        boolean isEnd = tries.endsOnRetryAfter() && failed.retryAfter().filter(one -> !one.isZero()).isPresent();
        if (isTooLong || isEnd || failed.kind() == TitularException.Kind.CANCELED) {
            return false;
        }
        if (failed.status().isEmpty()) {
            return tries.isRepeatable() && failed.isRetryable();
        }
        int status = failed.status().get();
        boolean isUnderWay = failed.kind() == TitularException.Kind.API && failed.code().equals(Refusals.UNDER_WAY);
        return status == 429 || tries.isRepeatable() && (isUnderWay || status >= 500);
    }
}
