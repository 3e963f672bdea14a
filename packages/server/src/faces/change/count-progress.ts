import type { Task } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { createDatabaseGauge, type DatabaseGauge } from '../../kernel/database/database-gauge.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { OtherMeasures } from './other-engine.ts';

/** How many identities are enrolled in an engine version, how many of those in no other live one, and when retention has deleted the last of them. */
export type VersionProgress = {
  engineVersion: string;
  identities: number;
  leftBehind: number;
  lastDue: Date | undefined;
};

type Row = { engine_version: string; identities: string; left_behind: string; last_due: Date | null };

async function countTenant(
  db: Db,
  tenantId: TenantId,
  liveVersions: readonly string[],
): Promise<VersionProgress[]> {
  const { rows } = await sql<Row>`
    SELECT engine_version, count(*) AS identities, count(*) FILTER (WHERE is_left) AS left_behind,
      max(due) FILTER (WHERE is_left) AS last_due
    FROM (
      SELECT f.engine_version, NOT EXISTS (
          SELECT FROM face_templates o WHERE o.tenant_id = ${tenantId} AND o.identity_hash = f.identity_hash
            AND o.engine_version <> f.engine_version AND o.engine_version = ANY(${liveVersions}::text[])) AS is_left,
        max(least(f.erase_at,
          coalesce(f.last_matched_at, f.created_at) + make_interval(days => t.template_retention_days))) AS due
      FROM face_templates f JOIN tenants t USING (tenant_id)
      WHERE f.tenant_id = ${tenantId} GROUP BY f.engine_version, f.identity_hash
    ) AS identity GROUP BY engine_version`.execute(db);
  return rows.map((row) => ({
    engineVersion: row.engine_version,
    identities: Number(row.identities),
    leftBehind: Number(row.left_behind),
    lastDue: row.last_due ?? undefined,
  }));
}

const latest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** Counts, tenant by tenant, how far a change of engine is; `liveVersions` are those that nodes have now. */
export async function countProgress(db: Db, liveVersions: readonly string[]): Promise<VersionProgress[]> {
  const tenants = await db.selectFrom('face_galleries').select('tenant_id').distinct().execute();
  const found = new Map<string, VersionProgress>();
  for (const { tenant_id } of tenants)
    for (const { engineVersion, identities, leftBehind, lastDue } of await countTenant(
      db,
      tenant_id,
      liveVersions,
    )) {
      const sum = found.get(engineVersion);
      found.set(engineVersion, {
        engineVersion,
        identities: (sum?.identities ?? 0) + identities,
        leftBehind: (sum?.leftBehind ?? 0) + leftBehind,
        lastDue: latest(sum?.lastDue, lastDue),
      });
    }
  return [...found.values()].toSorted((one, other) => (one.engineVersion < other.engineVersion ? -1 : 1));
}

type Engines = { presentVersion: string; otherEngine: OtherMeasures | undefined };

/** Counts the progress of a change for the metric, and nothing where none is under way. */
export const countProgressTask =
  ({ db, clock }: { db: Kysely<Tables>; clock: Clock }, { presentVersion, otherEngine }: Engines): Task =>
  async () => {
    const other = otherEngine?.version();
    if (other === undefined) return;
    for (const one of await countProgress(db, [presentVersion, other])) {
      const counted = {
        identities: String(one.identities),
        left_behind: String(one.leftBehind),
        counted_at: clock.now(),
      };
      await db
        .insertInto('engine_progress')
        .values({ engine_version: one.engineVersion, ...counted })
        .onConflict((conflict) => conflict.column('engine_version').doUpdateSet(counted))
        .execute();
    }
  };

/** Where no change is under way, nobody is enrolled in another version that counts. */
const NOBODY = [
  { labels: { engine: 'other', enrolled: 'all' }, value: 0 },
  { labels: { engine: 'other', enrolled: 'left_behind' }, value: 0 },
] as const;

/** A count that is older says nothing: the change has ended, or jobs stand still. */
const FRESH_MINUTES = 30;

/** Makes the gauge of how far a change of engine is, as the job counted it last. */
export const progressGauge = ({ presentVersion, otherEngine }: Engines): DatabaseGauge =>
  createDatabaseGauge(
    {
      name: 'titular_engine_identities',
      help: 'In a change of engine, identities enrolled in the present version and in the other one, and those left behind: enrolled in no other. Counted every ten minutes.',
      labels: { engine: ['present', 'other'], enrolled: ['all', 'left_behind'] },
    },
    async (db) => {
      if (!otherEngine) return NOBODY;
      const other = otherEngine.version();
      if (other === undefined) return [];
      const rows = await db
        .selectFrom('engine_progress')
        .select(['engine_version', 'identities', 'left_behind'])
        .where('engine_version', 'in', [presentVersion, other])
        .where(sql<boolean>`counted_at > now() - make_interval(mins => ${FRESH_MINUTES})`)
        .execute();
      return rows.flatMap((row) => {
        const engine = row.engine_version === presentVersion ? 'present' : 'other';
        return [
          { labels: { engine, enrolled: 'all' }, value: Number(row.identities) },
          { labels: { engine, enrolled: 'left_behind' }, value: Number(row.left_behind) },
        ] as const;
      });
    },
  );
