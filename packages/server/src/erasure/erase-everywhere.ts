import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { ErasureStep } from '../module.ts';

/** What one statement takes out, so that it ends in time however much a person has; a transaction has pictures of megabytes. */
const PART = 500;

/** Divides a list into what one statement works on, none where it is empty. */
export function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += PART) yield items.slice(from, from + PART);
}

/** Does the work with each part of a list, and adds up what it answers. */
export async function inParts<Item>(
  items: readonly Item[],
  work: (part: readonly Item[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const part of partsOf(items)) sum += await work(part);
  return sum;
}

/** Takes the person out of finished transactions and processes, everywhere, in the caller's database transaction; returns the counts of the steps by name. */
export async function eraseEverywhere(
  db: Db,
  steps: readonly ErasureStep[],
  tenantId: TenantId,
  ids: readonly SubjectId[],
  at: Date,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { count, erase } of steps) {
    const erased = await inParts(ids, (part) => erase(db, tenantId, part, at));
    if (count) counts[count] = erased;
  }
  return counts;
}

/** Lists the tables in which erasures with these counts left old rows. */
export const tablesOfSteps = (
  steps: readonly ErasureStep[],
  counts: Readonly<Record<string, number | undefined>>,
): string[] => {
  const isTouched = ({ count, goesWith = [] }: ErasureStep): boolean =>
    (count ? [count] : goesWith).some((name) => (counts[name] ?? 0) > 0);
  return steps.filter(isTouched).flatMap(({ tables }) => tables);
};
