import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { newCpf, startTestService, type TestService, type TestServiceOptions } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { forgetPictures, openCamera, perform, turning } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { watchThreads } from './gallery-fixture.ts';

const CHILD = fileURLToPath(new URL('./worker-child.ts', import.meta.url));
const ROUNDS = 10;
async function start(options: TestServiceOptions): Promise<TestService> {
  const service = await startTestService(options);
  onTestFinished(() => service.close());
  return service;
}

async function startWorkerProcess(api: TestService): Promise<ChildProcess> {
  const settings = {
    ...{ TITULAR_ROLE: 'worker', TITULAR_ENGINE_THREADS: '1', TITULAR_DATABASE_POOL: '8', PORT: '0' },
    ...{ DATABASE_URL: api.config.databaseUrl, TITULAR_DATA_DIR: api.config.dataDirectory },
  };
  const child = fork(CHILD, [JSON.stringify(settings)]);
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await once(child, 'message');
  return child;
}

/** A new identity that shows person a, in the same pictures each time. */
async function capture(api: TestService, merchant: Merchant): Promise<string> {
  const identity = { key: 'cpf', value: newCpf() };
  await forgetPictures(api);
  const { phone, attempt, id } = await openCamera(api, merchant, { identity });
  expect(await perform(phone, attempt, turning('a', 1))).toMatchObject({ outcome: 'completed' });
  return id;
}

const isDecided = (status: unknown): boolean => status === 'approved' || status === 'inconclusive';

test('of two identities that show one face at once, decided by two processes on one database, one is enrolled and the other refused (R65, S27)', async () => {
  const threads = watchThreads();
  const api = await start({ clock: createRunningClock(), env: { TITULAR_ROLE: 'api' } });
  const rounds: { merchant: Merchant; ids: string[] }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const merchant = await newMerchant(api);
    rounds.push({ merchant, ids: [await capture(api, merchant), await capture(api, merchant)] });
  }
  const { db } = api.service.database;
  await eventually(async () => {
    const waiting = await db.selectFrom('job_outbox').select('row_id').execute();
    expect(waiting).toEqual([]);
  });
  // All wait as two workers begin: both take jobs of one pair.
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour' WHERE locked_at IS NULL`.execute(
    db,
  );
  await Promise.all([startWorkerProcess(api), startWorkerProcess(api)]);
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`.execute(db);
  for (const { merchant, ids } of rounds) {
    const read = () => Promise.all(ids.map(async (id) => (await merchant.read(id)).body['status']));
    await eventually(async () => expect((await read()).every(isDecided)).toBe(true));
    expect((await read()).toSorted()).toEqual(['approved', 'inconclusive']);
    const enrolled = await db
      .selectFrom('face_templates')
      .select('identity_hash')
      .where('tenant_id', '=', merchant.tenant.tenantId)
      .execute();
    expect(enrolled).toHaveLength(1);
  }
  // The process that took the captures decided nothing.
  expect(threads).toEqual([]);
});

test('a thread that ends in the midst of a decision costs no attempt, and the decision is right (R65, S7)', async () => {
  const faults: string[] = [];
  const log = pino(
    { level: 'warn' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        faults.push(chunk.toString());
        done();
      },
    }),
  );
  const service = await start({ clock: createRunningClock(), log });
  const merchant = await newMerchant(service);
  const { db } = service.service.database;
  const decide = async (): Promise<string[]> => {
    const id = await capture(service, merchant);
    await eventually(async () => expect(isDecided((await merchant.read(id)).body['status'])).toBe(true));
    const { decision } = await db
      .selectFrom('transactions')
      .select('decision')
      .where('transaction_id', '=', asId(id))
      .executeTakeFirstOrThrow();
    return (decision as { reasons: string[] }).reasons;
  };
  expect(await decide()).toContain('enrolled');
  let killed = 0;
  // The gallery is read at this decision: its first thread ends once it runs.
  const threads = watchThreads((thread) => {
    if (killed > 0) return;
    killed += 1;
    thread.once('online', () => void thread.terminate());
  });
  expect(await decide()).toContain('face_of_another_identity');
  expect([killed, threads.length > killed]).toEqual([1, true]);
  expect(faults).toEqual([]);
});
