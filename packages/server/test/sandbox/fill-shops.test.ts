import { subjectMetrics } from '@titular/server/captures/subjects/subject-metrics.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { describeModules } from '@titular/server/modules.ts';
import { clearFill, startFill } from '@titular/server/sandbox/fill/start-fill.ts';
import { goOnWithFills, stepFill } from '@titular/server/sandbox/fill/step-fill.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { addMember } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { depsOf, enrolFor, readRows, shopsOf } from './fill-fixture.ts';
import { lead } from './process-scenario-fixture.ts';
import { createBy } from './sandbox-fixture.ts';

const TOTAL = 25;
const clock = createManualClock(new Date());

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
const tenantId = () => merchant.tenant.tenantId;
const actor = () => ({ tenantId: tenantId(), actor: 'user:filler' });
const phaseOf = async (): Promise<string> => {
  const fill = db().selectFrom('sandbox_fills').select('phase').where('tenant_id', '=', tenantId());
  return (await fill.executeTakeFirst())?.phase ?? 'none';
};
const becomes = (phase: string): Promise<void> => eventually(async () => expect(await phaseOf()).toBe(phase));
const counted = async (): Promise<string> =>
  JSON.stringify(await Promise.all(subjectMetrics.map(({ prom }) => prom.get())));
const companiesIn = async (query: Record<string, string>): Promise<Set<unknown>> => {
  const { body } = await merchant.call('listEvents', { query: { limit: '100', ...query } });
  return new Set((body['events'] as { companyId: string }[]).map(({ companyId }) => companyId));
};

/** Written late, counted from the rest, or a journal by id alone: `fill.test.ts` compares calls and figures. */
const LATE = /^(api_calls|face_changes|face_galleries|[a-z]+_hours)$/;
const ownOf = (rows: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => !LATE.test(name)));

describe('the shops of a fill (F8)', () => {
  test('are closed: no metric counts what was made up, and the audit log names shops and endpoints', async () => {
    await createBy(merchant, 'fast-inconclusive');
    const before = await counted();
    await startFill(depsOf(service), actor(), TOTAL);
    await becomes('filled');
    expect(await counted()).toBe(before);
    const entries = await db()
      .selectFrom('audit_log')
      .select('action')
      .where('tenant_id', '=', tenantId())
      .where('actor', '=', 'user:filler')
      .execute();
    const actions = entries.map(({ action }) => action).toSorted();
    const three = (action: string) => [action, action, action];
    expect(actions).toEqual([
      ...three('company.create'),
      'sandbox.fill',
      ...three('webhook-endpoint.create'),
    ]);
  }, 240_000);

  test('are left out of the events of all companies, and are there for who asks for one', async () => {
    expect(await companiesIn({})).toEqual(new Set([merchant.tenant.companyId]));
    const [company = ''] = await shopsOf(service, tenantId());
    expect(await companiesIn({ company })).toEqual(new Set([company]));
  });

  test('limit no member: neither an invitation nor a change names one, which is 40420', async () => {
    const admin = await addMember(service, tenantId(), { role: 'admin' });
    const other = await addMember(service, tenantId(), { role: 'viewer' });
    const companies = (await shopsOf(service, tenantId())).slice(0, 1);
    const params = { tenant_id: tenantId() };
    const invited = await admin.browser.send('inviteMember', { params, body: { role: 'viewer', companies } });
    expect(outcomeOf(invited)).toBe('40420');
    const changed = await admin.browser.send('changeMember', {
      params: { ...params, user_id: other.userId },
      body: { role: 'viewer', companies, isActive: true },
    });
    expect(outcomeOf(changed)).toBe('40420');
  });
});

describe('the removal of a fill (F8)', () => {
  test('leaves every row of the tenant as it was, whatever kinds lie in a shop, and over a kill', async () => {
    merchant = await newMerchant(service);
    await createBy(merchant, 'fast-inconclusive');
    const before = await readRows(service, tenantId());
    await startFill(depsOf(service), actor(), TOTAL);
    await becomes('filled');
    await putOneOfEach();
    await db()
      .updateTable('sandbox_fills')
      .set({ phase: 'clearing' })
      .where('tenant_id', '=', tenantId())
      .execute();
    await killStep();
    expect(await phaseOf()).toBe('clearing');
    await clearFill(depsOf(service), actor());
    await becomes('none');
    expect(ownOf(await readRows(service, tenantId()))).toEqual(ownOf(before));
  }, 240_000);

  test('goes on each minute where its job was lost', async () => {
    await startFill(depsOf(service), actor(), TOTAL);
    await becomes('filled');
    await db()
      .updateTable('sandbox_fills')
      .set({ phase: 'clearing' })
      .where('tenant_id', '=', tenantId())
      .execute();
    await goOnWithFills({ db: db() });
    await becomes('none');
    const { all } = describeModules({ environment: 'test' }) as ReturnType<typeof describeModules>;
    const rows = all.flatMap(({ schedule }) => schedule ?? []);
    expect(rows).toContainEqual({ task: 'go-on-with-fills', match: '* * * * *', queue: 'upkeep' });
  }, 240_000);
});

/** What people leave in a shop: a process with its captures, a face, a note, an examination of its endpoint. */
async function putOneOfEach(): Promise<void> {
  const [companyId = merchant.tenant.companyId] = await shopsOf(service, tenantId());
  await lead(service, clock, { ...merchant, tenant: { ...merchant.tenant, companyId } });
  const { transaction_id: id, identity_hash: identityHash } = await db()
    .selectFrom('transactions')
    .select(['transaction_id', 'identity_hash'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const key = await createTenantKeys(db(), service.service.masterKeys)(tenantId());
  await enrolFor(service, { tenantId: tenantId(), key, subjectId: id, identityHash, place: 1 });
  const { pool } = service.service.database;
  await pool.query(
    `INSERT INTO case_notes (tenant_id, transaction_id, note_id, author, verdict, written_at)
     VALUES ($1, $2, gen_random_uuid(), 'user:test', 'genuine', now())`,
    [tenantId(), id],
  );
  await pool.query(
    `INSERT INTO receiver_examinations (tenant_id, endpoint_id, started_at, progressed_at)
     SELECT tenant_id, endpoint_id, now(), now() FROM webhook_endpoints WHERE company_id = $1`,
    [companyId],
  );
}

/** Kills the connection of a step in the midst of its batch. */
async function killStep(): Promise<void> {
  const dying = connect(service.config.databaseUrl ?? '', 1, () => undefined);
  const guard = await service.service.database.pool.connect();
  try {
    await guard.query('BEGIN; LOCK TABLE case_notes IN ACCESS EXCLUSIVE MODE');
    const ended = stepFill({ ...depsOf(service), db: dying.db }, tenantId()).then(
      () => 'done',
      () => 'dead',
    );
    await eventually(async () => {
      const killed = await guard.query(
        `SELECT pg_terminate_backend(pid) FROM ${LOCKS_HERE} WHERE relation = 'case_notes'::regclass AND NOT granted`,
      );
      expect(killed.rowCount).toBeGreaterThan(0);
    });
    expect(await ended).toBe('dead');
  } finally {
    await guard.query('ROLLBACK');
    guard.release();
    await dying.close();
  }
}
