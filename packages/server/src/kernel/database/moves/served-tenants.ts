import { sql } from 'kysely';
import type { TenantId } from '../../base/id.ts';
import type { Db } from '../connect.ts';
import { TenantClosed } from './tenant-closed.ts';

/** How old the list of tenants that move may be; a switch is announced longer before. */
const MAX_LIST_AGE_MS = 1_000;
/** The same for a tenant that the list has as closed, so that it is served soon after it may be. */
const MAX_CLOSED_AGE_MS = 100;

type ClosedFrom = ReadonlyMap<TenantId, number>;
type List = { closedFromMs: ClosedFrom; readAtMs: number };
type Reader = { list: List | undefined; underWay: Promise<List> | undefined };

const readers = new WeakMap<object, Reader>();

/** From when on, on this process's monotonic clock, which tenants are not served here; the database counts the time until then. */
async function readList(db: Db): Promise<List> {
  const readAtMs = performance.now();
  const { rows } = await sql<{ tenant_id: TenantId; in_ms: number }>`
    SELECT DISTINCT ON (tenant_id) tenant_id, CASE
        WHEN phase IN ('copying', 'aborting', 'arrived') THEN 'infinity'::float8
        WHEN phase = 'closing' THEN extract(epoch FROM closes_at - clock_timestamp())::float8 * 1000
        ELSE '-infinity'::float8 END AS in_ms
    FROM tenant_moves ORDER BY tenant_id, side DESC`.execute(db);
  return { readAtMs, closedFromMs: new Map(rows.map((row) => [row.tenant_id, readAtMs + row.in_ms])) };
}

function refresh(db: Db, reader: Reader): Promise<List> {
  reader.underWay ??= readList(db)
    .then((list) => {
      reader.list = list;
      return list;
    })
    .finally(() => {
      reader.underWay = undefined;
    });
  return reader.underWay;
}

const isClosed = ({ closedFromMs }: List, tenantId: TenantId, nowMs: number): boolean =>
  (closedFromMs.get(tenantId) ?? Number.POSITIVE_INFINITY) <= nowMs;

/**
 * Refuses with `TenantClosed` a tenant that another deployment serves, or will from this moment on. What it knows is at most a second old,
 * and a switch is announced earlier: no process is late, whatever its clock says. `db` is the pool itself, which the list is kept for.
 */
export async function requireServed(db: Db, tenantId: TenantId): Promise<void> {
  const reader = readers.get(db) ?? { list: undefined, underWay: undefined };
  readers.set(db, reader);
  const nowMs = performance.now();
  let { list } = reader;
  if (!list || nowMs - list.readAtMs > MAX_LIST_AGE_MS) list = await refresh(db, reader);
  if (!isClosed(list, tenantId, nowMs)) return;
  if (nowMs - list.readAtMs > MAX_CLOSED_AGE_MS) list = await refresh(db, reader);
  if (isClosed(list, tenantId, nowMs)) throw new TenantClosed();
}
