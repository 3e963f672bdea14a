package titular.json;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import titular.json.Json.JsonException;

/** Makes records of what {@link Json} read, and back. */
public final class Records {
    private final boolean isLenient;

    private Records(boolean isLenient) {
        this.isLenient = isLenient;
    }

    /** Reads a JSON object as a record. Members that are missing are null, lists empty; those that are unknown are ignored. */
    public static <T> T read(byte[] content, Class<T> type) throws JsonException {
        return type.cast(new Records(false).toRecord(Json.read(content), type));
    }

    /** Reads as {@link #read}, but takes a member of another form for missing, as a newer service may send one. */
    public static <T> T readLeniently(byte[] content, Class<T> type) throws JsonException {
        return type.cast(new Records(true).toRecord(Json.read(content), type));
    }

    /** Makes a value that was read one of a type. */
    public static Object convert(Object value, Type type) throws JsonException {
        return new Records(false).to(value, type);
    }

    /** The members of a record by their names on the wire, without those that are null. */
    public static Map<String, Object> membersOf(Record given) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (RecordComponent component : given.getClass().getRecordComponents()) {
            Object value = valueOf(given, component);
            if (value != null) {
                members.put(nameOf(component), value);
            }
        }
        return members;
    }

    private static Object valueOf(Record given, RecordComponent component) {
        try {
            return component.getAccessor().invoke(given);
        } catch (IllegalAccessException | InvocationTargetException wrong) {
            throw new IllegalArgumentException("a record of " + given.getClass() + " cannot be read", wrong);
        }
    }

    private static String nameOf(RecordComponent component) {
        Name name = component.getAnnotation(Name.class);
        return name == null ? component.getName() : name.value();
    }

    private Object toRecord(Object value, Class<?> type) throws JsonException {
        if (!(value instanceof Map<?, ?> members)) {
            throw mismatch(type);
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int at = 0; at < components.length; at++) {
            types[at] = components[at].getType();
            values[at] = member(members, components[at]);
        }
        return make(type, types, values);
    }

    private static Object make(Class<?> type, Class<?>[] types, Object... values) throws JsonException {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException wrong) {
            throw mismatch(type);
        }
    }

    private Object member(Map<?, ?> members, RecordComponent component) throws JsonException {
        Type type = component.getGenericType();
        String name = nameOf(component);
        Object value = members.get(name);
        if (component.getType() == Optional.class) {
            return members.containsKey(name) ? to(value, type) : null;
        }
        if (value == null) {
            return missing(component.getType());
        }
        try {
            return to(value, type);
        } catch (JsonException otherForm) {
            if (!isLenient) {
                throw otherForm;
            }
            return missing(component.getType());
        }
    }

    private static Object missing(Class<?> type) {
        if (type == List.class) {
            return List.of();
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == long.class) {
            return 0L;
        }
        return type == double.class ? (Object) 0.0 : null;
    }

    private Object to(Object value, Type type) throws JsonException {
        if (type instanceof ParameterizedType generic) {
            Type inner = generic.getActualTypeArguments()[0];
            if (generic.getRawType() == Optional.class) {
                return value == null ? Optional.empty() : Optional.of(to(value, inner));
            }
            return toList(value, inner);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord() && Word.class.isAssignableFrom(plain) && value instanceof String) {
            return make(plain, new Class<?>[] {String.class}, value);
        }
        if (plain.isRecord() && !Word.class.isAssignableFrom(plain)) {
            return toRecord(value, plain);
        }
        return toScalar(value, plain);
    }

    private List<Object> toList(Object value, Type item) throws JsonException {
        if (!(value instanceof List<?> items)) {
            throw mismatch(item);
        }
        List<Object> made = new ArrayList<>();
        for (Object one : items) {
            made.add(to(one, item));
        }
        return List.copyOf(made);
    }

    private static Object toScalar(Object value, Class<?> type) throws JsonException {
        if (type == Object.class) {
            return value;
        }
        if (type == String.class && value instanceof String) {
            return value;
        }
        if ((type == boolean.class || type == Boolean.class) && value instanceof Boolean) {
            return value;
        }
        if ((type == long.class || type == Long.class) && value instanceof Long) {
            return value;
        }
        if ((type == double.class || type == Double.class) && value instanceof Number number) {
            return number.doubleValue();
        }
        throw mismatch(type);
    }

    private static JsonException mismatch(Type type) {
        return new JsonException("a member is no " + type.getTypeName());
    }
}
