import { MAX_USER_NAME_LENGTH, MIN_USER_NAME_LENGTH } from '@titular/contract';
import { nameProblem } from '@titular/server/users/people/name.ts';
import { expect, test } from 'vitest';

const foxes = (count: number): string => '\u{1f98a}'.repeat(count);

test('a sign-in name is counted by characters, as the portal and the contract count it', () => {
  const refusal = `A name has ${MIN_USER_NAME_LENGTH} to ${MAX_USER_NAME_LENGTH} characters.`;
  for (const count of [MIN_USER_NAME_LENGTH, MAX_USER_NAME_LENGTH])
    expect(nameProblem(foxes(count))).toBeUndefined();
  for (const count of [MIN_USER_NAME_LENGTH - 1, MAX_USER_NAME_LENGTH + 1])
    expect(nameProblem(foxes(count))).toBe(refusal);
  expect(nameProblem('  ab  ')).toBe(refusal);
});
