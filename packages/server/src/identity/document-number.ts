import { identityKinds } from '@titular/contract';

/** Signs that people write between the digits of a number. */
const BETWEEN = /(?<=[0-9])[ .\-/]{1,3}(?=[0-9])/g;
const DIGITS = /[0-9]{11,}/g;
/** Signs that people write within a number that has letters as well. */
const WITHIN = /[.\-/]/g;
/** Lengths of the numbers of the registers. */
const LENGTHS = [11, 14];

const isSound = (text: string): boolean => Object.values(identityKinds).some((kind) => kind.isSound(text));

const parts = (run: string): string[] =>
  LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, run.length - length + 1) }, (_, start) =>
      run.slice(start, start + length),
    ),
  );

/** Whether a text holds a number that is sound in one of the registers, however its digits are spaced. */
export function holdsDocumentNumber(text: string): boolean {
  const plain = text.normalize('NFKC').toUpperCase();
  const runs = plain.replace(BETWEEN, '').match(DIGITS) ?? [];
  const words = plain.split(/\s/).map((word) => word.replace(WITHIN, ''));
  return [...runs.flatMap(parts), ...words].some(isSound);
}
