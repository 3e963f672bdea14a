import type { CallTimes } from '@titular/contract';
import { HIGHEST_RATE, type LoggedRequest, type SimulatedRefusal } from '@titular/contract/simulate-limit';

/** When calls came, in seconds since 1970, the earliest first. */
export type Requests = readonly LoggedRequest[];

const MS = 1_000;

function timesOf({ startAt, slots }: CallTimes): number[] {
  const times: number[] = [];
  let atMs = Date.parse(startAt ?? '');
  for (const [waitMs = 0, calls = 0, overMs = 0] of slots) {
    atMs += waitMs;
    // Of calls that a row stands for, the log knows the time of one alone.
    for (let index = 0; index < calls; index += 1) times.push((atMs + (overMs * index) / calls) / MS);
  }
  return times;
}

/** The calls of answers, one by one: those of a slot lie evenly over its time. */
export function toRequests(parts: readonly CallTimes[]): Requests {
  const times = Float64Array.from(parts.flatMap(timesOf)).sort();
  return Array.from(times, (atSeconds, index) => ({ line: index + 1, atSeconds }));
}

/** How many calls answers have. */
export const countCalls = (parts: readonly CallTimes[]): number =>
  parts.reduce((sum, { slots }) => slots.reduce((all, [, calls = 0]) => all + calls, sum), 0);

/** The most calls that came within a time; 0 seconds for those at the same moment. */
export function countTogether(requests: Requests, withinSeconds: number): number {
  let [busiest, first] = [0, 0];
  for (let last = 0; last < requests.length; last += 1) {
    while (first < last && isApart(requests, first, last, withinSeconds)) first += 1;
    busiest = Math.max(busiest, last - first + 1);
  }
  return busiest;
}

/** Times that differ by less are of the same moment. */
const MOMENT_SECONDS = 0.000_1;

function isApart(requests: Requests, first: number, last: number, withinSeconds: number): boolean {
  const apart = (requests[last]?.atSeconds ?? 0) - (requests[first]?.atSeconds ?? 0);
  return apart >= Math.max(withinSeconds, MOMENT_SECONDS);
}

/** One of the equal parts of the time: how many calls it has, how many are refused, and the longest wait they are told. */
export type Bin = { startMs: number; calls: number; refused: number; longestWait: number };

const BINS = 60;

/** Counts calls and refusals over equal parts of the time between the first and the last. */
export function toBins(requests: Requests, refusals: readonly SimulatedRefusal[]): Bin[] {
  const [first, last] = [requests[0], requests.at(-1)];
  if (!first || !last) return [];
  const startSeconds = Math.floor(first.atSeconds);
  const spanSeconds = Math.max(1, Math.floor(last.atSeconds) + 1 - startSeconds);
  const count = Math.min(BINS, spanSeconds);
  const width = spanSeconds / count;
  const bins = Array.from({ length: count }, (_, index) => ({
    ...{ startMs: (startSeconds + index * width) * MS, calls: 0, refused: 0, longestWait: 0 },
  }));
  const binAt = (atSeconds: number): Bin | undefined =>
    bins[Math.min(count - 1, Math.floor((atSeconds - startSeconds) / width))];
  for (const { atSeconds } of requests) {
    const bin = binAt(atSeconds);
    if (bin) bin.calls += 1;
  }
  for (const { atSeconds, retryAfterSeconds } of refusals) {
    const bin = binAt(atSeconds);
    if (!bin) continue;
    bin.refused += 1;
    bin.longestWait = Math.max(bin.longestWait, retryAfterSeconds);
  }
  return bins;
}

const MIN_END = 20;
/** Leading digits of the end of a slider. */
const NICE = [1, 2, 5, 10];

/** The highest value of a slider on which all of these numbers have room. */
export function sliderEnd(...numbers: readonly number[]): number {
  const least = Math.max(MIN_END, ...numbers);
  const size = 10 ** Math.floor(Math.log10(least));
  const end = size * (NICE.find((digit) => digit * size >= least) ?? 10);
  return Math.min(HIGHEST_RATE, end);
}

/** The command that tries the same limits on an access log. */
export const simulateCommand = (rate: number, burst: number): string =>
  `npx titular limits simulate access.log --rate ${rate} --burst ${burst}`;
