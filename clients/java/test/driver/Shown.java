import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** What a library shows that writes objects by their fields, whoever may see them, but for those that are transient. */
final class Shown {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final StringBuilder text = new StringBuilder();

    private Shown() {}

    static String of(Object... things) throws IllegalAccessException {
        Shown shown = new Shown();
        for (Object thing : things) {
            shown.walk(thing);
        }
        return shown.text.toString();
    }

    private void walk(Object thing) throws IllegalAccessException {
        if (thing == null || !seen.add(thing)) {
            return;
        }
        text.append(' ').append(thing);
        if (thing instanceof byte[] bytes) {
            text.append(' ').append(new String(bytes, StandardCharsets.ISO_8859_1));
        } else if (thing instanceof Object[]) {
            for (int at = 0; at < Array.getLength(thing); at++) {
                walk(Array.get(thing, at));
            }
        } else if (thing instanceof Iterable<?> members) {
            for (Object member : members) {
                walk(member);
            }
        } else if (thing instanceof Map<?, ?> members) {
            for (Object member : members.values()) {
                walk(member);
            }
        } else if (!thing.getClass().isHidden()) {
            for (Class<?> type = thing.getClass(); type.getName().startsWith("titular."); type = type.getSuperclass()) {
                walkFields(thing, type);
            }
        }
    }

    private void walkFields(Object thing, Class<?> type) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                field.setAccessible(true);
                walk(field.get(thing));
            }
        }
    }
}
