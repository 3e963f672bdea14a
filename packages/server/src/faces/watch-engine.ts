import { EngineBusyError, EngineUnavailableError, type FaceEngine } from '@titular/face-engine';
import { createCounter, createGauge, createHistogram, SHORT_SECONDS } from '../kernel/metrics/instruments.ts';
import type { Metric } from '../kernel/metrics/metric.ts';
import { inSpan } from '../kernel/tracing/trace.ts';

/** A face engine that is measured, with the metrics of it. */
export type WatchedEngine = { engine: FaceEngine; metrics: readonly Metric[] };

/** Why an engine did not measure a picture, as metrics tell it. */
export function refusalOf(error: unknown): 'late' | 'busy' | 'away' | 'broken' {
  if (error instanceof EngineBusyError) return error.isLate ? 'late' : 'busy';
  return error instanceof EngineUnavailableError ? 'away' : 'broken';
}

/** Runs one call of an engine under a name for traces, and measures it. */
export type Watch = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Makes the metrics of an engine that works on `atOnce` pictures at once; those beyond wait. */
export function createEngineWatch(
  version: string,
  atOnce: number,
): { watch: Watch; metrics: readonly Metric[] } {
  const labels = { engine_version: [version] };
  const own = { engine_version: version };
  const seconds = createHistogram({
    name: 'titular_engine_seconds',
    help: 'Seconds from a picture to its measures, with the time that it waited.',
    labels,
    buckets: SHORT_SECONDS,
  });
  const refused = createCounter({
    name: 'titular_engine_refused_total',
    help: 'Pictures without measures: the queue was full, they waited too long, the engine was away, or broke.',
    labels: { ...labels, reason: ['busy', 'late', 'away', 'broken'] },
  });
  let underWay = 0;
  const gauge = (name: string, help: string, read: () => number): Metric =>
    createGauge({ name, help, labels }, () => [{ labels: own, value: read() }]);

  const watch: Watch = async (name, work) => {
    const startedMs = performance.now();
    underWay += 1;
    try {
      const measured = await inSpan({ name, attributes: own }, work);
      seconds.observe(own, (performance.now() - startedMs) / 1_000);
      return measured;
    } catch (error) {
      refused.add({ ...own, reason: refusalOf(error) });
      throw error;
    } finally {
      underWay -= 1;
    }
  };
  return {
    watch,
    metrics: [
      seconds,
      gauge('titular_engine_waiting', 'Pictures that wait for the face engine.', () =>
        Math.max(0, underWay - atOnce),
      ),
      gauge('titular_engine_busy', 'Pictures that the face engine measures now.', () =>
        Math.min(underWay, atOnce),
      ),
      refused,
    ],
  };
}

/** Measures each call of an engine. */
export function watchEngine(engine: FaceEngine, atOnce: number): WatchedEngine {
  const { watch, metrics } = createEngineWatch(engine.version, atOnce);
  return {
    engine: {
      // Asked anew: an attempt is measured by one version, whatever the engine says later.
      get version() {
        return engine.version;
      },
      analyse: (...asked) => watch('engine analyse', () => engine.analyse(...asked)),
      measureRelief: (...asked) => watch('engine measure relief', () => engine.measureRelief(...asked)),
      problem: () => engine.problem(),
      close: () => engine.close(),
    },
    metrics,
  };
}
