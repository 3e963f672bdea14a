import { identityKinds } from '@titular/contract';
import { decodedForms } from '../kernel/base/card-numbers/decoded-forms.ts';

/** Signs that people write between the digits of a number. */
const BETWEEN = /(?<=[0-9])[ .,_/\p{Pd}\u2212]{1,3}(?=[0-9])/gu;
const DIGITS = /[0-9]{11,}/g;
/** Signs that people write within a number that has letters as well. */
const WITHIN = /[.,_/\p{Pd}\u2212]/gu;
/** Lengths of the numbers of the registers. */
const LENGTHS = [11, 14];

const isSound = (text: string): boolean => Object.values(identityKinds).some((kind) => kind.isSound(text));

const parts = (run: string): string[] =>
  LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, run.length - length + 1) }, (_, start) =>
      run.slice(start, start + length),
    ),
  );

function holds(form: string): boolean {
  const plain = form.toUpperCase();
  const runs = plain.replace(BETWEEN, '').match(DIGITS) ?? [];
  const words = plain.split(/\s/).map((word) => word.replace(WITHIN, ''));
  return [...runs.flatMap(parts), ...words].some(isSound);
}

/** Whether a text holds a number that is sound in one of the registers, however its digits are spaced and written. */
export const holdsDocumentNumber = (text: string): boolean => decodedForms(text).some(holds);
