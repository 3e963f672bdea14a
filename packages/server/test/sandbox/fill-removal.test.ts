import { clearFill, startFill } from '@titular/server/sandbox/fill/start-fill.ts';
import { fillTask } from '@titular/server/sandbox/fill/step-fill.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { deleteHold, insertHold } from '@titular/server/transactions/retention/legal-hold-store.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusing } from '../processes/process-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { depsOf, enrolFor, readRows, shopsOf } from './fill-fixture.ts';
import { lead } from './process-scenario-fixture.ts';

const TOTAL = 10;
const clock = createManualClock(new Date());

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService({ clock });
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
const tenantId = () => merchant.tenant.tenantId;
const actor = () => ({ tenantId: tenantId(), actor: 'test' });
const phaseOf = async (): Promise<string> => {
  const fill = db().selectFrom('sandbox_fills').select('phase').where('tenant_id', '=', tenantId());
  return (await fill.executeTakeFirst())?.phase ?? 'none';
};
const becomes = (phase: string): Promise<void> => eventually(async () => expect(await phaseOf()).toBe(phase));
const stand = (phase: 'filling' | 'clearing') =>
  db().updateTable('sandbox_fills').set({ phase }).where('tenant_id', '=', tenantId()).execute();

/** A new merchant whose tenant has a small fill. */
async function begin(): Promise<void> {
  merchant = await newMerchant(service);
  await startFill(depsOf(service), actor(), TOTAL);
  await becomes('filled');
}
const shops = () => shopsOf(service, tenantId());
const inShop = async (): Promise<Merchant> => {
  const [companyId = asId('')] = await shops();
  const create: Merchant['create'] = (changes) => merchant.create({ company: companyId, ...changes });
  return { ...merchant, tenant: { ...merchant.tenant, companyId }, create };
};
const someOrder = async () => {
  const rows = db()
    .selectFrom('transactions')
    .where('company_id', 'in', await shops());
  return rows.select(['transaction_id', 'order_number', 'identity_hash']).executeTakeFirstOrThrow();
};
const place = (transactionId: string) =>
  db()
    .transaction()
    .execute((trx) =>
      insertHold(trx, tenantId(), {
        ...{ transactionId: asId(transactionId), heldAt: clock.now(), reference: 'case-1' },
      }),
    );

describe('the removal of sandbox transactions (F8)', () => {
  test('is refused with 40375 while one is under a legal hold, names its order, and goes on after the release', async () => {
    await begin();
    const { transaction_id: id, order_number: order } = await someOrder();
    expect(await place(id)).toBe(true);
    const before = await readRows(service, tenantId());
    await expect(clearFill(depsOf(service), actor())).rejects.toMatchObject({
      code: '40375',
      message: expect.stringContaining(order),
    });
    expect(await readRows(service, tenantId())).toEqual(before);
    // A hold that comes after the press stops it, and keeps what it covers.
    await stand('clearing');
    await fillTask(depsOf(service))({ tenantId: tenantId() }, {});
    expect(await phaseOf()).toBe('filled');
    expect(await someOrder()).toMatchObject({ transaction_id: id });
    await deleteHold(db(), tenantId(), id);
    await clearFill(depsOf(service), actor());
    await becomes('none');
  }, 240_000);

  test('takes no process that a transaction of the tenant uses: neither side uses one of the other, which is 40031', async () => {
    await begin();
    const shop = await inShop();
    const cpfs = [newCpf(), newCpf()];
    const ofShop = await lead(service, clock, shop, { cpf: cpfs[0] ?? '' });
    const own = await lead(service, clock, merchant, { cpf: cpfs[1] ?? '' });
    expect((await merchant.create(reusing(ofShop.id, ofShop.cpf))).body['code']).toBe('40031');
    expect((await shop.create(reusing(own.id, own.cpf))).body['code']).toBe('40031');
    expect((await shop.create(reusing(ofShop.id, ofShop.cpf))).status).toBe(200);
    expect((await merchant.create(reusing(own.id, own.cpf))).status).toBe(200);
    await clearFill(depsOf(service), actor());
    await becomes('none');
    const left = await db()
      .selectFrom('processes')
      .select('process_id')
      .where('tenant_id', '=', tenantId())
      .execute();
    expect(left.map(({ process_id }) => process_id)).toEqual([own.id]);
  }, 240_000);

  test('takes the faces that were enrolled from its captures, and no other', async () => {
    await begin();
    const key = await createTenantKeys(db(), service.service.masterKeys)(tenantId());
    const { transaction_id: id, identity_hash: hash } = await someOrder();
    const kept = asId(String((await merchant.create()).body['id']));
    await enrolFor(service, { tenantId: tenantId(), key, subjectId: id, identityHash: hash, place: 1 });
    await enrolFor(service, { tenantId: tenantId(), key, subjectId: kept, identityHash: hash, place: 2 });
    await clearFill(depsOf(service), actor());
    await becomes('none');
    const left = await db()
      .selectFrom('face_templates')
      .select('subject_id')
      .where('tenant_id', '=', tenantId())
      .execute();
    expect(left.map(({ subject_id }) => subject_id)).toEqual([kept]);
  }, 240_000);

  test('goes on where nobody has the job any more, when it is pressed again', async () => {
    await begin();
    await stand('clearing');
    await clearFill(depsOf(service), actor());
    await becomes('none');
  }, 240_000);
});

describe('the job that fills and clears', () => {
  test('waits for who holds the fill between two steps, and ends what it began', async () => {
    await begin();
    await stand('clearing');
    const guard = await service.service.database.pool.connect();
    try {
      await guard.query('BEGIN');
      await guard.query('SELECT FROM sandbox_fills WHERE tenant_id = $1 FOR UPDATE', [tenantId()]);
      const job = fillTask(depsOf(service))({ tenantId: tenantId() }, {});
      await eventually(async () => {
        const waiting = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
        expect(waiting.rows.length).toBeGreaterThan(0);
      });
      await guard.query('ROLLBACK');
      await job;
    } finally {
      guard.release();
    }
    expect(await phaseOf()).toBe('none');
  }, 240_000);
});
