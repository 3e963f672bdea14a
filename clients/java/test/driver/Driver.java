import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import titular.CallOption;
import titular.Credentials;
import titular.Titular;
import titular.TitularException;
import titular.WebhookVerifier;
import titular.json.Json;
import titular.json.Records;

/** Runs jobs that a test writes as lines of JSON on standard input, and prints a line of what came of each. */
public final class Driver {
    private static final ScheduledExecutorService TIMERS = Executors.newScheduledThreadPool(1, task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    private Driver() {}

    public static void main(String[] given) throws Exception {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
            answers.println(Json.write(answer(new Fields(Json.read(line)))));
        }
    }

    private static Map<String, Object> answer(Fields job) {
        try {
            if (job.has("deliveries")) {
                return Map.of("results", job.list("deliveries").stream().map(Driver::verify).toList());
            }
            if (job.has("texts")) {
                return Map.of("results", job.values("texts").stream().map(Driver::parse).toList());
            }
            job.fields("properties").members().forEach((name, value) -> System.setProperty(name, (String) value));
            return job.has("events") ? Map.of("results", Events.handleAll(job)) : run(job);
        } catch (Exception | Error broken) {
            return Map.of("broken", broken.toString());
        } finally {
            job.fields("properties").members().keySet().forEach(System::clearProperty);
        }
    }

    /** Reads a text as JSON, and writes it again; digits behind a mark are a number of the platform's largest kind. */
    private static Map<String, Object> parse(Object text) {
        try {
            String whole = (String) text;
            return Map.of("value", Json.write(whole.startsWith("$") ? new BigInteger(whole.substring(1)) : Json.read(whole)));
        } catch (Json.JsonException | IllegalArgumentException refused) {
            return Map.of("wrong", refused.getMessage());
        }
    }

    private static Map<String, Object> run(Fields job) throws Exception {
        TestClock clock = new TestClock(job.is("isReal"), job.number("chance"));
        Map<String, Object> answered = new LinkedHashMap<>();
        answered.put("slept", clock.slept);
        Titular client;
        Credentials credentials;
        try {
            credentials = credentialsOf(job.fields("credentials"), job.fields("env"));
            client = clientOf(job, credentials, clock);
            answered.put("shown", client + " " + credentials + " " + fieldsOf(client) + fieldsOf(credentials));
        } catch (IllegalArgumentException wrong) {
            answered.put("results", List.of(tell(wrong)));
            return answered;
        }
        List<CompletableFuture<Map<String, Object>>> results = new ArrayList<>();
        for (Fields call : job.list("calls")) {
            clock.advance(seconds(call.number("afterSeconds")));
            CompletableFuture<Map<String, Object>> result = new CompletableFuture<>();
            Thread thread = new Thread(() -> result.complete(invoke(client, call)));
            thread.start();
            if (call.fields("options").has("cancelSeconds")) {
                long nanos = seconds(call.fields("options").number("cancelSeconds")).toNanos();
                TIMERS.schedule(thread::interrupt, nanos, TimeUnit.NANOSECONDS);
            }
            results.add(result);
            if (!job.is("isTogether")) {
                result.get();
            }
        }
        answered.put("results", results.stream().map(CompletableFuture::join).toList());
        // Once there is a token.
        answered.put("shown", answered.get("shown") + Shown.of(client, credentials));
        return answered;
    }

    private static Duration seconds(double count) {
        return Duration.ofNanos((long) (count * 1e9));
    }

    /** What a library that writes public fields and accessors would show. */
    private static String fieldsOf(Object thing) throws IllegalAccessException {
        StringBuilder shown = new StringBuilder();
        for (java.lang.reflect.Field field : thing.getClass().getFields()) {
            shown.append(field.get(thing));
        }
        return shown.toString();
    }

    private static Credentials credentialsOf(Fields given, Fields env) {
        if (given.has("clientId")) {
            return Credentials.clientSecret(given.text("clientId"), given.text("clientSecret"));
        }
        Credentials.Assertion assertion = Credentials.assertion(given.text("account"), given.text("tenantId"))
            .keyId(given.text("keyId")).algorithm(given.text("algorithm"));
        return given.has("privateKey")
            ? assertion.privateKey(given.text("privateKey"))
            : assertion.signer(content -> signElsewhere(content, env));
    }

    /** Signs by another program, as a key service does. */
    private static byte[] signElsewhere(byte[] content, Fields env) throws Exception {
        ProcessBuilder program = new ProcessBuilder(env.text("NODE"), "-e", env.text("SIGN"));
        for (String name : List.of("KEY", "ONCE")) {
            if (env.has(name)) {
                program.environment().put(name, env.text(name));
            }
        }
        Process running = program.start();
        try (var input = running.getOutputStream()) {
            input.write(content);
        } catch (IOException closed) {
            // One that reads nothing may have ended.
        }
        byte[] signature = running.getInputStream().readAllBytes();
        if (running.waitFor() != 0) {
            throw new IllegalStateException("the key service is away, said canary-secret-4711");
        }
        return signature;
    }

    private static Titular clientOf(Fields job, Credentials credentials, TestClock clock) {
        Titular.Builder builder = Titular.builder(job.text("url"), credentials).clock(clock);
        if (job.has("maxRetries")) {
            builder.maxRetries((int) job.number("maxRetries"));
        }
        if (job.has("timeoutSeconds")) {
            builder.timeout(seconds(job.number("timeoutSeconds")));
        }
        if (job.has("deadlineSeconds")) {
            double limit = job.number("deadlineSeconds");
            builder.deadline(limit == 0 ? ChronoUnit.FOREVER.getDuration() : seconds(limit));
        }
        if (job.has("proxyUser")) {
            builder.proxyCredentials(job.text("proxyUser"), "canary-password-4711");
        }
        if (job.has("caFile")) {
            builder.caFile(Path.of(job.text("caFile")));
        }
        return builder.build();
    }

    /** Calls a method by its name of the contract. */
    private static Map<String, Object> invoke(Titular client, Fields call) {
        try {
            List<CallOption> options = new ArrayList<>();
            Map<String, Object> query = new LinkedHashMap<>();
            Fields given = call.fields("options");
            given.members().forEach((name, value) -> {
                switch (name) {
                    case "deadlineSeconds", "timeoutSeconds" -> options.add(CallOption.deadline(seconds(given.number(name))));
                    case "maxRetries" -> options.add(CallOption.maxRetries((int) given.number(name)));
                    case "scenario" -> options.add(CallOption.scenario(given.text(name)));
                    case "idempotencyKey" -> options.add(value instanceof String key
                        ? CallOption.idempotencyKey(key) : CallOption.noIdempotencyKey());
                    case "cancelSeconds" -> { }
                    default -> query.put(name, value);
                }
            });
            return tell(callMethod(client, call, query, options.toArray(CallOption[]::new)));
        } catch (InvocationTargetException failed) {
            return tell(failed.getCause());
        } catch (Exception wrong) {
            return tell(wrong);
        }
    }

    private static Object callMethod(Titular client, Fields call, Map<String, Object> query, CallOption[] options)
        throws Exception {
        String name = call.text("method") + (call.is("pages") ? "Pages" : "");
        Method method = Arrays.stream(Titular.class.getMethods())
            .filter(one -> one.getName().equals(name)).findFirst().orElseThrow();
        List<Object> contents = new ArrayList<>(call.values("args"));
        contents.add(query);
        Object[] arguments = new Object[method.getParameterCount()];
        for (int at = 0; at < arguments.length - 1; at++) {
            arguments[at] = Records.convert(withOddValues(contents.get(at)), method.getGenericParameterTypes()[at]);
        }
        arguments[arguments.length - 1] = options;
        Object result = method.invoke(client, arguments);
        if (result instanceof byte[] file) {
            return file.length;
        }
        if (result instanceof Iterable<?> pages) {
            List<Object> found = new ArrayList<>();
            pages.forEach(found::add);
            return found;
        }
        return result;
    }

    /** Puts in what no line of JSON has. */
    private static Object withOddValues(Object value) {
        if (!(value instanceof Map<?, ?> members)) {
            return "$NaN".equals(value) ? Double.NaN : "$broken".equals(value) ? "\ud800" : value;
        }
        Map<String, Object> changed = new LinkedHashMap<>();
        members.forEach((name, member) -> changed.put((String) name, withOddValues(member)));
        return changed;
    }

    static Map<String, Object> tell(Object value) {
        Map<String, Object> told = new LinkedHashMap<>();
        if (value instanceof TitularException failed) {
            Map<String, Object> error = new LinkedHashMap<>();
            error.put("kind", failed.kind().name().toLowerCase());
            error.put("code", failed.code());
            error.put("status", failed.status());
            error.put("docs", failed.docs());
            error.put("requestId", failed.requestId());
            error.put("retryable", failed.isRetryable());
            error.put("retryAfter", failed.retryAfter().map(Duration::toSeconds).orElse(0L));
            error.put("idempotencyKey", failed.idempotencyKey());
            error.put("isInterrupted", Thread.currentThread().isInterrupted());
            told.put("error", error);
            told.put("text", traceOf(failed));
        } else if (value instanceof Throwable wrong) {
            told.put("wrong", String.valueOf(wrong.getMessage()));
            told.put("text", traceOf(wrong));
        } else {
            told.put("value", value);
        }
        return told;
    }

    private static String traceOf(Throwable failed) {
        java.io.StringWriter text = new java.io.StringWriter();
        failed.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    private static Map<String, Object> verify(Fields delivery) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        delivery.fields("headers").members().forEach((name, value) -> headers.put(name,
            value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of((String) value)));
        try {
            String[] secrets = delivery.values("secrets").toArray(String[]::new);
            Instant now = Instant.ofEpochSecond((long) delivery.number("now"));
            byte[] payload = delivery.text("payload").getBytes(StandardCharsets.UTF_8);
            return tell(WebhookVerifier.of(secrets).withTime(() -> now).verify(payload, headers));
        } catch (RuntimeException refused) {
            return tell(refused);
        }
    }
}
