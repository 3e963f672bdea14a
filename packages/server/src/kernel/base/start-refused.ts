/** The start must not go on: the sentence says what is wrong and what to do. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
