const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 64;

/** A sign-in name as it is compared: two that differ in case, or in how a letter is composed, are one. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** What is wrong with a name for signing in, in words; undefined where it may be taken. */
export function nameProblem(name: string): string | undefined {
  const key = nameKey(name);
  if (key.length < MIN_CHARACTERS || name.length > MAX_CHARACTERS)
    return `A name has ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters.`;
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(name) ? 'A name has no control characters.' : undefined;
}
