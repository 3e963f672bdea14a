import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { describeModules } from '@titular/server/modules.ts';
import { insertFill } from '@titular/server/sandbox/fill/fill-store.ts';
import { FILL_TOTAL, planOf } from '@titular/server/sandbox/fill/plan.ts';
import { clearFill, startFill } from '@titular/server/sandbox/fill/start-fill.ts';
import { fillTask, type StepFillDeps, stepFill } from '@titular/server/sandbox/fill/step-fill.ts';
import { addTenant, createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depsOf } from './fill-fixture.ts';

const clock = createManualClock(new Date());

let service: TestService;
let tenantId: TenantId;
let companyId: string;
beforeAll(async () => {
  service = await startTestService({ clock });
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;

/** Begins a small fill of a new tenant that no worker takes up: all in one shop, which stands for three. */
async function begin(total: number): Promise<void> {
  const tenant = await addTenant(service);
  ({ tenantId } = tenant);
  companyId = tenant.companyId;
  const companyIds = [tenant.companyId, tenant.companyId, tenant.companyId];
  await insertFill(db(), { tenantId, seed: 'one', begunAt: clock.now(), companyIds, total });
}

const orders = async (): Promise<string[]> => {
  const rows = await db()
    .selectFrom('transactions')
    .select('order_number')
    .where('tenant_id', '=', tenantId)
    .orderBy('order_number')
    .execute();
  return rows.map((row) => row.order_number);
};
const fillOf = () =>
  db().selectFrom('sandbox_fills').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
const expected = async (total: number): Promise<string[]> => {
  const companyIds = [companyId, companyId, companyId].map((id) => asId(id));
  const begun = { tenantId, seed: 'one', begunAt: clock.now(), companyIds, total };
  const fill = { ...begun, phase: 'filling', made: 0, removed: 0, taskTransactionId: undefined } as const;
  return Array.from({ length: total }, (_, number) =>
    String(planOf(fill, number).request.orderNumber),
  ).toSorted();
};

describe('the job that fills and clears (F8)', () => {
  test('leaves nothing of a batch that is cut off, and goes on where it was', async () => {
    await begin(20);
    const deps = depsOf(service);
    expect(await stepFill(deps, tenantId)).toBe(true);
    expect(await orders()).toHaveLength(5);
    let calls = 0;
    const failing = depsOf(service, {
      async issueSdkToken() {
        calls += 1;
        if (calls === 4) throw new Error('cut off');
        return 'none';
      },
    });
    await expect(stepFill(failing, tenantId)).rejects.toThrow('cut off');
    expect(await orders()).toHaveLength(5);
    expect(await fillOf()).toMatchObject({ phase: 'filling', made: 5 });
    while (await stepFill(deps, tenantId));
    expect(await fillOf()).toMatchObject({ phase: 'filled', made: 20 });
    expect(await orders()).toEqual(await expected(20));
  }, 240_000);

  test('loses nothing when its connection is killed in the midst of a batch', async () => {
    await begin(10);
    const dying = connect(service.config.databaseUrl ?? '', 1, () => undefined);
    const guard = await service.service.database.pool.connect();
    try {
      await guard.query('BEGIN; LOCK TABLE capture_sessions IN ACCESS EXCLUSIVE MODE');
      const deps: StepFillDeps = { ...depsOf(service), db: dying.db };
      const ended = stepFill(deps, tenantId).then(
        () => 'done',
        () => 'dead',
      );
      await eventually(async () => {
        const killed = await guard.query(
          `SELECT pg_terminate_backend(pid) FROM ${LOCKS_HERE} WHERE relation = 'capture_sessions'::regclass AND NOT granted`,
        );
        expect(killed.rowCount).toBeGreaterThan(0);
      });
      expect(await ended).toBe('dead');
    } finally {
      await guard.query('ROLLBACK');
      guard.release();
      await dying.close();
    }
    expect(await orders()).toEqual([]);
    while (await stepFill(depsOf(service), tenantId));
    expect(await orders()).toEqual(await expected(10));
  }, 240_000);

  test('makes each once where several processes have the job in hand', async () => {
    await begin(25);
    const all = Array.from({ length: 4 }, async () => {
      for (let runs = 0; runs < 12; runs += 1) await stepFill(depsOf(service), tenantId);
    });
    await Promise.all(all);
    expect(await fillOf()).toMatchObject({ phase: 'filled', made: 25 });
    expect(await orders()).toEqual(await expected(25));
  }, 240_000);

  test('removes what it made so far when it is to clear in the midst of filling', async () => {
    await begin(20);
    const deps = depsOf(service);
    await stepFill(deps, tenantId);
    const cleared = await clearFill(deps, { tenantId, actor: 'test' });
    expect(cleared).toMatchObject({ state: 'clearing', made: 5 });
    while (await stepFill(deps, tenantId));
    await eventually(async () => expect(await fillOf()).toBeUndefined());
    expect(await orders()).toEqual([]);
    expect(await clearFill(deps, { tenantId, actor: 'test' })).toMatchObject({ state: 'none' });
  }, 240_000);

  test('begins once of several presses at the same moment', async () => {
    ({ tenantId } = await addTenant(service));
    const pressed = await Promise.allSettled(
      Array.from({ length: 5 }, () => startFill(depsOf(service), { tenantId, actor: 'test' })),
    );
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const shops = await db()
      .selectFrom('companies')
      .select('name')
      .where('tenant_id', '=', tenantId)
      .where('name', 'like', '%sandbox%')
      .execute();
    expect(shops).toHaveLength(3);
    await clearFill(depsOf(service), { tenantId, actor: 'test' });
  }, 240_000);
});

describe('production', () => {
  test('has no route, no job and no service that fills or clears (F8)', async () => {
    const { routes, all } = describeModules({ environment: 'production' }) as ReturnType<
      typeof describeModules
    >;
    expect(routes.filter(({ operationId }) => /Sandbox/.test(operationId))).toEqual([]);
    expect(all.flatMap(({ tasks }) => Object.keys(tasks ?? {}))).not.toContain('fill-sandbox');
    ({ tenantId } = await addTenant(service));
    const deps = depsOf(service, { environment: 'production' });
    const actor = { tenantId, actor: 'test' };
    const refused = 'there is no sandbox in production';
    await expect(startFill(deps, actor)).rejects.toThrow(refused);
    await expect(clearFill(deps, actor)).rejects.toThrow(refused);
    await expect(stepFill(deps, tenantId)).rejects.toThrow(refused);
    await expect(fillTask(deps)({ tenantId }, {})).rejects.toThrow(refused);
    expect(await fillOf()).toBeUndefined();
  });
});

describe('a plan', () => {
  test('follows from seed and number alone, and goes forward in time', () => {
    const companyIds = ['a', 'b', 'c'].map((id) => asId(id));
    const begun = { tenantId: asId('t'), seed: 's', begunAt: clock.now(), companyIds, total: FILL_TOTAL };
    const fill = { ...begun, phase: 'filling', made: 0, removed: 0, taskTransactionId: undefined } as const;
    const plans = Array.from({ length: FILL_TOTAL }, (_, number) => planOf(fill, number));
    expect(JSON.stringify(planOf(fill, 77))).toBe(JSON.stringify(plans[77]));
    const over = plans.slice(0, -17).map(({ at }) => at.getTime());
    expect(over).toEqual(over.toSorted((one, other) => one - other));
    expect(plans.every(({ request }) => /^999[1-9]/.test(String(request.identity.value)))).toBe(true);
    expect(JSON.stringify(planOf({ ...fill, seed: 'other' }, 77))).not.toBe(JSON.stringify(plans[77]));
  });
});
