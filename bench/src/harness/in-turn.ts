/** How often each measure comes. */
export const TURNS = 3;

/** Lets measures take turns, so that a machine that is slow for a while is so for all of them; gives the results of each by its turns. */
export async function inTurn<Name extends string, Result>(
  measures: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measures) as Name[];
  const results = Object.fromEntries(names.map((name): [Name, Result[]] => [name, []])) as Record<
    Name,
    Result[]
  >;
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const name of names) results[name].push(await measures[name]());
  return results;
}

/** Of turns, the one whose rate is the median. */
export const medianTurn = <Result extends { perSecond: number }>(turns: readonly Result[]): Result =>
  turns.toSorted((a, b) => a.perSecond - b.perSecond)[turns.length >> 1] as Result;
