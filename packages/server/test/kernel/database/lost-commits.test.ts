import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { errorReply } from '@titular/server/kernel/http/answers/error-reply.ts';
import { startOwnServer } from '@titular/test-kit/database/own-server.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const LIMIT_MS = 500;

const closers: (() => Promise<unknown>)[] = [];
let superuser: pg.Client;
let database: Database;

/** A server whose commits wait for a standby that is away, once it is told to have one. */
beforeAll(async () => {
  const server = await startOwnServer({
    wal_level: 'replica',
    max_wal_senders: '2',
    synchronous_commit: 'on',
  });
  closers.push(server.stop);
  superuser = new pg.Client({ connectionString: server.superuserConnectionString });
  superuser.on('error', () => undefined);
  await superuser.connect();
  closers.push(() => superuser.end());
  database = connect(server.connectionString, 2, () => undefined, { limitMs: LIMIT_MS });
  closers.push(() => database.close());
  await sql`CREATE TABLE notes (text text)`.execute(database.db);
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});
beforeEach(() => awaitStandby(''));

async function awaitStandby(name: string): Promise<void> {
  await superuser.query('SET synchronous_commit = local');
  await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await superuser.query('SELECT pg_reload_conf()');
}

const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

/** Takes the standby away, and waits until commits wait for it. */
async function loseStandby(): Promise<void> {
  await awaitStandby('away');
  await eventually(async () => expect(await note('probe')).not.toBe('done'));
  await superuser.query(`SELECT pg_cancel_backend(pid) FROM (${waiting}) AS w`);
}

const note = (text: string): Promise<unknown> =>
  sql`INSERT INTO notes VALUES (${text})`.execute(database.db).then(
    () => 'done',
    (error: unknown) => error,
  );

const sentenceOf = (error: unknown): unknown =>
  (errorReply(error, 'id', createLog('silent')).body as { message: string }).message;

const notes = async (): Promise<string[]> =>
  (await sql<{ text: string }>`SELECT text FROM notes`.execute(database.db)).rows.map(({ text }) => text);

test('50001: a write whose commit waits for a standby ends by no limit of the server; whoever gives it up is told that it may stand, and it does (R76, R81)', async () => {
  await loseStandby();
  const error = await note('kept');
  expect(error).toMatchObject({ message: 'Query read timeout' });
  expect(sentenceOf(error)).toMatch(/it is not known whether anything was changed/);
  // The limit of statements has passed by now, and the commit still waits.
  expect((await superuser.query(waiting)).rowCount).toBe(1);
  await awaitStandby('');
  await eventually(async () => expect(await notes()).toContain('kept'));
});

test('50001: a write whose connection the server ends while its commit waits may stand, and is told so (R76, R81)', async () => {
  await loseStandby();
  const writing = note('ended');
  await eventually(async () => expect((await superuser.query(waiting)).rowCount).toBe(1));
  await superuser.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS w`);
  expect(sentenceOf(await writing)).toMatch(/it is not known whether anything was changed/);
  expect(await notes()).toContain('ended');
});

test('50001: a write that the server refuses, or that never reaches it, is told to have changed nothing (R76)', async () => {
  const refused = await sql`INSERT INTO notes SELECT 'refused' FROM pg_sleep(10)`
    .execute(database.db)
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: '57014' });
  expect(sentenceOf(refused)).toMatch(/nothing was changed/);
  const nowhere = connect('postgres://titular@127.0.0.1:1/titular', 1, () => undefined);
  closers.push(() => nowhere.close());
  const unsent = await sql`SELECT 1`.execute(nowhere.db).catch((error: unknown) => error);
  expect(sentenceOf(unsent)).toMatch(/nothing was changed/);
  expect(await notes()).not.toContain('refused');
});
