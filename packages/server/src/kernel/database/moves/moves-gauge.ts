import { sql } from 'kysely';
import { createDatabaseGauge, type DatabaseGauge } from '../database-gauge.ts';
import type { MovePhase } from '../tables/tenant-tables.ts';

/** Every phase, for the labels of the gauge. */
const PHASES: readonly MovePhase[] = [
  ...(['copying', 'closing', 'frozen', 'moved', 'aborting', 'arriving', 'arrived'] as const),
];

/** Makes the gauge of tenants that move or have moved, by how far; of a tenant that has arrived the copy of the other side does not count. */
export const movesGauge = (): DatabaseGauge =>
  createDatabaseGauge(
    {
      name: 'titular_tenant_moves',
      help: 'Tenants that move to or from another deployment, or have moved, by phase. In `closing` and `frozen` nobody serves them.',
      labels: { phase: PHASES },
    },
    async (db) => {
      const { rows } = await sql<{ phase: MovePhase; value: number }>`
        SELECT phase, count(*)::integer AS value FROM (
          SELECT DISTINCT ON (tenant_id) tenant_id, phase FROM tenant_moves ORDER BY tenant_id, side DESC
        ) AS moves GROUP BY phase`.execute(db);
      const counts = new Map(rows.map(({ phase, value }) => [phase, value]));
      return PHASES.map((phase) => ({ labels: { phase }, value: counts.get(phase) ?? 0 }));
    },
  );
