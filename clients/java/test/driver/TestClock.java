import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import titular.Clock;

/** Notes waits instead of waiting, unless it is real; a job moves its time on, and names all that chance brings. */
final class TestClock implements Clock {
    final List<Double> slept = new ArrayList<>();
    private final boolean isReal;
    private final double chance;
    private Duration passed = Duration.ZERO;

    TestClock(boolean isReal, double chance) {
        this.isReal = isReal;
        this.chance = chance;
    }

    synchronized void advance(Duration time) {
        passed = passed.plus(time);
    }

    @Override
    public synchronized long nanoTime() {
        return System.nanoTime() + passed.toNanos();
    }

    @Override
    public synchronized Instant now() {
        return Instant.now().plus(passed);
    }

    @Override
    public void sleep(Duration pause) throws InterruptedException {
        if (isReal) {
            Thread.sleep(pause.toMillis());
            return;
        }
        synchronized (this) {
            slept.add(pause.toNanos() / 1e9);
            passed = passed.plus(pause);
        }
    }

    @Override
    public double chance() {
        return chance;
    }
}
