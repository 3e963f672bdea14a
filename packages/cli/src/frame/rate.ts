/** How a work of many like parts goes on, in words. */
export type Rate = { tell(done: number, all: number): string };

/** The rate is that of the last samples, so that what is skipped at the start does not count. */
const MAX_SAMPLES = 30;
const SAMPLE_MS = 2_000;

function timeInWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Tells how much is done, how fast that goes, and how long the rest takes. */
export function createRate(monotonicMs: () => number): Rate {
  const samples = [{ ms: monotonicMs(), done: 0 }];
  return {
    tell(done, all) {
      const ms = monotonicMs();
      const last = samples.at(-1);
      if (!last || ms - last.ms >= SAMPLE_MS) samples.push({ ms, done });
      if (samples.length > MAX_SAMPLES) samples.shift();
      const first = samples[0] ?? { ms, done };
      const perSecond = ms > first.ms ? (1_000 * (done - first.done)) / (ms - first.ms) : 0;
      const left = perSecond > 0 ? `, ${timeInWords((all - done) / perSecond)} left` : '';
      return `${done} of ${all} rows, ${perSecond.toFixed(1)}/s${left}`;
    },
  };
}
