import {
  combineSolidity,
  judgeJaw,
  judgeRelief,
  type Solidity,
} from '@titular/face-engine/solidity/judge-relief.ts';
import type { ReliefReading } from '@titular/face-engine/solidity/relief.ts';
import { expect, test } from 'vitest';

/** A head that turns to its left by some 20 degrees. */
const TURNED: ReliefReading = { shift: 0.1, bend: -0.42, best: 0.87, rest: 0.6, agreement: 0.88, sides: 0 };
const NODDED_UP: ReliefReading = {
  shift: -0.08,
  bend: 0.25,
  best: 0.92,
  rest: 0.7,
  agreement: 0.9,
  sides: 0,
};

const mirrored = ({ shift, bend, ...rest }: ReliefReading): ReliefReading => ({
  ...rest,
  shift: -shift,
  bend: -bend,
});

test('a nose that stands out of a face that bends is a head, to each side (R59)', () => {
  expect(judgeRelief(TURNED, 'left')).toBe('solid');
  expect(judgeRelief(mirrored(TURNED), 'right')).toBe('solid');
  expect(judgeRelief(NODDED_UP, 'up')).toBe('solid');
  expect(judgeRelief(mirrored(NODDED_UP), 'down')).toBe('solid');
});

const NOT_SOLID: readonly (readonly [name: string, change: Partial<ReliefReading>, found: string])[] = [
  ['a sheet: the nose goes with the face', { shift: 0, rest: 0.98, best: 0.98, agreement: 0.98 }, 'flat'],
  ['a bent sheet: it bends, and the nose goes with it', { shift: 0.01, bend: -0.5 }, 'flat'],
  ['a head that turned the other way', { shift: -0.1, bend: 0.42 }, 'flat'],
  ['a nose that was pulled in a face that did not turn', { bend: -0.03 }, 'unclear'],
  ['a nose that went farther than a face could', { shift: 0.3, bend: -0.25 }, 'unclear'],
  ['a nose that hardly stands out of a ball', { shift: 0.03 }, 'unclear'],
  ['a shift that fits no better than none', { rest: 0.86 }, 'unclear'],
  ['pictures that do not lie over each other', { agreement: 0.5 }, 'unclear'],
  ['a nose that is found nowhere', { best: 0.5, rest: 0.1 }, 'unclear'],
];
test.each(NOT_SOLID)('%s is not solid (R59)', (_name, change, found) => {
  expect(judgeRelief({ ...TURNED, ...change }, 'left')).toBe(found);
});

test.each<[before: Solidity, after: Solidity, together: Solidity]>([
  ['solid', 'flat', 'solid'],
  ['solid', 'unclear', 'solid'],
  ['unclear', 'solid', 'solid'],
  ['unclear', 'unclear', 'unclear'],
  ['unclear', 'flat', 'unclear'],
  ['flat', 'flat', 'flat'],
  ['flat', 'unclear', 'flat'],
  ['flat', 'solid', 'unclear'],
])('%s against the face before and %s against the one after are %s', (before, after, together) => {
  expect(combineSolidity(before, after)).toBe(together);
});

const OPENED: ReliefReading = { shift: 0.14, bend: 0, best: 0.8, rest: 0.3, agreement: 0.99, sides: 0.57 };
test('a chin that falls with the mouth is solid, and one that stays, cannot be found or falls out of the face is not (R59)', () => {
  expect(judgeJaw(OPENED)).toBe('solid');
  const others: Partial<ReliefReading>[] = [
    { shift: 0.03, rest: 0.78 },
    { best: 0.5 },
    { shift: 0.39 },
    { rest: 0.79 },
  ];
  for (const change of others) expect(judgeJaw({ ...OPENED, ...change })).toBe('unclear');
});

test('what falls behind a hole in a print, and leaves its own opposite where the chin was, is not solid (R59)', () => {
  // Of a print of sample6-21 that was cut round lips and chin, before an open mouth.
  const behindHole = { ...OPENED, shift: 0.14, best: 0.79, rest: -0.83 };
  expect(judgeJaw(behindHole)).toBe('unclear');
  expect(judgeJaw({ ...behindHole, rest: -0.46 })).toBe('solid');
});

test('a chin that falls while the jaw beside it stays is behind a hole in a print, and not solid (R59)', () => {
  // Of a print of sample5-13 that was cut round lips and chin, before an open mouth, and of a head that opened its own.
  expect(judgeJaw({ ...OPENED, shift: 0.09, best: 0.82, rest: -0.09, sides: 0.96 })).toBe('unclear');
  expect(judgeJaw({ ...OPENED, shift: 0.21, best: 0.71, rest: 0.62, sides: 0.62 })).toBe('solid');
});
