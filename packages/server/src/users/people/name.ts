import { lengthOf, MAX_USER_NAME_LENGTH, MIN_USER_NAME_LENGTH } from '@titular/contract';

/** A sign-in name as it is compared: two that differ in case, or in how a letter is composed, are one. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** What is wrong with a name for signing in, in words; undefined where it may be taken. */
export function nameProblem(name: string): string | undefined {
  const key = nameKey(name);
  if (lengthOf(key) < MIN_USER_NAME_LENGTH || lengthOf(name) > MAX_USER_NAME_LENGTH)
    return `A name has ${MIN_USER_NAME_LENGTH} to ${MAX_USER_NAME_LENGTH} characters.`;
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(name) ? 'A name has no control characters.' : undefined;
}
