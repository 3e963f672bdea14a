package titular;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/** Changes one call. */
public final class CallOption {
    /** What the options of a call came to. */
    static final class Settings {
        Duration deadline;
        Integer maxRetries;
        String key;
        boolean hasNoKey;
        String scenario;

        String keyOrNew() {
            return key == null ? UUID.randomUUID().toString() : key;
        }
    }

    private final Consumer<Settings> change;

    private CallOption(Consumer<Settings> change) {
        this.change = change;
    }

    /**
     * Limits the whole call: its token, all tries and the waits between them; that of the client without it. A wait that
     * would pass it is not begun.
     */
    public static CallOption deadline(Duration limit) {
        Arguments.requirePositive("deadline", limit);
        return new CallOption(settings -> settings.deadline = limit);
    }

    /** Limits the tries of this call after the first. */
    public static CallOption maxRetries(int count) {
        Arguments.requireRetries(count);
        return new CallOption(settings -> settings.maxRetries = count);
    }

    /** Names a create, which is carried out once under the key; a new UUID without it. */
    public static CallOption idempotencyKey(String key) {
        Arguments.requireHeaderText("idempotencyKey", key);
        return new CallOption(settings -> settings.key = key);
    }

    /** Sends no key, so that a create whose answer is lost is not repeated. */
    public static CallOption noIdempotencyKey() {
        return new CallOption(settings -> settings.hasNoKey = true);
    }

    /** Names a scenario of the sandbox; it is for tests. */
    public static CallOption scenario(String name) {
        Arguments.requireHeaderText("scenario", name);
        return new CallOption(settings -> settings.scenario = name);
    }

    static Settings settingsOf(CallOption... options) {
        Settings settings = new Settings();
        for (CallOption option : options) {
            option.change.accept(settings);
        }
        return settings;
    }
}
