import { readinessCauses } from '@titular/contract';
import { expect, test } from 'vitest';
import { causeWords, stateOf } from '../src/pages/deployment/process-state.ts';

test.each([
  ['that renews its row and can do everything', true, [], 'processReady'],
  ['that is silent, whatever it said last', false, [], 'processSilent'],
  ['that starts', true, ['starting'], 'processStarting'],
  ['that stops', true, ['draining'], 'processStopping'],
  ['that cannot work', true, ['clock_skewed'], 'processNotReady'],
  ['that cannot work and stops', true, ['draining', 'clock_skewed'], 'processNotReady'],
] as const)('a process %s is told so (P18)', (_which, isLive, causes, words) => {
  expect(stateOf({ isLive, causes: [...causes] }).words).toBe(words);
});

test('every cause of readiness has words, and one of a newer release has none (P4)', () => {
  for (const cause of ['starting', ...Object.keys(readinessCauses)])
    expect(causeWords(cause), cause).toBeDefined();
  expect(causeWords('a_newer_cause')).toBeUndefined();
  expect(causeWords('toString')).toBeUndefined();
});
