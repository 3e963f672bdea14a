import type { Kysely } from 'kysely';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { hastenDues } from '../due-store.ts';
import { OBJECT_PREFIX, prefixOf } from '../object-name.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { findInRows, findUnknown, listObjectNames, listTenantIds } from './placed-store.ts';

/** What comparing needs; `stopping` ends it between two pages. */
export type CheckDeps = {
  db: Kysely<Tables>;
  objects: ObjectStore;
  stopping: AbortSignal;
  say(counts: { objects: number; rows: number }): void;
};

/** Objects and rows that were seen, objects that no row has, and rows whose object is not there, by name. */
export type CheckReport = { objects: number; rows: number; orphans: string[]; lost: string[] };

/** A younger object may belong to a frame whose commit is under way; the store's clock and this one may differ by minutes. */
const YOUNG_MS = 3_600_000;
const BATCH = 500;
const AT_ONCE = 8;

async function findOrphans(
  { db, objects, stopping, say }: CheckDeps,
  nowMs: number,
  report: CheckReport,
): Promise<void> {
  // Another deployment may use the bucket as well, for tenants of its own.
  const own = new Set((await listTenantIds(db)).map(prefixOf));
  const isOwn = (name: string): boolean =>
    own.has(name.slice(0, name.indexOf('/', OBJECT_PREFIX.length) + 1));
  for await (const page of objects.list(OBJECT_PREFIX)) {
    stopping.throwIfAborted();
    report.objects += page.length;
    const old = page.filter(({ name, changedAt }) => isOwn(name) && nowMs - changedAt.getTime() > YOUNG_MS);
    report.orphans.push(
      ...(await findUnknown(
        db,
        old.map(({ name }) => name),
      )),
    );
    say(report);
  }
}

async function findLost({ db, objects, stopping, say }: CheckDeps, report: CheckReport): Promise<void> {
  let after = '';
  for (;;) {
    const names = await listObjectNames(db, after, BATCH);
    for (let from = 0; from < names.length; from += AT_ONCE) {
      stopping.throwIfAborted();
      const some = names.slice(from, from + AT_ONCE);
      const found = await Promise.all(some.map((name) => objects.get(name)));
      const missing = some.filter((_, index) => found[index] === undefined);
      // A row that has it no more was erased or moved between the two questions.
      if (missing.length > 0) report.lost.push(...(await findInRows(db, missing)));
    }
    report.rows += names.length;
    say(report);
    after = names.at(-1) ?? '';
    if (after === '') return;
  }
}

/** Compares the store with the rows, both ways: every object is listed, and every object of a row is fetched. */
export async function checkObjects(deps: CheckDeps, nowMs: number): Promise<CheckReport> {
  const report: CheckReport = { objects: 0, rows: 0, orphans: [], lost: [] };
  await findOrphans(deps, nowMs, report);
  await findLost(deps, report);
  return report;
}

/** Lists orphans as due, so that the service deletes them; answers how many. */
export async function sweepOrphans(db: Kysely<Tables>, { orphans }: CheckReport): Promise<number> {
  if (orphans.length > 0) await hastenDues(db, orphans);
  return orphans.length;
}
