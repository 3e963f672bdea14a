/** Arguments that a method or a tool does not take, or a tool that there is not. */
export class InvalidParams extends Error {
  override readonly name = 'InvalidParams';
}
