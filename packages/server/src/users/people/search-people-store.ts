import { MEMBERSHIPS_SHOWN, type PersonRow } from '@titular/contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';

/** People that one step of a search looks at, the newest first; their names are short. */
const LOOKED_AT = 100_000;

/** Which people: those before one by id, at most so many; `text` is compared with names in any case. */
export type PeopleSearch = {
  text: string | undefined;
  operators: boolean;
  before: string | undefined;
  limit: number;
  now: Date;
};

/** One page of people; `nextId` is there while older ones were not looked at. */
export type PeoplePage = {
  people: (Omit<PersonRow, 'lastSignInAt'> & { lastSignInAt: Date | undefined })[];
  nextId: string | undefined;
};

type Row = {
  id: string;
  name: string;
  is_operator: boolean;
  active: boolean;
  memberships: PersonRow['memberships'];
  membership_count: number;
  sessions: number;
  last_sign_in_at: string | null;
};

const toPerson = (row: Row): PeoplePage['people'][number] => ({
  ...{ id: row.id, name: row.name, isOperator: row.is_operator, isActive: row.active },
  ...{ memberships: row.memberships, membershipCount: row.membership_count, sessions: row.sessions },
  lastSignInAt: row.last_sign_in_at === null ? undefined : new Date(row.last_sign_in_at),
});

/** What the list tells of the people that were found. */
const listed = (limit: number, now: Date) => sql`
  SELECT found.user_id AS id, found.name, found.is_operator, found.active, found.last_sign_in_at,
    coalesce((SELECT jsonb_agg(jsonb_build_object('tenantId', m.tenant_id, 'tenantName', m.name, 'role', m.role,
        'isActive', m.active) ORDER BY m.tenant_id)
      FROM (SELECT u.tenant_id, t.name, u.role, u.active FROM user_memberships u JOIN tenants t USING (tenant_id)
        WHERE u.user_id = found.user_id ORDER BY u.tenant_id LIMIT ${sql.lit(MEMBERSHIPS_SHOWN)}) AS m), '[]') AS memberships,
    (SELECT count(*)::integer FROM user_memberships u WHERE u.user_id = found.user_id) AS membership_count,
    (SELECT count(*)::integer FROM user_sessions s WHERE s.user_id = found.user_id AND s.expires_at > ${now}) AS sessions
  FROM (SELECT user_id, name, is_operator, active, last_sign_in_at FROM found ORDER BY user_id DESC LIMIT ${limit}) AS found`;

/** People before one, the newest first. A search looks at 100,000 people a step, so a step may find none and name a next one. */
export async function listPeopleBefore(
  db: Db,
  { text, operators, before, limit, now }: PeopleSearch,
): Promise<PeoplePage> {
  const isNarrow = text !== undefined || operators;
  const { rows } = await sql<{ rows: Row[]; next: string | null }>`
    WITH looked_at AS MATERIALIZED (
      SELECT user_id, name, name_key, is_operator, active, last_sign_in_at FROM users
      WHERE ${before === undefined ? sql`true` : sql`user_id < ${before}::uuid`}
      ORDER BY user_id DESC LIMIT ${isNarrow ? LOOKED_AT : limit + 1}
    ), found AS MATERIALIZED (
      SELECT user_id, name, is_operator, active, last_sign_in_at FROM looked_at
      WHERE (${text ?? null}::text IS NULL OR position(lower(${text ?? null}) IN name_key) > 0)
        AND (${operators} = false OR is_operator)
      ORDER BY user_id DESC LIMIT ${limit + 1}
    ), listed AS (${listed(limit, now)})
    SELECT coalesce((SELECT jsonb_agg(to_jsonb(listed) ORDER BY id DESC) FROM listed), '[]') AS rows,
      CASE WHEN (SELECT count(*) FROM found) > ${limit} THEN (SELECT min(id::text) FROM listed)
        WHEN (SELECT count(*) FROM looked_at) = ${sql.lit(LOOKED_AT)} THEN (SELECT min(user_id::text) FROM looked_at)
      END AS next`.execute(db);
  const [found] = rows;
  return { people: (found?.rows ?? []).map(toPerson), nextId: found?.next ?? undefined };
}
