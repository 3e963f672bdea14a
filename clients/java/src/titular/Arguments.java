package titular;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import titular.json.Records;

/** What calls and clients are made with, checked before anything is sent. */
final class Arguments {
    private static final int MAX_RETRIES = 20;
    private static final String API_PATH = "/api/public/v1";
    private static final Pattern HEADER_TEXT = Pattern.compile("[!-~]{1,255}");
    /** ASCII alone: two standards make different hosts of a name beyond it, and credentials go there. */
    private static final Pattern ADDRESS = Pattern.compile("[!-~]+");
    private static final Pattern LOCAL_HOST = Pattern.compile("localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1\\]");

    private Arguments() {}

    /** When a request is sent again though nobody knows what became of it. */
    enum Repeat { ALWAYS, UNDER_KEY, NEVER }

    /** One row of the contract. */
    record Operation(String name, String method, String path, Repeat repeat, boolean hasToken) {}

    /** What an operation is called with: ids each behind its name, a record of the query, and the body. */
    record Given(List<String> ids, Record query, Record body, CallOption[] options) {}

    static void requireText(String name, String given) {
        if (given == null || given.isEmpty()) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }

    /** Takes what a header holds as it is: the platform's own exception about one would quote it. */
    static void requireHeaderText(String name, String given) {
        if (given == null || !HEADER_TEXT.matcher(given).matches()) {
            throw new IllegalArgumentException(name + " must be 1 to 255 printable ASCII characters without spaces");
        }
    }

    static void requireRetries(int given) {
        if (given < 0 || given > MAX_RETRIES) {
            throw new IllegalArgumentException("maxRetries must be a number from 0 to " + MAX_RETRIES);
        }
    }

    static void requirePositive(String name, Duration given) {
        if (given == null || given.isNegative() || given.isZero()) {
            throw new IllegalArgumentException(name + " must be above 0");
        }
    }

    /** Puts ids into a path; one that would lead to another address is refused. */
    static String fillPath(String path, List<String> ids) {
        String filled = path;
        for (int at = 0; at + 1 < ids.size(); at += 2) {
            String id = ids.get(at + 1);
            if (id == null || id.isEmpty() || id.equals(".") || id.equals("..") || !isUnicode(id)) {
                throw new IllegalArgumentException(ids.get(at) + " is not an id");
            }
            filled = filled.replace("{" + ids.get(at) + "}", encode(id).replace("+", "%20"));
        }
        return filled;
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Whether UTF-8 can hold a text; the platform would put a mark in the place of half a character. */
    static boolean isUnicode(CharSequence text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    static String writeQuery(Record parameters) {
        Map<String, Object> members = Records.membersOf(parameters);
        if (!members.values().stream().allMatch(one -> isUnicode(String.valueOf(one)))) {
            throw new IllegalArgumentException("a parameter is no text of Unicode");
        }
        return writeForm(members);
    }

    static String writeForm(Map<String, ?> members) {
        return members.entrySet().stream()
            .map(one -> encode(one.getKey()) + "=" + encode(String.valueOf(one.getValue())))
            .collect(Collectors.joining("&"));
    }

    /** The service's own address, without the path of the API and without a slash at the end. */
    static String parseBaseUrl(String given, boolean allowsPlain) {
        URI address = parse(given);
        // What no connection can be made to is refused here, before anything waits or is tried again.
        if (address == null || !isReachable(address)) {
            throw new IllegalArgumentException("baseUrl must be an https address, such as https://verify.bank.example");
        }
        if (address.getRawUserInfo() != null || address.getRawQuery() != null || address.getRawFragment() != null) {
            throw new IllegalArgumentException("baseUrl must not have a user, a password, a query or a fragment");
        }
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        String host = address.getHost().toLowerCase(Locale.ROOT);
        if (scheme.equals("http") && !allowsPlain && !LOCAL_HOST.matcher(host).matches()) {
            throw new IllegalArgumentException(
                "baseUrl is http: credentials would be readable on the way; use https, or allowPlainHttp");
        }
        String path = withoutSlashes(address.getRawPath());
        if (path.endsWith(API_PATH)) {
            path = path.substring(0, path.length() - API_PATH.length());
        }
        return scheme + "://" + host + portOf(address, scheme) + path;
    }

    private static URI parse(String given) {
        try {
            return given == null || !ADDRESS.matcher(given).matches() ? null : new URI(given);
        } catch (URISyntaxException wrong) {
            return null;
        }
    }

    private static boolean isReachable(URI address) {
        boolean isWeb = "https".equalsIgnoreCase(address.getScheme()) || "http".equalsIgnoreCase(address.getScheme());
        if (!isWeb || address.getHost() == null || address.getRawAuthority().endsWith(":")) {
            return false;
        }
        return address.getPort() == -1 || address.getPort() > 0 && address.getPort() < 1 << 16;
    }

    private static String withoutSlashes(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    /** Writes the port as others do: the account's name and whom an assertion is for are made of it. */
    private static String portOf(URI address, String scheme) {
        int usual = scheme.equals("https") ? 443 : 80;
        return address.getPort() == -1 || address.getPort() == usual ? "" : ":" + address.getPort();
    }
}
