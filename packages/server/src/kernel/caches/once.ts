/** Keeps what a function made at its first call. A promise that fails is made anew by the next call: a file may be there again. */
export function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => {
    if (made) return made.result;
    const result = make();
    made = { result };
    if (result instanceof Promise)
      result.catch(() => {
        made = undefined;
      });
    return result;
  };
}
