import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { watchStandstill } from '@titular/server/kernel/database/database-metrics.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';

const LOCK = 71;

/** Two pools on one database: of one it is asked whether it stands still, the other one holds it up. */
async function openPools() {
  const clone = await cloneDatabase();
  const [watched, other] = [1, 2].map(() => connect(clone.connectionString, 2, () => undefined)) as [
    ReturnType<typeof connect>,
    ReturnType<typeof connect>,
  ];
  onTestFinished(async () => {
    await watched.close();
    await other.close();
    await clone.drop();
  });
  return { watched, other, isStill: watchStandstill(watched.pool) };
}

const ask = async ({ pool }: ReturnType<typeof connect>, text: string): Promise<void> => {
  const client = await pool.connect();
  await client.query(text).finally(() => client.release());
};

test('a database is still while statements wait and none is answered, and not where nobody waits or others are answered', async () => {
  const { watched, other, isStill } = await openPools();
  expect(isStill()).toBe(false);
  await ask(watched, 'SELECT 1');
  expect(isStill()).toBe(false);
  expect(isStill()).toBe(false);
  const holder = await other.pool.connect();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  const waiting = ask(watched, `SELECT pg_advisory_lock(${LOCK})`);
  await eventually(async () => {
    const { rows } = await other.pool.query(`SELECT 1 FROM ${LOCKS_HERE} WHERE objid = $1 AND NOT granted`, [
      LOCK,
    ]);
    expect(rows).toHaveLength(1);
  });
  isStill();
  expect([isStill(), isStill()]).toEqual([true, true]);
  await ask(watched, 'SELECT 1');
  expect([isStill(), isStill()]).toEqual([false, true]);
  holder.release(true);
  await waiting;
  expect([isStill(), isStill()]).toEqual([false, false]);
});

test('a statement that the database refuses is an answer, and one that its time limit ended is none', async () => {
  const { watched, other, isStill } = await openPools();
  const holder = await other.pool.connect();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  const waiting = ask(watched, `SELECT pg_advisory_lock(${LOCK})`);
  isStill();
  await expect(ask(watched, 'SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect(isStill()).toBe(false);
  await expect(ask(watched, `SET statement_timeout = 50; SELECT pg_advisory_lock(${LOCK})`)).rejects.toThrow(
    'statement timeout',
  );
  expect(isStill()).toBe(true);
  holder.release(true);
  await waiting;
  expect(isStill()).toBe(false);
});

test('it is still while a connection to it is not made', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { pool, close } = connect(`postgres://nobody@127.0.0.1:${port}/none`, 1, () => undefined);
  const isStill = watchStandstill(pool);
  expect(isStill()).toBe(false);
  const asked = ask({ pool } as never, 'SELECT 1').catch((error: Error) => error.message);
  await eventually(() => expect(sockets).toHaveLength(1));
  expect(isStill()).toBe(true);
  for (const socket of sockets) socket.destroy();
  expect(await asked).toContain('terminated');
  expect(isStill()).toBe(false);
  silent.close();
  await close();
});
