import type { Log } from './log.ts';

/** What was refused, and to whom; every text is ours or an id, so that nothing a stranger wrote and no credential reaches the log. */
export type SecurityEvent = {
  /** `access` is a 403, `client` a refusal of the token endpoints, `capture` a decision that signs of an attack settled. */
  refused: 'access' | 'client' | 'capture';
  /** Code of the catalogue, sub-code of the token endpoint, or the signs. */
  code: string;
  /** Events of the same text are counted together: of one network or tenant, and one operation. */
  countedFor: string;
} & Readonly<Record<string, string | undefined>>;

/** Notes one event. */
export type NoteSecurity = (event: SecurityEvent) => void;

const WINDOW_MS = 60_000;
/** Lines of one window; whoever floods with ever new addresses fills no disk. */
const MAX_LINES = 600;

const ALL_WRITTEN_UP_TO = 20;

/** Each of a few is written, then the 100th, 1000th …: the scale of a flood is seen, the flood is not. */
const isWritten = (times: number): boolean => times <= ALL_WRITTEN_UP_TO || /^10*$/.test(String(times));

type Window = { endsMs: number; lines: number; counts: Map<string, number> };

/**
 * Makes the security log: lines with `category: "security"` at the level `warn`, written also where less is logged, but for `silent`. Of
 * alike events within a minute the first 20 are written, then the 100th, 1000th …, each with its number; at most 600 lines a minute in all.
 */
export function createSecurityLog(log: Log, monotonicMs: () => number): NoteSecurity {
  const level = log.level === 'silent' ? 'silent' : 'warn';
  const lines = log.child({ category: 'security' }, { level });
  let window: Window = { endsMs: Number.NEGATIVE_INFINITY, lines: 0, counts: new Map() };

  const count = (key: string): number => {
    const nowMs = monotonicMs();
    if (nowMs >= window.endsMs) window = { endsMs: nowMs + WINDOW_MS, lines: 0, counts: new Map() };
    const { counts } = window;
    const times = (counts.get(key) ?? 0) + 1;
    // A name that came after the last line of its window would only take room.
    if (times > 1 || window.lines < MAX_LINES) counts.set(key, times);
    return times;
  };

  return ({ countedFor, ...event }) => {
    const times = count(`${event.refused} ${event.code} ${countedFor}`);
    if (!isWritten(times) || window.lines > MAX_LINES) return;
    window.lines += 1;
    if (window.lines > MAX_LINES) lines.warn('further security events of this minute are left out');
    else lines.warn({ ...event, times }, 'refused');
  };
}
