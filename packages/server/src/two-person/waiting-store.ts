import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Who proposed something for another to approve, by account, when, and until when it waits. */
export type Proposed = { proposedBy: string; proposedAt: Date; expiresAt: Date };

type ProposedRow = { proposed_by: string; proposed_at: Date; expires_at: Date };

/** A table of what waits: beside the columns of `Proposed` its id, and `columns` of its own. */
type WaitingTable<Row, Waiting> = {
  table: 'erasure_proposals' | 'two_person_acts';
  id: 'proposal_id' | 'act_id';
  columns: readonly (keyof Row & string)[];
  read(row: Row): Waiting;
  /** Begins with AND: what else has to be so for an account to count as the second person. */
  isFor?(userId: string): RawBuilder<unknown>;
};

/** What waits in one table, by tenant; what has expired is not there. */
export type WaitingStore<Waiting> = {
  find(db: Db, tenantId: TenantId, id: string, now: Date): Promise<(Waiting & Proposed) | undefined>;
  /** The one that has this value in a column of which no two that wait have the same. */
  findBy(
    db: Db,
    tenantId: TenantId,
    by: { column: string; value: unknown },
    now: Date,
  ): Promise<(Waiting & Proposed) | undefined>;
  /** Up to `limit`, the newest first, before an id where one is given. */
  list(
    db: Db,
    tenantId: TenantId,
    now: Date,
    page: { beforeId: string | undefined; limit: number },
  ): Promise<(Waiting & Proposed)[]>;
  /** Takes one out, so that one approver alone goes on with it; undefined where there is none, or where `approverId` proposed it. */
  take(
    db: Db,
    tenantId: TenantId,
    id: string,
    by: { approverId: string; now: Date },
  ): Promise<(Waiting & Proposed) | undefined>;
  /** Takes one out, whoever proposed it. */
  withdraw(db: Db, tenantId: TenantId, id: string, now: Date): Promise<(Waiting & Proposed) | undefined>;
  /** Of the newest, `limit` at most: how many there are, and how many an account may approve as the second person. */
  count(
    db: Db,
    tenantId: TenantId,
    of: { userId: string; now: Date; limit: number },
  ): Promise<{ seen: number; theirs: number }>;
};

/** Makes the store of a table: the statements by which one of several approvers wins, and nobody approves what is their own. */
export function createWaitingStore<Row, Waiting>(of: WaitingTable<Row, Waiting>): WaitingStore<Waiting> {
  const columns = sql.join(
    ['proposed_by', 'proposed_at', 'expires_at', ...of.columns].map((column) => sql.ref(column)),
  );
  const waiting = (tenantId: TenantId, now: Date) => sql`tenant_id = ${tenantId} AND expires_at > ${now}`;
  const readAll = async (db: Db, statement: RawBuilder<Row & ProposedRow>): Promise<(Waiting & Proposed)[]> =>
    (await statement.execute(db)).rows.map((row) => ({
      ...of.read(row),
      ...{ proposedBy: row.proposed_by, proposedAt: row.proposed_at, expiresAt: row.expires_at },
    }));
  const takeOut = async (db: Db, tenantId: TenantId, id: string, now: Date, by = sql``) => {
    const taken = sql<Row & ProposedRow>`
      DELETE FROM ${sql.table(of.table)} WHERE ${sql.ref(of.id)} = ${id} AND ${waiting(tenantId, now)} ${by} RETURNING ${columns}`;
    return (await readAll(db, taken))[0];
  };
  const findBy: WaitingStore<Waiting>['findBy'] = async (db, tenantId, { column, value }, now) => {
    const found = sql<Row & ProposedRow>`
      SELECT ${columns} FROM ${sql.table(of.table)} WHERE ${waiting(tenantId, now)} AND ${sql.ref(column)} = ${value}`;
    return (await readAll(db, found))[0];
  };
  return {
    find: (db, tenantId, value, now) => findBy(db, tenantId, { column: of.id, value }, now),
    findBy,
    list(db, tenantId, now, { beforeId, limit }) {
      const before = beforeId === undefined ? sql`` : sql`AND ${sql.ref(of.id)} < ${beforeId}`;
      return readAll(
        db,
        sql<
          Row & ProposedRow
        >`SELECT ${columns} FROM ${sql.table(of.table)} WHERE ${waiting(tenantId, now)} ${before}
          ORDER BY ${sql.ref(of.id)} DESC LIMIT ${limit}`,
      );
    },
    take: (db, tenantId, id, { approverId, now }) =>
      takeOut(db, tenantId, id, now, sql`AND proposed_by <> ${approverId}`),
    withdraw: (db, tenantId, id, now) => takeOut(db, tenantId, id, now),
    async count(db, tenantId, { userId, now, limit }) {
      const isTheirs = sql`proposed_by <> ${userId} ${of.isFor?.(userId) ?? sql``}`;
      const { rows } = await sql<{ seen: number; theirs: number }>`
        SELECT count(*)::int AS seen, count(*) FILTER (WHERE ${isTheirs})::int AS theirs FROM (
          SELECT ${columns} FROM ${sql.table(of.table)} WHERE ${waiting(tenantId, now)}
          ORDER BY ${sql.ref(of.id)} DESC LIMIT ${limit}) waiting`.execute(db);
      return rows[0] ?? { seen: 0, theirs: 0 };
    },
  };
}
