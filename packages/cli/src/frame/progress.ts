/** Tells a person that work goes on. */
export type Progress = {
  /** Says what is under way, if it takes longer than a second; replaces what was said before. */
  say(text: string): void;
  /** Takes back what was said. */
  end(): void;
};

const PATIENCE_MS = 1_000;
const INTERVAL_MS = 5_000;

/** Writes to a terminal in place, and to a file a line now and then, so that a log is not filled. */
export function createProgress(
  stream: { isTTY?: boolean; write(text: string): unknown },
  monotonicMs: () => number,
): Progress {
  const startedMs = monotonicMs();
  let saidMs = Number.NEGATIVE_INFINITY;
  let pending: NodeJS.Timeout | undefined;
  const show = (text: string): void => {
    saidMs = monotonicMs();
    stream.write(stream.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
  };
  return {
    say(text) {
      clearTimeout(pending);
      const nowMs = monotonicMs();
      const isPatient = nowMs - startedMs < PATIENCE_MS;
      if (isPatient) pending = setTimeout(() => show(text), PATIENCE_MS - (nowMs - startedMs)).unref();
      else if (stream.isTTY || nowMs - saidMs >= INTERVAL_MS) show(text);
    },
    end() {
      clearTimeout(pending);
      if (stream.isTTY && saidMs > Number.NEGATIVE_INFINITY) stream.write('\r\x1b[2K');
    },
  };
}

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
