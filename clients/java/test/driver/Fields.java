import java.util.List;
import java.util.Map;

/** The members of a JSON object of a job, by their types; what is missing is empty. */
record Fields(Object object) {
    @SuppressWarnings("unchecked")
    Map<String, Object> members() {
        return object instanceof Map<?, ?> ? (Map<String, Object>) object : Map.of();
    }

    boolean has(String name) {
        return members().get(name) != null;
    }

    boolean is(String name) {
        return Boolean.TRUE.equals(members().get(name));
    }

    String text(String name) {
        return (String) members().get(name);
    }

    double number(String name) {
        return members().get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    Fields fields(String name) {
        return new Fields(members().get(name));
    }

    List<?> values(String name) {
        return members().get(name) instanceof List<?> values ? values : List.of();
    }

    List<Fields> list(String name) {
        return values(name).stream().map(Fields::new).toList();
    }
}
