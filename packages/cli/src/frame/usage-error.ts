/** The command line itself is wrong: the sentence says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
