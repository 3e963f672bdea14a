import { type FindResponse, type PortalRole, type SearchKind, TENANT_ROLES } from '@titular/contract';
import { find } from '@titular/server/cases/find/find.ts';
import { type CompanyId, newId } from '@titular/server/kernel/base/id.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, startBy } from '../sandbox/process-scenario-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { registerReceiver } from '../webhooks/endpoint-fixture.ts';
import { caseDepsOf, codeOf, memberOf } from './case-fixture.ts';

let service: TestService;
let merchant: Merchant;
let other: Merchant;
let receiver: WebhookReceiver;
let deps: CaseRouteDeps;
let secondCompany: CompanyId;

/** Order numbers of every kind, those among them that look like something else. */
const CPF = newCpf();
const ORDER_CPF = newCpf();
const ORDER_ID = newId();
const ORDERS = [
  'Order-7',
  'order-7',
  'order-77',
  ORDER_ID,
  ORDER_CPF,
  '411111112222',
  'ÄÖ-1',
  '100%_\\',
] as const;
const ids = new Map<string, string>();
let processId: string;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  other = await newMerchant(service);
  receiver = await startWebhookReceiver();
  receiver.trust((await registerReceiver(service, merchant, receiver.url)).secret);
  deps = await caseDepsOf(service);
  secondCompany = await createCompany(operatorOf(service), merchant.tenant.tenantId, { name: 'Second' });
  for (const orderNumber of ORDERS)
    ids.set(orderNumber, String((await merchant.create({ orderNumber })).body['id']));
  const identity = { key: 'cpf', value: CPF };
  const card = { binDigits: '52998224', lastDigits: '7255', name: 'Maria da Silva', expirationDate: '12/39' };
  ids.set('person', String((await merchant.create({ identity, card, orderNumber: 'of-person' })).body['id']));
  ids.set(
    'second',
    String((await merchant.create({ company: secondCompany, orderNumber: 'of-second' })).body['id']),
  );
  ids.set('other', String((await other.create({ orderNumber: 'of-other', identity })).body['id']));
  processId = idOf(await startBy(service, merchant, 'process-finished', { cpf: CPF }));
}, 360_000);
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const as = (role: PortalRole, companies: 'all' | readonly CompanyId[] = 'all'): PortalCaller =>
  memberOf(merchant.tenant.tenantId, role, { companies });
const look = (text: string, role: PortalRole = 'support', more: object = {}): Promise<FindResponse> =>
  find(deps, as(role), { text, ...more });
const idsOf = ({ transactions, processes }: FindResponse): string[] =>
  [...transactions, ...processes].map(({ id }) => id);
const db = () => service.service.database.db;
const finds = () =>
  db().selectFrom('audit_log').selectAll().where('action', '=', 'persons.find').orderBy('entry_id').execute();

const MAY_FIND: readonly PortalRole[] = ['support', 'reviewer', 'admin'];
const NUMBERS: SearchKind[] = ['order_number', 'order_number_beginning', 'order_number_other_case'];

describe('finding', () => {
  test.each(TENANT_ROLES)(
    'as %s takes each text for what it is, and says what else it could be (P1)',
    async (role) => {
      const mayFind = MAY_FIND.includes(role);
      const [id, cpf, card] = [ids.get(ORDER_ID), ids.get(ORDER_CPF), ids.get('411111112222')];
      // Nothing has the id, the identity or the card: these are order numbers.
      expect(await look(ORDER_ID, role)).toMatchObject({
        took: 'order_number',
        open: { kind: 'transaction', id },
      });
      expect(await look(ORDER_CPF, role)).toMatchObject({ took: 'order_number', open: { id: cpf } });
      expect(await look('411111112222', role)).toMatchObject({ took: 'order_number', open: { id: card } });
      const found = await look(CPF, role);
      expect(found.took).toBe(mayFind ? 'identity' : 'order_number');
      expect(idsOf(found).toSorted()).toEqual(mayFind ? [ids.get('person'), processId].toSorted() : []);
      expect(found.others).toEqual(mayFind ? NUMBERS : ['identity']);
      const byCard = await look('5299 8224 •••• 7255', role);
      expect(byCard.took).toBe(mayFind ? 'card' : 'order_number');
      expect(idsOf(byCard)).toEqual(mayFind ? [ids.get('person')] : []);
      expect(byCard.others).toEqual(mayFind ? NUMBERS : ['card']);
      expect(await codeOf(() => look(CPF, role, { as: 'identity' }))).toBe(mayFind ? undefined : '40343');
      expect(await codeOf(() => look('52998224 7255', role, { as: 'card' }))).toBe(
        mayFind ? undefined : '40343',
      );
    },
  );

  test('finds order numbers whole, then by their beginning, then in another case (P1)', async () => {
    expect(idsOf(await look('order-7'))).toEqual([ids.get('order-7')]);
    const begun = await look('order-7', 'viewer', { as: 'order_number_beginning' });
    expect(idsOf(begun)).toEqual([ids.get('order-77'), ids.get('order-7')]);
    expect(await look('order-')).toMatchObject({
      took: 'order_number_beginning',
      others: ['order_number_other_case'],
    });
    const shouted = await look('ORDER-77');
    expect(shouted).toMatchObject({ took: 'order_number_other_case', open: { id: ids.get('order-77') } });
    expect(idsOf(await look('ORDER-7'))).toEqual([ids.get('order-7'), ids.get('Order-7')]);
    expect(idsOf(await look('100%_'))).toEqual([ids.get('100%_\\')]);
    expect(idsOf(await look('ÄÖ'))).toEqual([ids.get('ÄÖ-1')]);
    expect(await look('no such order')).toEqual({
      took: 'order_number',
      transactions: [],
      processes: [],
      others: [],
    });
  });

  test('leads from the id of an event, a delivery or a request to its subject (P1)', async () => {
    const id = ids.get('order-77') ?? '';
    await merchant.cancel(id);
    const { event, delivery } = await eventually(async () => {
      const { events } = (await merchant.call('listEvents', { query: { transaction: id } })).body as {
        events: { id: string }[];
      };
      const read = (await merchant.call('readEvent', { id: events[0]?.id ?? '' })).body as {
        deliveries: { id: string }[];
      };
      if (!read.deliveries[0]) throw new Error('no delivery yet');
      return { event: events[0]?.id ?? '', delivery: read.deliveries[0].id };
    });
    const request = await eventually(async () => {
      const { calls } = (
        await merchant.call('listCalls', { query: { transaction: id, operation: 'cancelTransaction' } })
      ).body as { calls: { requestId: string }[] };
      if (!calls[0]) throw new Error('no call yet');
      return calls[0].requestId;
    });
    const open = { kind: 'transaction', id };
    expect(await look(id)).toMatchObject({ took: 'id', idOf: 'transaction', open });
    expect(await look(event)).toMatchObject({ took: 'id', idOf: 'event', open });
    expect(await look(delivery)).toMatchObject({ took: 'id', idOf: 'delivery', open });
    expect(await look(request.toUpperCase())).toMatchObject({ took: 'id', idOf: 'request', open });
    expect(await look(processId)).toMatchObject({
      took: 'id',
      idOf: 'process',
      open: { kind: 'process', id: processId },
    });
  });

  test('finds nothing of another tenant or a company out of scope, and says the same as of nothing at all (P33)', async () => {
    const [company] = [merchant.tenant.companyId];
    const limited = as('admin', [company]);
    const nothing = await find(deps, limited, { text: newId() });
    for (const id of [ids.get('other'), ids.get('second')])
      expect(await find(deps, limited, { text: id ?? '' })).toEqual(nothing);
    const none = await find(deps, limited, { text: 'of-nobody' });
    for (const text of ['of-other', 'of-second', 'OF-SECOND', 'of-sec'])
      expect(await find(deps, limited, { text })).toEqual(none);
    expect(idsOf(await find(deps, as('admin', [secondCompany]), { text: 'of-second' }))).toEqual([
      ids.get('second'),
    ]);
    expect(idsOf(await find(deps, as('admin', [secondCompany]), { text: CPF }))).toEqual([]);
    expect(await find(deps, limited, { text: 'of-second', company: secondCompany })).toEqual(none);
    expect(idsOf(await look('of-second', 'support', { company: secondCompany }))).toEqual([
      ids.get('second'),
    ]);
  });

  test('writes down that a person was looked for before it answers, and names nobody (P37, P38)', async () => {
    const before = (await finds()).length;
    const caller = as('support');
    await find(deps, caller, { text: CPF });
    await find(deps, caller, { text: '5299 8224 **** 7255' });
    await find(deps, as('viewer'), { text: CPF });
    await find(deps, caller, { text: 'order-7' });
    const entries = (await finds()).slice(before);
    const subject = `tenant/${merchant.tenant.tenantId}`;
    expect(entries).toMatchObject([
      {
        actor: caller.actor,
        subject,
        tenant_id: merchant.tenant.tenantId,
        before: null,
        after: { by: 'identity' },
      },
      { actor: caller.actor, subject, after: { by: 'card' } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${CPF}|52998224|7255|Maria`));
    await sql`ALTER TABLE audit_log RENAME TO mislaid`.execute(db());
    try {
      await expect(find(deps, caller, { text: CPF })).rejects.toThrow();
      expect(idsOf(await find(deps, caller, { text: 'order-7' }))).toEqual([ids.get('order-7')]);
    } finally {
      await sql`ALTER TABLE mislaid RENAME TO audit_log`.execute(db());
    }
  });

  test('refuses a complete card number, and never looks for one', async () => {
    expect(await codeOf(() => look('4111 1111 1111 1111'))).toBe('40026');
  });

  test('pages through many finds without leaving out or repeating any (P1)', async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1)
      made.push(String((await merchant.create({ orderNumber: `many-${n}` })).body['id']));
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await look('many-', 'viewer', { limit: 3, ...(cursor ? { cursor } : {}) });
      expect(page.open).toBeUndefined();
      found.push(...idsOf(page));
      cursor = page.nextCursor;
    } while (cursor);
    expect(found).toEqual(made.toReversed());
  });
});
