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
    /** Refusals that end when something else does; all 429 and 5xx do as well. */
    private static final Set<String> PASSING_CODES = Set.of("40029", "40032");

    TitularException ofApi(Transport.Answer came) {
        Map<String, String> body = textsOf(came.content());
        String code = body.getOrDefault("code", "");
        boolean isOurs = API_CODE.matcher(code).matches();
        return exceptionOf(TitularException.Kind.API, came, isOurs ? code : null, isOurs ? body.get("message") : null);
    }

    TitularException ofTokens(Transport.Answer came) {
        Map<String, String> body = textsOf(came.content());
        String code = body.getOrDefault("sub_code", "");
        String word = body.getOrDefault("error", "");
        // Another server's word may be a whole sentence.
        if (code.isEmpty() && OAUTH_WORD.matcher(word).matches()) {
            code = word;
        }
        String sentence = body.get("error_description");
        return exceptionOf(TitularException.Kind.TOKEN, came, code.isEmpty() ? null : code, sentence);
    }

    private TitularException exceptionOf(
        TitularException.Kind kind, Transport.Answer came, String code, String sentence
    ) {
        boolean isPassing = came.status() == 429 || came.status() >= 500;
        Duration retryAfter = Waits.parseRetryAfter(came.header("Retry-After"), clock.now());
        return new TitularException(new TitularException.Told(
            kind, code, sentence == null || sentence.isEmpty() ? came.describeUnexpected() : sentence, came.status(),
            came.headers().firstValue("X-Request-Id").orElse(null),
            origin + "/docs" + (code == null ? "" : "#code-" + code),
            isPassing || code != null && kind == TitularException.Kind.API && PASSING_CODES.contains(code), retryAfter));
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
