import {
  type AttemptProgress,
  type FrameReading,
  type FrameVerdict,
  judgeFrame,
} from '@titular/server/captures/challenge/challenge.ts';
import { describe, expect, test } from 'vitest';
import { PROGRESS, REST } from './reading-fixture.ts';

const progress = PROGRESS;
const show = (face: typeof REST): FrameReading => ({ quality: 'good', face, samePerson: true });
const NOTHING = {
  outcome: undefined,
  tooSoon: false,
  wrongFrame: false,
  wrongMovement: false,
  covered: false,
};

type Row = [string, Partial<AttemptProgress>, FrameReading, Partial<FrameVerdict>];

describe('judging a frame of a challenge of distance', () => {
  const distance: AttemptProgress = {
    ...progress,
    movement: 'distance',
    poses: ['front', 'nearer', 'front', 'farther', 'front'],
  };
  const at = (size: number, yaw = 0): FrameReading => show({ ...REST, yaw, size });
  const deep = (size: number): FrameReading => ({ ...at(size), isFlat: () => false });

  test.each([
    ['nearer passes', {}, deep(0.65), { kept: true, step: 2, hint: 'good' }],
    ['not near enough', {}, at(0.6), { kept: false, step: 1, hint: 'move_nearer' }],
    ['near and turned away', {}, at(0.65, 0.3), { kept: false, step: 1, hint: 'look_straight' }],
    ['back at the first place', { step: 2 }, at(0.5), { kept: true, step: 3, hint: 'good' }],
    ['still too near for that', { step: 2 }, at(0.6), { kept: false, step: 2, hint: 'move_farther' }],
    ['too far for that', { step: 2 }, at(0.4), { kept: false, step: 2, hint: 'move_nearer' }],
    ['farther passes', { step: 3 }, deep(0.39), { kept: true, step: 4, hint: 'good' }],
    ['not far enough', { step: 3 }, at(0.41), { kept: false, step: 3, hint: 'move_farther' }],
    ['the end', { step: 4 }, at(0.5), { kept: true, step: 5, hint: 'good', outcome: 'completed' }],
    [
      'nearer and flat ends the attempt (R59)',
      {},
      { ...at(0.65), isFlat: (): boolean | undefined => true },
      { kept: false, step: 1, hint: 'good', outcome: 'not_live' },
    ],
    [
      'nearer before a plain wall, where nobody can tell, asks for more to be seen',
      {},
      { ...at(0.65), isFlat: (): boolean | undefined => undefined },
      { kept: false, step: 1, hint: 'plain_background' },
    ],
    [
      'a plain wall to the end is not live (R59)',
      { secondsInStep: 16, hints: { plain_background: 20 } },
      { ...at(0.65), isFlat: (): boolean | undefined => undefined },
      { kept: false, step: 1, hint: 'good', outcome: 'not_live' },
    ],
    [
      'begun too near to come nearer',
      { step: 0, first: undefined },
      at(0.7),
      { kept: false, step: 0, hint: 'too_close' },
    ],
    [
      'begun too far to move away',
      { step: 0, first: undefined },
      at(0.3),
      { kept: false, step: 0, hint: 'too_small' },
    ],
  ] satisfies Row[])('%s', (_what, changes, reading, verdict) => {
    expect(judgeFrame({ ...distance, ...changes }, reading)).toEqual({ ...NOTHING, ...verdict });
  });
});
