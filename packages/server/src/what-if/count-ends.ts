import type { LeftOut } from '@titular/contract';
import { mainReason } from '@titular/contract/main-reason';
import type { KeptEnd } from './kept-end-store.ts';
import type { Moved } from './moved-settings.ts';
import { type ReplayedEnd, replayEnd } from './replay-end.ts';

/** An end by its status, and the one reason that answers why. */
export type EndName = { status: string; reason?: string };

/** Ends that were alike and would be alike. */
export type Kind = { from: EndName; to: EndName; count: number };

/** What was counted so far; exact, and never told as it is. */
export type Counted = {
  judged: number;
  kinds: Map<string, Kind>;
  leftOut: Map<LeftOut, number>;
  /** The engine of the newest decision: others are not compared with its distances. */
  engineVersion: string | undefined;
};

/** Nothing counted yet. */
export const countNothing = (): Counted => ({
  ...{ judged: 0, kinds: new Map(), leftOut: new Map(), engineVersion: undefined },
});

const UNMOVED: Moved = { rules: {}, card: {} };
const DECIDED: readonly string[] = ['approved', 'inconclusive', 'fast-inconclusive'];
const SANDBOX = 'sandbox';

const nameEnd = (status: string, reasons: readonly string[]): EndName => {
  const reason = mainReason(reasons, status === 'approved');
  return { status, ...(reason === undefined ? {} : { reason }) };
};

const nameReplayed = (end: Exclude<ReplayedEnd, { kind: 'not_looked' }>): EndName =>
  end.kind === 'asked' ? { status: 'waiting' } : nameEnd(end.status, end.reasons);

/** Why an end has nothing to be decided from; undefined where it has. */
function findMissing(end: KeptEnd, engineVersion: string | undefined): LeftOut | undefined {
  const { status, isEnded, isErased, reasons, inputs } = end;
  if (!isEnded) return 'still_open';
  if (!DECIDED.includes(status)) return 'ended_before';
  if (isErased) return 'erased';
  if (end.engineVersion === SANDBOX || reasons.includes('sandbox_scenario')) return 'sandbox';
  if (status === 'fast-inconclusive') return inputs.create ? undefined : 'inputs_not_kept';
  if (end.engineVersion === undefined) return 'ended_before';
  if (!inputs.decision) return 'inputs_not_kept';
  return engineVersion !== undefined && engineVersion !== end.engineVersion ? 'other_engine' : undefined;
}

/** Whether the rules of the time give the kept end, reason by reason. */
function isReproduced({ status, reasons, inputs }: KeptEnd): boolean {
  const again = replayEnd(inputs, UNMOVED);
  return again.kind === 'ended' && again.status === status && again.reasons.join() === reasons.join();
}

/** Decides one end again, or says why it is left out. */
function judge(end: KeptEnd, moved: Moved, engineVersion: string | undefined): Omit<Kind, 'count'> | LeftOut {
  const missing = findMissing(end, engineVersion);
  if (missing) return missing;
  if (!isReproduced(end)) return 'not_reproduced';
  const replayed = replayEnd(end.inputs, moved);
  if (replayed.kind === 'not_looked') return 'not_looked';
  return { from: nameEnd(end.status, end.reasons), to: nameReplayed(replayed) };
}

/** Counts one more end; ends come newest first. */
export function countEnd(counted: Counted, end: KeptEnd, moved: Moved): void {
  const judged = judge(end, moved, counted.engineVersion);
  if (typeof judged === 'string') {
    counted.leftOut.set(judged, (counted.leftOut.get(judged) ?? 0) + 1);
    return;
  }
  counted.judged += 1;
  if (end.inputs.decision) counted.engineVersion ??= end.engineVersion;
  const key = JSON.stringify([judged.from, judged.to]);
  if (JSON.stringify(judged.from) === JSON.stringify(judged.to)) return;
  const kind = counted.kinds.get(key) ?? { ...judged, count: 0 };
  counted.kinds.set(key, { ...kind, count: kind.count + 1 });
}
