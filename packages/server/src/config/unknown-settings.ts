import type { Variables } from './secret-files.ts';

/** Letters to add, drop or replace to make one word of another (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [column, counterpart] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === counterpart ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const MAX_TYPOS = 3;

function findNearest(name: string, known: readonly string[]): string | undefined {
  const near = known.map((one) => ({ one, distance: editDistance(name, one) }));
  const [nearest] = near.sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= MAX_TYPOS ? nearest.one : undefined;
}

/** Variables that Kubernetes sets for each Service of a namespace, also for one called titular. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?$/;

/** Lists variables of the environment that look like settings and are none, each with the setting that was perhaps meant; never their values. */
export const listUnknownSettings = (env: Variables, known: readonly string[]): string[] =>
  Object.keys(env)
    .filter((name) => /^titular_/i.test(name) && env[name]?.trim() && !known.includes(name))
    .filter((name) => !SERVICE_LINK.test(name))
    .sort()
    .map((name) => {
      const meant = findNearest(name.toUpperCase(), known);
      return meant === undefined ? name : `${name} (did you mean ${meant}?)`;
    });
