import { newId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { unlockJobs } from '@titular/server/kernel/jobs/work-names.ts';
import {
  deadNodesSweep,
  holdLifeLock,
  LOST_SECONDS,
  SILENT_SECONDS,
  STEADY_MS,
  takeDeadNames,
} from '@titular/server/nodes/dead-nodes.ts';
import { type Node, saveNode } from '@titular/server/nodes/node-store.ts';
import { releaseClaimsOf } from '@titular/server/webhooks/queue/delivery-queue-store.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 4, () => undefined);
});
afterEach(async () => {
  await sql`DELETE FROM nodes`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const nodeOf = (workNames: readonly string[]): Node => ({
  ...{ nodeId: newId(), name: 'node', version: '1', engineVersion: undefined, otherEngineVersion: undefined },
  ...{ masterKeyIds: [], skewSeconds: 0, answersCalls: false, settings: {}, causes: [], workNames },
});

/** Writes a node whose row was renewed so long ago. */
async function addNode(
  silentSeconds: number,
  workNames: readonly string[] = ['pool', newId()],
): Promise<Node> {
  const node = nodeOf(workNames);
  await saveNode(database.db, node);
  await sql`
    UPDATE nodes SET seen_at = clock_timestamp() - make_interval(secs => ${silentSeconds})
    WHERE node_id = ${node.nodeId}`.execute(database.db);
  return node;
}

/** Holds the lock of a node's life on a connection of its own, until the function it returns is called. */
async function live({ nodeId }: Node): Promise<() => Promise<void>> {
  const own = connect(clone.connectionString, 1, () => undefined);
  holdLifeLock(own.pool, nodeId, () => undefined);
  await sql`SELECT 1`.execute(own.db);
  onTestFinished(own.close);
  return own.close;
}

const OWN = newId();
const take = (): Promise<string[]> => database.db.transaction().execute((trx) => takeDeadNames(trx, OWN));

describe('the work of a node', () => {
  test('is taken once, soon after it died, from its last renewal on (S55)', async () => {
    const { workNames } = await addNode(LOST_SECONDS + 0.5);
    expect(await take()).toEqual(workNames);
    expect(await take()).toEqual([]);
  });

  test.each([
    ['that renewed its row a moment ago, connected or not', LOST_SECONDS - 3, false],
    ['of whose connections one is there, however late its renewal', SILENT_SECONDS - 3, true],
  ])('stays with one %s (R86)', async (_which, silentSeconds, isConnected) => {
    const node = await addNode(silentSeconds);
    if (isConnected) await live(node);
    expect(await take()).toEqual([]);
  });

  test('is taken as soon as the server has seen its connection end', async () => {
    const node = await addNode(LOST_SECONDS + 0.5);
    const end = await live(node);
    expect(await take()).toEqual([]);
    await end();
    await eventually(async () => expect(await take()).toEqual(node.workNames));
  });

  test('is taken as soon as its connection ended from one that died while the clock was an hour ahead, and stays with one that lives (R84)', async () => {
    const node = await addNode(-3_600);
    const end = await live(node);
    expect(await take()).toEqual([]);
    await end();
    await eventually(async () => expect(await take()).toEqual(node.workNames));
  });

  test('is taken from one that is silent for longer than any attempt takes, though its connections stand: a machine that vanished', async () => {
    const node = await addNode(SILENT_SECONDS + 0.5);
    await live(node);
    expect(await take()).toEqual(node.workNames);
  });

  test('is taken again from one that stood still and may take work before its next renewal, until its connections end (R86)', async () => {
    const node = await addNode(SILENT_SECONDS + 0.5);
    const end = await live(node);
    expect(await take()).toEqual(node.workNames);
    expect(await take()).toEqual(node.workNames);
    await end();
    await eventually(async () => {
      await take();
      expect(await take()).toEqual([]);
    });
  });

  test('is never taken by itself, however long it stood still (R86)', async () => {
    const { nodeId, workNames } = await addNode(SILENT_SECONDS + 0.5);
    expect(await database.db.transaction().execute((trx) => takeDeadNames(trx, nodeId))).toEqual([]);
    expect(await take()).toEqual(workNames);
  });

  test('is its own again with its next renewal, if it was only silent', async () => {
    const node = await addNode(SILENT_SECONDS + 0.5);
    await take();
    await saveNode(database.db, node);
    expect(await take()).toEqual([]);
    await sql`UPDATE nodes SET seen_at = seen_at - interval '2 minutes'`.execute(database.db);
    expect(await take()).toEqual(node.workNames);
  });

  test('is taken by one process alone, of twenty that look at once', async () => {
    const { workNames } = await addNode(SILENT_SECONDS + 0.5);
    const taken = await Promise.all(Array.from({ length: 20 }, take));
    expect(taken.flat()).toEqual(workNames);
  });
});

test('a process takes nobody for dead before it has found the database for as long without a gap: after an outage all rows are old (R79)', async () => {
  const { workNames } = await addNode(SILENT_SECONDS + 0.5);
  const released: (readonly string[])[] = [];
  let steadyMs = STEADY_MS - 1;
  const sweep = deadNodesSweep(
    { nodeId: OWN, steadyMs: () => steadyMs },
    async (_trx, names) => void released.push(names),
  );
  const look = () => database.db.transaction().execute((trx) => sweep.look(trx));
  await look();
  expect(released).toEqual([]);
  steadyMs = STEADY_MS;
  await look();
  expect(released).toEqual([workNames]);
});

test('what could not be given back is taken again: names are taken in the same commit', async () => {
  const { workNames } = await addNode(SILENT_SECONDS + 0.5);
  const sweep = deadNodesSweep({ nodeId: OWN, steadyMs: () => STEADY_MS }, () =>
    Promise.reject(new Error('no')),
  );
  await expect(database.db.transaction().execute((trx) => sweep.look(trx))).rejects.toThrow('no');
  expect(await take()).toEqual(workNames);
});

test('jobs and queues of the dead alone are given back, at once (S55, R45)', async () => {
  const { db } = database;
  await sql`SELECT graphile_worker.add_job(task, '{}', queue_name => queue)
    FROM (VALUES ('one', 'q1'), ('two', 'q2')) AS t (task, queue)`.execute(db);
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = CASE job_queue_id
    WHEN (SELECT id FROM graphile_worker._private_job_queues WHERE queue_name = 'q1') THEN 'dead' ELSE 'alive' END`.execute(
    db,
  );
  await sql`UPDATE graphile_worker._private_job_queues SET locked_at = now(),
    locked_by = CASE queue_name WHEN 'q1' THEN 'dead' ELSE 'alive' END`.execute(db);
  await unlockJobs(db, ['dead', newId()]);
  const { rows } = await sql`
    SELECT j.task_identifier AS task, j.locked_by AS job, q.locked_by AS queue
    FROM graphile_worker.jobs j JOIN graphile_worker._private_job_queues q USING (queue_name) ORDER BY 1`.execute(
    db,
  );
  expect(rows).toEqual([
    { task: 'one', job: null, queue: null },
    { task: 'two', job: 'alive', queue: 'alive' },
  ]);
});

test('claims of the dead alone are given back', async () => {
  const { db } = database;
  const [dead, alive] = [newId(), newId()];
  const claims = [dead, alive].map((processId) => ({
    ...{ tenant_id: newId(), endpoint_id: newId(), delivery_id: newId() },
    ...{ process_id: processId, expires_at: new Date(Date.now() + 60_000) },
  }));
  await db.insertInto('delivery_claims').values(claims).execute();
  await releaseClaimsOf(db, ['pool', dead]);
  const left = await db.selectFrom('delivery_claims').select('process_id').execute();
  expect(left).toEqual([{ process_id: alive }]);
});
