import type { SessionView } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import { findEnd } from '../src/embedding/report-end.ts';

type Shown = Pick<SessionView, 'stage' | 'status'>;

describe('what the shop is told of the end', () => {
  test.each<[Shown['stage'], Shown['status'], Shown['status'] | undefined]>([
    ['consent', 'waiting', undefined],
    ['camera', 'shared', undefined],
    ['processing', 'processing', undefined],
    ['approved', 'approved', 'approved'],
    ['not_approved', 'inconclusive', 'inconclusive'],
    ['not_approved', 'fast-inconclusive', 'fast-inconclusive'],
    ['ended', 'unknown-share', 'unknown-share'],
    ['ended', 'canceled', 'canceled'],
    ['ended', 'waiting', 'expired'],
    ['ended', 'shared', 'expired'],
    ['approved', 'processing', 'approved'],
    ['not_approved', 'waiting', 'inconclusive'],
  ])('the stage %s with the status %s is told as %s', (stage, status, told) => {
    expect(findEnd({ stage, status })).toBe(told);
  });
});
