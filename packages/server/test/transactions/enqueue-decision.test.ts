import { newId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { enqueueAgain, enqueueDecision } from '@titular/server/transactions/decide/enqueue-decision.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  database = connect(clone.connectionString, 2, () => undefined);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const IGNORED = { card: 'ignore', name: 'ignore', holder: 'ignore', authentication: 'ignore' } as const;
const NOTED = { ...IGNORED, card: 'note' } as const;

const namesOf = (lastDigit: string) => ({
  tenantId: newId(),
  transactionId: asId(`${newId().slice(0, -1)}${lastDigit}`),
});

/** The queues of the jobs that wait, which are claimed. */
const claimQueues = async () => {
  const rows = await database.db.deleteFrom('job_outbox').returning('queue_name').execute();
  return rows.map(({ queue_name }) => queue_name);
};

test('decisions that ask for card evidence wait in two queues of their own, so that a slow service leaves room for all others (R68, S55)', async () => {
  const asking = { module: 'post', cardEvidence: NOTED } as const;
  for (const digit of ['4', '7', 'f'])
    await enqueueDecision(database.db, 'decide-reuse', namesOf(digit), asking);
  expect(new Set(await claimQueues())).toEqual(new Set(['card-evidence/0', 'card-evidence/1']));
  const again = { ...namesOf('4'), tries: 1, since: 0 };
  await enqueueAgain(database.db, 'decide-transaction', again, new Date());
  expect(await claimQueues()).toEqual(['card-evidence/0']);
});

test.each([
  ['a company that ignores every answer', { module: 'post', cardEvidence: IGNORED }],
  ['one that asked at create', { module: 'pre', cardEvidence: NOTED }],
  ['a company that is gone', undefined],
] as const)('those of %s wait in none', async (_what, company) => {
  await enqueueDecision(database.db, 'decide-transaction', namesOf('4'), company);
  expect(await claimQueues()).toEqual([null]);
});
