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
    const tables = ['transactions', 'transaction_history', 'capture_links'] as const;
    for (const table of tables) {
      const rows = await db
        .selectFrom(table)
        .select('transaction_id')
        .where('tenant_id', '=', pair.tenantId)
        .execute();
      expect([rows.length, new Set(rows.map((row) => row.transaction_id)).size]).toEqual([ROUNDS, ROUNDS]);
    }
  },
  PATIENCE_MS,
);
