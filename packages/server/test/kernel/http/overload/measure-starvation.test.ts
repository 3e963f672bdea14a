import {
  createStarvationMeasure,
  WINDOW_MS,
  type Window,
} from '@titular/server/kernel/http/overload/measure-starvation.ts';
import {
  type Periods,
  parsePeriods,
  statFilesOf,
} from '@titular/server/kernel/http/overload/processor-quota.ts';
import { describe, expect, test } from 'vitest';

/** Runs the measure on timers that are late by these times in turn, in a group with these counters. */
function measure(
  lags: readonly number[],
  periodsAt: (nowMs: number) => Periods | undefined = () => undefined,
) {
  const windows: Window[] = [];
  let nowMs = 0;
  let pending: (() => void) | undefined;
  const timer = {
    nowMs: () => nowMs,
    openQuota: () => () => periodsAt(nowMs),
    after(milliseconds: number, work: () => void): void {
      pending = () => {
        nowMs += milliseconds;
        work();
      };
    },
  };
  createStarvationMeasure(timer, (window) => windows.push(window) > 0).begin();
  for (const lag of lags) {
    nowMs += lag;
    pending?.();
  }
  return windows;
}

const isStarved = (windows: readonly Window[]): boolean[] => [
  ...new Set(windows.map((one) => one.isStarved)),
];
const quota = (share: number) => (nowMs: number) => {
  const all = Math.floor(nowMs / 100) + 1;
  return { all, throttled: Math.floor(all * share) };
};

describe('a process is starved (S60)', () => {
  test('when every timer of a window is late, and not when one is in time', () => {
    expect(isStarved(measure(new Array(50).fill(60)))).toEqual([true]);
    expect(isStarved(measure(new Array(50).fill([150, 0]).flat()))).toEqual([false]);
  });

  test('when its quota stops it in nearly every period, and not when it catches up in half of them', () => {
    const lags = new Array<number>(200).fill(0);
    expect(isStarved(measure(lags, quota(1)))).toEqual([true]);
    expect(isStarved(measure(lags, quota(0.5)))).toEqual([false]);
  });

  test('in windows of 200 ms and more, each with what it lasted', () => {
    const windows = measure(new Array(40).fill(10));
    expect(windows.every(({ elapsedMs }) => elapsedMs >= WINDOW_MS)).toBe(true);
    expect(windows.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0)).toBe(windows.at(-1)?.nowMs);
  });
});

describe('the quota of a process', () => {
  test('is told beside its group, in both versions of the controller', () => {
    expect(statFilesOf('0::/system.slice/titular.service\n')).toEqual([
      '/sys/fs/cgroup/system.slice/titular.service/cpu.stat',
      '/sys/fs/cgroup/cpu.stat',
    ]);
    expect(statFilesOf('4:cpu,cpuacct:/a\n3:memory:/b\n0::/\n')).toEqual([
      '/sys/fs/cgroup/cpu,cpuacct/a/cpu.stat',
      '/sys/fs/cgroup/cpu,cpuacct/cpu.stat',
      '/sys/fs/cgroup/cpu.stat',
    ]);
    expect(statFilesOf('')).toEqual([]);
  });

  test('is none where no period was counted', () => {
    expect(parsePeriods('usage_usec 5\nnr_periods 120\nnr_throttled 30\n')).toEqual({
      all: 120,
      throttled: 30,
    });
    expect(parsePeriods('usage_usec 5\nnr_periods 0\nnr_throttled 0\n')).toBeUndefined();
    expect(parsePeriods('')).toBeUndefined();
  });
});
