import { randomBytes } from 'node:crypto';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from './volume-fixture.ts';

const IDLE_TENANTS = 30;

let volume: VolumeFixture;
/** Sorts after all tenants without anything due. */
const last = 'ffffffff-ffff-4fff-8fff-ffffffffffff';

beforeEach(async () => {
  volume = await openVolume();
  const add = (ids: string) =>
    volume.filler.query({
      text: `INSERT INTO tenants (tenant_id, name, wrapped_data_key, master_key_id) SELECT id, 'Idle', $1, 'k' FROM ${ids} AS made (id)`,
      values: [randomBytes(60)],
    });
  await add(`(SELECT gen_random_uuid() FROM generate_series(1, ${IDLE_TENANTS}))`);
  await add(`(SELECT '${last}'::uuid)`);
});
afterEach(() => volume.close());

/** Runs the task and answers the statements that it sent to the table. */
async function statementsOf(task: string, table: string): Promise<string[]> {
  const { db, pool, statements } = volume.record();
  await runTask({ db, pool, clock: volume.clock, log: createLog('silent') }, task);
  return statements.map(({ text }) => text).filter((text) => text.includes(table));
}

const addFaces = (tenants: string, at: string) =>
  volume.filler.query(`
    INSERT INTO face_templates (tenant_id, template_id, identity_hash, engine_version, sealed_descriptor, subject_kind, subject_id, created_at)
    SELECT tenant_id, gen_random_uuid(), '', 'v', '', 'transaction', gen_random_uuid(), now() + interval '${at}' FROM tenants WHERE ${tenants}`);

const addEvents = (tenants: string, daysAgo: number) =>
  volume.filler.query(`
    INSERT INTO events (tenant_id, event_id, company_id, type, subject_id, created_at)
    SELECT tenant_id, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000' || '8000'
      || substr(md5(tenant_id::text), 1, 12))::uuid, gen_random_uuid(), 'endpoint.test', gen_random_uuid(), at
    FROM tenants, (SELECT now() - interval '${daysAgo} days' AS at) AS made WHERE ${tenants}`);

const countOf = async (table: string): Promise<number> =>
  Number((await volume.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

const others = `tenant_id <> '${last}'`;

describe('the time of a run goes to tenants that have something due', () => {
  test('enrolled faces: those of the last of many tenants go without a statement for each before it', async () => {
    await addFaces(others, '-1 day');
    await addFaces(`tenant_id = '${last}'`, '-1096 days');
    const statements = await statementsOf('delete-outlived-templates', 'face_templates');
    expect(statements.length).toBeLessThanOrEqual(2);
    expect(await countOf('face_templates')).toBe(IDLE_TENANTS + 1);
  });

  test('events: the same, also past tenants whose old events still wait to be sent', async () => {
    await addEvents(others, 100);
    await volume.filler.query(`INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, next_attempt_at)
      SELECT tenant_id, gen_random_uuid(), event_id, gen_random_uuid(), 'pending', now() FROM events`);
    await addEvents(`tenant_id = '${last}'`, 100);
    await addEvents(`tenant_id = '${last}'`, 80);
    const statements = await statementsOf('delete-old-events', 'events');
    expect(statements.length).toBeLessThanOrEqual(4);
    expect(await countOf('events')).toBe(IDLE_TENANTS + 2);
  });
});
