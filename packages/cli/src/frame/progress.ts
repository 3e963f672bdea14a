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
