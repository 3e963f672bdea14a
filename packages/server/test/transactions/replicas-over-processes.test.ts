import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServicePair, type Side, startServicePair } from './service-pair.ts';

const ROUNDS = 200;
const AT_ONCE = 64;
const PATIENCE_MS = 300_000;

let pair: ServicePair;

beforeAll(async () => {
  pair = await startServicePair();
}, PATIENCE_MS);
afterAll(() => pair.close());

/** Every answer as `200` or the code of its refusal, and how often. */
async function burst(): Promise<Record<string, number>> {
  const body = pair.newBody();
  const counts: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => {
      const reply = await pair.create((index % 2) as Side, body);
      const outcome = reply.status === 200 ? '200' : `${reply.status} ${reply.body['code']}`;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }),
  );
  return counts;
}

test(
  `createTransaction 400: of ${AT_ONCE} identical creates at once over two processes exactly one is carried out, in each of ${ROUNDS} rounds (R73)`,
  async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      expect(await burst()).toEqual({ '200': 1, '400 40027': AT_ONCE - 1 });
    const { db } = pair.database;
    const ids = {
      transactions: 'transaction_id',
      transaction_history: 'transaction_id',
      capture_links: 'subject_id',
    };
    for (const [table, id] of Object.entries(ids)) {
      const { rows } = await sql<{ rows: number; ids: number }>`
        SELECT count(*)::int AS rows, count(DISTINCT ${sql.ref(id)})::int AS ids
        FROM ${sql.table(table)} WHERE tenant_id = ${pair.tenantId}`.execute(db);
      expect(rows, table).toEqual([{ rows: ROUNDS, ids: ROUNDS }]);
    }
  },
  PATIENCE_MS,
);
