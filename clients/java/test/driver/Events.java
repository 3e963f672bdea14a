import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import titular.Types.WebhookEvent;
import titular.events.EventHandler;
import titular.json.Json;
import titular.json.Records;

/** Handles events by work that fails where that is asked for. */
final class Events {
    private final Map<WebhookEvent, Fields> wanted = new IdentityHashMap<>();
    private final AtomicInteger working = new AtomicInteger();
    private final EventHandler handler = new EventHandler(Map.of("moved", this::work));

    private Events() {}

    static List<Object> handleAll(Fields job) throws Exception {
        Events own = new Events();
        List<CompletableFuture<Object>> results = new ArrayList<>();
        for (Fields one : job.list("events")) {
            WebhookEvent event = Records.read(Json.write(one.object()).getBytes(), WebhookEvent.class);
            synchronized (own.wanted) {
                own.wanted.put(event, one);
            }
            CompletableFuture<Object> result = CompletableFuture.supplyAsync(() -> own.handle(event));
            results.add(result);
            if (!job.is("isTogether")) {
                result.get();
            }
        }
        return results.stream().map(CompletableFuture::join).toList();
    }

    private Object handle(WebhookEvent event) {
        try {
            return Driver.tell(handler.handle(event).toString());
        } catch (Exception | Error failed) {
            return Driver.tell(failed);
        }
    }

    private void work(WebhookEvent event) throws Exception {
        if (event.transactionId() != null && working.incrementAndGet() > 1) {
            throw new AssertionError("two events of one transaction are worked on");
        }
        try {
            Thread.yield();
            Fields one;
            synchronized (wanted) {
                one = wanted.get(event);
            }
            if (one.is("fails")) {
                throw new Exception("the work failed");
            }
            if (one.is("breaks")) {
                throw new AssertionError("the work broke");
            }
        } finally {
            if (event.transactionId() != null) {
                working.decrementAndGet();
            }
        }
    }
}
