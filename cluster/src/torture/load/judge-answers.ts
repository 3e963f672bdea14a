import { TOO_LATE } from '../../load/calls.ts';
import { longestGapMs } from '../../load/judge.ts';
import type { Outage } from '../disturbances.ts';
import type { CallLine } from './mix.ts';

/** What a connection says whose process is gone or takes none. */
const CUT = /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up/;

/** A call that is over, whatever came of it. */
export type Ended = CallLine & { answeredMs: number };

/** Whether a call is over. */
export const isEnded = (line: CallLine): line is Ended => line.answeredMs !== undefined;

/** Lists calls of every kind that had no answer (I9); forgiven are connections that were refused or cut by a process while it was down, and no other ones. Those that took too long are told elsewhere. */
export const listUnanswered = (calls: readonly CallLine[], outages: readonly Outage[]): Ended[] =>
  calls.filter(isEnded).filter(({ status, error = '', node, sentMs, answeredMs }) => {
    if (status !== undefined || error === TOO_LATE) return false;
    const wasDown = outages.some(
      ({ place, fromMs, untilMs }) => place === node && answeredMs >= fromMs && sentMs <= untilMs,
    );
    return !(wasDown && CUT.test(error));
  });

/** Lists answers of 500 and above to calls of every kind. */
export const listFaults = <Line extends { status?: number }>(calls: readonly Line[]): Line[] =>
  calls.filter(({ status = 0 }) => status >= 500);

/** The slowest end of any call, whatever came of it, in seconds. */
export const slowestOf = (calls: readonly CallLine[]): number =>
  calls
    .filter(isEnded)
    .reduce((slowest, { sentMs, answeredMs }) => Math.max(slowest, answeredMs - sentMs), 0) / 1_000;

/** The longest time in seconds without a call that each process carried out, by its place, from the first call to the last answer of all. */
export function gapsOf(calls: readonly CallLine[]): number[] {
  const ended = calls.filter(isEnded).toSorted((one, other) => one.answeredMs - other.answeredMs);
  const firstMs = ended.reduce((least, { sentMs }) => Math.min(least, sentMs), Number.POSITIVE_INFINITY);
  const lastMs = ended.at(-1)?.answeredMs ?? firstMs;
  const places = [...new Set(ended.flatMap(({ node }) => node ?? []))].toSorted((one, other) => one - other);
  return places.map((place) => {
    const good = ended.filter(({ node, status = 0 }) => node === place && status >= 200 && status < 500);
    const goodMs = good.map(({ answeredMs }) => answeredMs);
    return longestGapMs(firstMs, goodMs, lastMs) / 1_000;
  });
}
