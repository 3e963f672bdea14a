import { readProcessRows } from '@titular/server/cases/lists/search-processes.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { besideNoted } from '../captures/beside-noted.ts';
import { memberOf } from '../portal/case-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { finishProcess, openProcessCamera, readProcess, startProcess, stepsOf } from './process-fixture.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const eventsOf = async (id: string): Promise<string[]> =>
  (await stepsOf(merchant, id)).map(({ event }) => event);

/** Lets an attempt run out of time. */
async function letFail(phone: Awaited<ReturnType<typeof openProcessCamera>>['phone'], attemptId: string) {
  clock.advanceSeconds(60);
  return (await phone.frame(attemptId, 0, await turnedFrame('a', 0))).body['outcome'];
}

describe('a person who finishes a process', () => {
  test('is live and positive, and the process tells its way, by the rules of a transaction', async () => {
    const { id, process } = await finishProcess(service, merchant);
    expect(process).toMatchObject({
      state: 'PROCESS_STATE_FINISHED',
      result: 'PROCESS_RESULT_OK',
      authenticationInfo: {
        livenessResult: 'LIVENESS_RESULT_LIVE',
        authenticationResult: 'AUTHENTICATION_RESULT_POSITIVE',
      },
    });
    const steps = await stepsOf(merchant, id);
    expect(steps.map(({ event, actor }) => [event, actor])).toEqual([
      ['create', 'merchant'],
      ['capture-finished', 'person'],
      ['approve', 'service'],
    ]);
    expect(besideNoted(steps.at(-1)?.reasons ?? [])).toEqual(['live', 'enrolled', 'enrolled_unproven']);
  });

  test('and is another than the one that is enrolled is live and negative', async () => {
    const cpf = newCpf();
    await finishProcess(service, merchant, { cpf, person: 'b' });
    const { process } = await finishProcess(service, merchant, { cpf, person: 'c' });
    expect(process).toMatchObject({
      result: 'PROCESS_RESULT_INVALID_IDENTITY',
      authenticationInfo: {
        livenessResult: 'LIVENESS_RESULT_LIVE',
        authenticationResult: 'AUTHENTICATION_RESULT_NEGATIVE',
      },
    });
  });
});

describe('a person who does not manage', () => {
  test('has three attempts, after which the process is finished without a live person', async () => {
    const started = await startProcess(merchant);
    const opened = await openProcessCamera(service, started);
    const { phone } = opened;
    let { attemptId } = opened.attempt;
    for (let number = 1; number <= 3; number += 1) {
      expect(await letFail(phone, attemptId)).not.toBe('completed');
      if (number === 3) break;
      expect((await readProcess(merchant, started.id)).state).toBe('PROCESS_STATE_CREATED');
      attemptId = String((await phone.start()).body['attemptId']);
    }
    expect(await readProcess(merchant, started.id)).toMatchObject({
      state: 'PROCESS_STATE_FINISHED',
      result: 'PROCESS_RESULT_INVALID_IDENTITY',
      authenticationInfo: { livenessResult: 'LIVENESS_RESULT_NOT_LIVE' },
    });
    expect(await eventsOf(started.id)).toEqual(['create', 'attempts-exhausted']);
  });

  test('and does not come back in time after an attempt that failed has failed for good, whoever asks first', async () => {
    const started = await startProcess(merchant);
    const { phone, attempt } = await openProcessCamera(service, started);
    await letFail(phone, attempt.attemptId);
    clock.advanceSeconds(service.config.retrySeconds + 1);
    expect((await phone.view()).body).toMatchObject({ stage: 'not_approved', status: 'inconclusive' });
    const scope = memberOf(merchant.tenant.tenantId, 'admin');
    const listed = await readProcessRows({ db: service.service.database.db, clock }, scope, [started.id]);
    expect(listed).toMatchObject([{ result: 'PROCESS_RESULT_INVALID_IDENTITY' }]);
    expect((await readProcess(merchant, started.id)).result).toBe('PROCESS_RESULT_INVALID_IDENTITY');
    expect((await stepsOf(merchant, started.id)).at(-1)?.reasons).toContain('retry_time_passed');
  });

  test('startAttempt 429: and has had the share of the day of that identity, in transactions and processes together, is asked to wait, and nothing ends (R65, A-10)', async () => {
    const other = await newMerchant(service);
    await service.service.database.db
      .updateTable('companies')
      .set({ identity_attempts_per_day: 1 })
      .where('company_id', '=', other.tenant.companyId)
      .execute();
    const cpf = newCpf();
    const first = await openProcessCamera(service, await startProcess(other, cpf));
    let { attemptId } = first.attempt;
    for (let number = 1; number < 3; number += 1) {
      await letFail(first.phone, attemptId);
      attemptId = String((await first.phone.start()).body['attemptId']);
    }
    const second = await startProcess(other, cpf);
    const { phone } = await openProcessCamera(service, second);
    expect((await phone.start()).body['code']).toBe('42904');
    expect((await stepsOf(other, second.id)).map(({ event }) => event)).toEqual(['create']);
  });
});

describe('what ends by itself', () => {
  test('the task ends processes whose time has passed, and tells of it', async () => {
    const { id } = await startProcess(merchant, undefined, { expiresIn: '60s' });
    clock.advanceSeconds(61);
    await sql`SELECT graphile_worker.add_job('expire-processes', '{}')`.execute(service.service.database.db);
    await expect.poll(() => statusOf(id)).toBe('expired');
    const { body } = await merchant.call('listEvents', { query: { type: 'process.failed' } });
    expect(JSON.stringify(body)).toContain(id);
  });

  const statusOf = async (id: string): Promise<string> =>
    (
      await service.service.database.db
        .selectFrom('processes')
        .select('status')
        .where('process_id', '=', asId(id))
        .executeTakeFirstOrThrow()
    ).status;
});

describe('erasing the person (R90, R93)', () => {
  test('eraseIdentity 200: takes captures, name, reference and address out of finished processes, and ends open ones', async () => {
    const cpf = newCpf();
    const changes = { callbackUri: 'https://shop.example/canary', clientReference: 'canary-reference' };
    const done = await finishProcess(service, merchant, { cpf, changes, person: 'c' });
    const open = await startProcess(merchant, cpf, changes);
    const { body } = await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: cpf } } });
    expect(body['counts']).toMatchObject({ processes: 2, attempts: 1, transactions: 0 });
    const erased = await readProcess(merchant, done.id);
    expect(erased).toMatchObject({ result: 'PROCESS_RESULT_OK', erasedAt: expect.any(String) });
    expect(JSON.stringify(erased)).not.toMatch(/canary|Maria/);
    expect(await readProcess(merchant, open.id)).toMatchObject({
      state: 'PROCESS_STATE_FAILED',
      result: 'PROCESS_RESULT_ERROR',
    });
    const kept = await sql<{ rows: string }>`
      SELECT count(*) AS rows FROM capture_attempts a LEFT JOIN capture_frames f USING (tenant_id, attempt_id)
      WHERE a.subject_id IN (${done.id}, ${open.id})`.execute(service.service.database.db);
    expect(kept.rows).toEqual([{ rows: '0' }]);
  });

  test('pictures of a process are deleted with those of transactions, after the days of its company', async () => {
    const { id } = await finishProcess(service, merchant, { person: 'b', cpf: newCpf() });
    const count = async (): Promise<string> =>
      (
        await sql<{ n: string }>`SELECT count(*) AS n FROM capture_frames f JOIN capture_attempts a
          USING (tenant_id, attempt_id) WHERE a.subject_id = ${id}`.execute(service.service.database.db)
      ).rows[0]?.n ?? '';
    expect(Number(await count())).toBeGreaterThan(0);
    clock.advanceSeconds(31 * 86_400);
    await sql`SELECT graphile_worker.add_job('delete-expired-captures', '{}')`.execute(
      service.service.database.db,
    );
    await expect.poll(count).toBe('0');
  });
});
