package titular.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes JSON (RFC 8259), and nothing besides; it is a part of the client, not an interface of its own. */
public final class Json {
    /** Deeper than any answer of the service; a stack that overflows would be no exception of ours. */
    private static final int MAX_DEPTH = 64;
    /** Whole numbers of fewer signs are within those of a long. */
    private static final int LONG_DIGITS = 19;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** What was read is no JSON, or not of the type that was asked for. The message quotes nothing of it. */
    public static final class JsonException extends Exception {
        private static final long serialVersionUID = 1L;

        JsonException(String message) {
            super(message);
        }
    }

    /** Reads bytes as maps, lists, texts, numbers (Long or Double), booleans and null. */
    public static Object read(byte[] content) throws JsonException {
        try {
            return read(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString());
        } catch (CharacterCodingException wrong) {
            throw new JsonException("the bytes are no UTF-8");
        }
    }

    /** Reads a text as {@link #read(byte[])} reads bytes. */
    public static Object read(String text) throws JsonException {
        Json reader = new Json(text);
        Object value = reader.readValue(0);
        reader.peek();
        if (reader.at < text.length()) {
            throw reader.wrong();
        }
        return value;
    }

    /** Reads bytes that are an object. */
    public static Map<?, ?> readObject(byte[] content) throws JsonException {
        if (read(content) instanceof Map<?, ?> members) {
            return members;
        }
        throw new JsonException("the JSON is no object");
    }

    private JsonException wrong() {
        return new JsonException("no JSON from character " + at + " on");
    }

    /** The next character behind white space; 0 at the end, and for a real 0, which begins nothing in JSON. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char sign) throws JsonException {
        if (!skip(sign)) {
            throw wrong();
        }
    }

    private boolean skip(char sign) {
        boolean isThere = peek() == sign;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private Object readValue(int depth) throws JsonException {
        if (depth > MAX_DEPTH) {
            throw new JsonException("the JSON is nested too deep");
        }
        return switch (peek()) {
            case '{' -> readObject(depth);
            case '[' -> readList(depth);
            case '"' -> readText();
            case 't' -> readWord("true", Boolean.TRUE);
            case 'f' -> readWord("false", Boolean.FALSE);
            case 'n' -> readWord("null", null);
            default -> readNumber();
        };
    }

    private Object readWord(String word, Object value) throws JsonException {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return value;
    }

    private Map<String, Object> readObject(int depth) throws JsonException {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        if (skip('}')) {
            return members;
        }
        do {
            if (peek() != '"') {
                throw wrong();
            }
            String name = readText();
            expect(':');
            if (members.containsKey(name)) {
                throw new JsonException("an object has two members of one name");
            }
            members.put(name, readValue(depth + 1));
        } while (skip(','));
        expect('}');
        return members;
    }

    private List<Object> readList(int depth) throws JsonException {
        List<Object> items = new ArrayList<>();
        expect('[');
        if (skip(']')) {
            return items;
        }
        do {
            items.add(readValue(depth + 1));
        } while (skip(','));
        expect(']');
        return items;
    }

    private String readText() throws JsonException {
        StringBuilder read = new StringBuilder();
        at++;
        while (at < text.length()) {
            char sign = text.charAt(at++);
            if (sign == '"') {
                return read.toString();
            }
            if (sign < ' ') {
                break;
            }
            read.append(sign == '\\' ? readEscape() : sign);
        }
        throw wrong();
    }

    private char readEscape() throws JsonException {
        char sign = at < text.length() ? text.charAt(at++) : 0;
        return switch (sign) {
            case '"', '\\', '/' -> sign;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> readUnit();
            default -> throw wrong();
        };
    }

    private char readUnit() throws JsonException {
        int unit = 0;
        for (int end = at + 4; at < end; at++) {
            // Not `Character.digit`, which takes digits of other scripts too.
            int digit = at < text.length() ? "0123456789abcdef".indexOf(Character.toLowerCase(text.charAt(at))) : -1;
            if (digit < 0) {
                throw wrong();
            }
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private Object readNumber() throws JsonException {
        int start = at;
        skipSign('-');
        if (!skipSign('0')) {
            skipDigits();
        }
        boolean isWhole = true;
        if (skipSign('.')) {
            isWhole = false;
            skipDigits();
        }
        if (skipSign('e') || skipSign('E')) {
            isWhole = false;
            if (!skipSign('-')) {
                skipSign('+');
            }
            skipDigits();
        }
        String number = text.substring(start, at);
        if (isWhole && number.length() < LONG_DIGITS) {
            return Long.valueOf(number);
        }
        Double fraction = Double.valueOf(number);
        if (fraction.isInfinite()) {
            throw wrong();
        }
        return fraction;
    }

    private boolean skipSign(char sign) {
        boolean isThere = at < text.length() && text.charAt(at) == sign;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void skipDigits() throws JsonException {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong();
        }
    }

    /** Writes a value: maps, lists, records, texts, numbers, booleans and null. */
    public static String write(Object value) {
        StringBuilder written = new StringBuilder();
        write(value, written);
        return written.toString();
    }

    private static void write(Object value, StringBuilder to) {
        if (value == null || value instanceof Boolean || value instanceof Long || value instanceof Integer
            || value instanceof java.math.BigInteger) {
            to.append(value);
        } else if (value instanceof Number number) {
            writeFraction(number.doubleValue(), to);
        } else if (value instanceof CharSequence || value instanceof Word) {
            writeText(value.toString(), to);
        } else if (value instanceof Optional<?> one) {
            write(one.orElse(null), to);
        } else if (value instanceof Record members) {
            write(Records.membersOf(members), to);
        } else if (value instanceof Map<?, ?> members) {
            String before = "{";
            for (Map.Entry<?, ?> member : members.entrySet()) {
                writeText(String.valueOf(member.getKey()), to.append(before));
                write(member.getValue(), to.append(':'));
                before = ",";
            }
            to.append(members.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> items) {
            String before = "";
            to.append('[');
            for (Object item : items) {
                write(item, to.append(before));
                before = ",";
            }
            to.append(']');
        } else {
            throw new IllegalArgumentException("it has no form for a " + value.getClass().getName());
        }
    }

    private static void writeFraction(double number, StringBuilder to) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("it has no number that is not finite");
        }
        boolean isWhole = number == Math.rint(number) && Math.abs(number) < 1L << 53;
        to.append(isWhole ? Long.toString((long) number) : Double.toString(number));
    }

    private static void writeText(String text, StringBuilder to) {
        to.append('"');
        for (int at = 0; at < text.length(); at++) {
            char sign = text.charAt(at);
            boolean isPaired = Character.isHighSurrogate(sign)
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
            if (Character.isSurrogate(sign) && !isPaired) {
                throw new IllegalArgumentException("half of a character is no text");
            }
            if (sign == '"' || sign == '\\') {
                to.append('\\').append(sign);
            } else if (sign < ' ') {
                to.append(String.format("\\u%04x", (int) sign));
            } else {
                to.append(sign);
            }
        }
        to.append('"');
    }
}
