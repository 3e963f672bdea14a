package titular;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import titular.json.Json;
import titular.json.Json.JsonException;

/**
 * Reads what was answered in place of a success; nothing that another server said comes out of it, but for a
 * sentence with a code.
 */
record Refusals(String origin, Clock clock) {
    /** A create under the same key is not done yet. */
    static final Optional<String> UNDER_WAY = Optional.of("40029");
    private static final Pattern API_CODE = Pattern.compile("[0-9]{5}");
    private static final Pattern OAUTH_WORD = Pattern.compile("[a-z_]{1,64}");
    private static final Pattern SUB_CODE = Pattern.compile("[a-z0-9_]{1,64}");
    /** Another server's may be of any length. */
    private static final Pattern REQUEST_ID = Pattern.compile("[!-~]{1,128}");
    /** No sentence of the service is so long. */
    private static final int MAX_SENTENCE = 1000;
    /** What would begin a line of its own in a log, or steer a terminal. */
    private static final Pattern CONTROLS = Pattern.compile("[\\x{0}-\\x{1f}\\x{7f}-\\x{9f}\\x{2028}\\x{2029}]+");
    /** Refusals that end when something else does; all 429 and 5xx do as well. */
    private static final Set<String> PASSING_CODES = Set.of("40029", "40032");

    TitularException ofApi(Transport.Answer came) {
        Map<String, String> body = textsOf(came.content());
        String code = body.getOrDefault("code", "");
        boolean isOurs = API_CODE.matcher(code).matches();
        String ours = isOurs ? code : null;
        return exceptionOf(TitularException.Kind.API, came, ours, ours, isOurs ? body.get("message") : null);
    }

    TitularException ofTokens(Transport.Answer came) {
        Map<String, String> body = textsOf(came.content());
        String given = body.getOrDefault("sub_code", "");
        String ours = SUB_CODE.matcher(given).matches() ? given : null;
        String word = body.getOrDefault("error", "");
        // Another server's word may be a whole sentence.
        String theirs = OAUTH_WORD.matcher(word).matches() ? word : null;
        String sentence = body.get("error_description");
        return exceptionOf(TitularException.Kind.TOKEN, came, ours == null ? theirs : ours, ours, sentence);
    }

    /** The reference has a place for codes of our own alone. */
    private TitularException exceptionOf(
        TitularException.Kind kind, Transport.Answer came, String code, String place, String sentence
    ) {
        boolean isPassing = came.status() == 429 || came.status() >= 500;
        Duration retryAfter = Waits.parseRetryAfter(came.header("Retry-After"), clock.now());
        return new TitularException(new TitularException.Told(
            kind, code, sentence == null || sentence.isEmpty()
                ? came.describeUnexpected() : onOneLine(sentence), came.status(),
            Optional.of(came.header("X-Request-Id")).filter(REQUEST_ID.asMatchPredicate()).orElse(null),
            origin + "/docs" + (place == null ? "" : "#code-" + place),
            isPassing || code != null && kind == TitularException.Kind.API && PASSING_CODES.contains(code), retryAfter));
    }

    /** Bounds a sentence that came, so that it is one entry of a log. */
    private static String onOneLine(String sentence) {
        String line = CONTROLS.matcher(sentence).replaceAll(" ");
        int length = Math.min(line.codePointCount(0, line.length()), MAX_SENTENCE);
        return line.substring(0, line.offsetByCodePoints(0, length));
    }

    /** Those members of a JSON object that are texts. */
    private static Map<String, String> textsOf(byte[] content) {
        Map<String, String> texts = new LinkedHashMap<>();
        try {
            if (Json.read(content) instanceof Map<?, ?> members) {
                members.forEach((name, value) -> {
                    if (value instanceof String text) {
                        texts.put((String) name, text);
                    }
                });
            }
        } catch (JsonException notOurs) {
            // It says nothing then.
        }
        return texts;
    }
}
