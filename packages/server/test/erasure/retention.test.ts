import { createLog } from '@titular/server/kernel/base/log.ts';
import { listRetention } from '@titular/server/modules.ts';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
});
afterAll(() => service.close());

const db = () => service.service.database.db;
const run = (name: string) => {
  const { pool } = service.service.database;
  return runTask({ db: db(), pool, clock, log: createLog('silent') }, name);
};
const approve = async (one: Merchant): Promise<string> => {
  const { phone, attempt, id } = await openCamera(service, one);
  await perform(phone, attempt, 'a');
  await eventually(async () => expect((await one.read(id)).body['status']).toBe('approved'));
  return id;
};

/** Lets what the tenant has have happened so many days earlier. */
async function age(one: Merchant, days: number): Promise<void> {
  const { tenantId } = one.tenant;
  const interval = `${days} days`;
  await sql`UPDATE transactions SET finished_at = finished_at - ${interval}::interval WHERE tenant_id = ${tenantId}`.execute(
    db(),
  );
  await sql`UPDATE face_templates SET created_at = created_at - ${interval}::interval,
    last_matched_at = last_matched_at - ${interval}::interval WHERE tenant_id = ${tenantId}`.execute(db());
  await sql`UPDATE capture_sessions SET expires_at = expires_at - ${interval}::interval WHERE tenant_id = ${tenantId}`.execute(
    db(),
  );
}

const countOf = async (one: Merchant, table: string): Promise<number> =>
  (await sql`SELECT FROM ${sql.table(table)} WHERE tenant_id = ${one.tenant.tenantId}`.execute(db())).rows
    .length;

describe('retention (R93)', () => {
  test('a person leaves a transaction when the days of the company are over, and not before; what is open stays', async () => {
    const one = await newMerchant(service);
    const id = await approve(one);
    const open = String((await one.create()).body['id']);
    await age(one, 539);
    await run('erase-outlived-persons');
    expect((await one.history(id)).body).not.toHaveProperty('erasedAt');
    expect(await countOf(one, 'capture_frames')).toBeGreaterThan(0);
    await age(one, 2);
    await run('erase-outlived-persons');
    expect((await one.history(id)).body).toMatchObject({ orderNumber: 'erased', status: 'approved' });
    expect((await one.history(open)).body).not.toHaveProperty('erasedAt');
    for (const table of ['capture_frames', 'capture_attempts']) expect(await countOf(one, table)).toBe(0);
    expect(await countOf(one, 'face_templates')).toBe(1);
  });

  test('an enrolled face is kept as long as it goes on matching, and forgotten when its days are over', async () => {
    const one = await newMerchant(service);
    await approve(one);
    await age(one, 1094);
    await run('delete-outlived-templates');
    expect(await countOf(one, 'face_templates')).toBe(1);
    await sql`UPDATE face_templates SET last_matched_at = now() WHERE tenant_id = ${one.tenant.tenantId}`.execute(
      db(),
    );
    await age(one, 1094);
    await run('delete-outlived-templates');
    expect(await countOf(one, 'face_templates')).toBe(1);
    await age(one, 2);
    await run('delete-outlived-templates');
    expect(await countOf(one, 'face_templates')).toBe(0);
  });

  test('page sessions go a week after they expired', async () => {
    const one = await newMerchant(service);
    await openCamera(service, one);
    await age(one, 6);
    await run('delete-expired-sessions');
    expect(await countOf(one, 'capture_sessions')).toBe(1);
    await age(one, 2);
    await run('delete-expired-sessions');
    expect(await countOf(one, 'capture_sessions')).toBe(0);
  });

  test('every class of data names days, or a setting that there is', () => {
    const settings = Object.values(settingTables).flat();
    for (const { days } of listRetention()) {
      if (typeof days === 'number') expect(days).toBeGreaterThan(0);
      else expect(settings.map(({ name }) => name)).toContain(days.setting);
    }
  });
});
