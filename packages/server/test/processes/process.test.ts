import { resultsOf } from '@titular/server/processes/built-in/decide-process.ts';
import {
  advanceProcess,
  isProcessFinal,
  PROCESS_EVENTS,
  PROCESS_STATUSES,
  PROCESS_WORDS,
} from '@titular/server/processes/process.ts';
import { findReuseProblem, type ReuseProblem } from '@titular/server/processes/reuse/reuse-process.ts';
import type { ReusableProcess } from '@titular/server/processes/reuse/reuse-store.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('the table of statuses', () => {
  test('what has ended takes nothing but its use, which changes nothing (R75)', () => {
    for (const status of PROCESS_STATUSES.filter(isProcessFinal))
      for (const event of PROCESS_EVENTS)
        expect([status, event, advanceProcess(status, event)]).toEqual([
          status,
          event,
          status === 'ok' && event === 'reuse' ? 'ok' : undefined,
        ]);
  });

  test('no result stands on the wire before the end, and one stands there from then on', () => {
    for (const status of PROCESS_STATUSES)
      expect([status, PROCESS_WORDS[status].result !== undefined]).toEqual([status, isProcessFinal(status)]);
  });

  test('any events in any order lead from the beginning to one end at most (R75)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PROCESS_EVENTS), { maxLength: 12 }), (events) => {
        const ends = new Set<string>();
        let status: (typeof PROCESS_STATUSES)[number] = 'created';
        for (const event of events) {
          status = advanceProcess(status, event) ?? status;
          if (isProcessFinal(status)) ends.add(status);
        }
        expect(ends.size).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('what a decision says on the wire', () => {
  test.each([
    ['approved', ['live', 'matches_reference'], 'LIVE', 'POSITIVE'],
    ['inconclusive', ['live', 'face_differs'], 'LIVE', 'NEGATIVE'],
    ['inconclusive', ['live', 'matches_reference', 'face_of_another_identity'], 'LIVE', 'NEGATIVE'],
    ['inconclusive', ['live', 'no_reference'], 'LIVE', 'INCONCLUSIVE'],
    ['inconclusive', ['signs_refuse', 'frames_seen_before'], 'NOT_LIVE', 'UNSPECIFIED'],
    ['inconclusive', ['person_changed'], 'NOT_LIVE', 'UNSPECIFIED'],
  ] as const)('%s for %j is %s and %s', (result, reasons, liveness, authentication) => {
    expect(resultsOf({ result, reasons: [...reasons] })).toEqual({
      liveness: `LIVENESS_RESULT_${liveness}`,
      authentication: `AUTHENTICATION_RESULT_${authentication}`,
    });
  });
});

describe('whether a process may be used (R20)', () => {
  const hash = Buffer.alloc(32, 1);
  const sound: ReusableProcess = {
    status: 'ok',
    identityHash: hash,
    isErased: false,
    ageSeconds: 60,
    hasCaptures: true,
    isUsed: true,
    isOver: false,
    usesOfTheDay: 2,
  };
  const rows: [string, ReusableProcess | undefined, 'many' | 'once', ReuseProblem | undefined][] = [
    ['finished 3599 seconds ago', { ...sound, ageSeconds: 3_599 }, 'many', undefined],
    ['finished 3600 seconds ago', { ...sound, ageSeconds: 3_600 }, 'many', undefined],
    ['finished 3601 seconds ago', { ...sound, ageSeconds: 3_601 }, 'many', 'too_old'],
    ['used before, where that may be', sound, 'many', undefined],
    ['used before, where it may be used once', sound, 'once', 'used'],
    ['not used, where it may be used once', { ...sound, isUsed: false }, 'once', undefined],
    ['that does not exist', undefined, 'many', 'unknown'],
    [
      'of a person who used processes as often as may be in a day',
      { ...sound, usesOfTheDay: 3 },
      'many',
      'too_often',
    ],
    ['that says no time at which it ended', { ...sound, ageSeconds: Number.NaN }, 'many', 'too_old'],
    ['that is open though its time is over', { ...sound, status: 'created', isOver: true }, 'many', 'failed'],
    ['of another person', { ...sound, identityHash: Buffer.alloc(32, 2) }, 'many', 'other_person'],
    ['that is open', { ...sound, status: 'created', ageSeconds: Number.NaN }, 'many', 'not_finished'],
    ['that is decided', { ...sound, status: 'processing', ageSeconds: Number.NaN }, 'many', 'not_finished'],
    ['without the person', { ...sound, status: 'invalid-identity' }, 'many', 'failed'],
    ['whose time passed', { ...sound, status: 'expired' }, 'many', 'failed'],
    ['that failed', { ...sound, status: 'error' }, 'many', 'failed'],
    ['whose person was erased', { ...sound, isErased: true }, 'many', 'erased'],
    ['whose captures are gone', { ...sound, hasCaptures: false }, 'many', 'erased'],
  ];
  test.each(rows)('a process %s', (_which, found, policy, problem) => {
    expect(findReuseProblem(found, { identityHash: hash, policy, mostADay: 3, needsNoCaptures: false })).toBe(
      problem,
    );
  });

  test('without captures can be used where none are needed, and then by all the other rules', () => {
    const wish = { identityHash: hash, policy: 'once', mostADay: 3, needsNoCaptures: true } as const;
    const without = { ...sound, hasCaptures: false, isUsed: false };
    expect(findReuseProblem(without, wish)).toBeUndefined();
    expect(findReuseProblem({ ...without, isErased: true }, wish)).toBe('erased');
    expect(findReuseProblem({ ...without, isUsed: true }, wish)).toBe('used');
  });
});
