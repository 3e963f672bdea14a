import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@titular/server/kernel/base/id.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, Phone } from '../../server/test/captures/phone.ts';
import { type Merchant, newMerchant } from '../../server/test/transactions/api.ts';
import { runInProcess } from './command-fixture.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const run = (...words: string[]) => {
  const { databaseUrl, dataDirectory } = service.config;
  return runInProcess(words, { DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory });
};
const tenant = () => ['--tenant', merchant.tenant.tenantId];

async function ask<Answer>(...words: string[]): Promise<Answer> {
  const ran = await run(...words, ...tenant(), '--json');
  expect([ran.code, ran.errors]).toEqual([0, '']);
  return JSON.parse(ran.output) as Answer;
}

type Listed = { transaction: string; orderNumber: string; status: string };
const list = (...words: string[]) => ask<Listed[]>('transactions', 'list', ...words);

async function create(orderNumber: string): Promise<{ id: string; link: string }> {
  const { body } = await merchant.create({ orderNumber });
  return { id: String(body['id']), link: String(body['link']) };
}

async function audited(action: string, id: string) {
  const rows = await service.service.database.db
    .selectFrom('audit_log')
    .select(['actor', 'after'])
    .where('action', '=', action)
    .where('subject', '=', `transaction/${id}`)
    .execute();
  return rows;
}

describe('titular transactions list', () => {
  test('finds transactions by order number, its beginning, status, company and time (D4)', async () => {
    const { id } = await create('list-1');
    const other = await create('list-2');
    await merchant.cancel(other.id);
    expect(await list('--order', 'list-1')).toMatchObject([
      { transaction: id, orderNumber: 'list-1', status: 'waiting' },
    ]);
    expect((await list('--order-prefix', 'list-')).map((one) => one.transaction)).toEqual([other.id, id]);
    expect(await list('--order-prefix', 'list-', '--status', 'canceled')).toMatchObject([
      { transaction: other.id },
    ]);
    expect(await list('--order', 'list-1', '--company', merchant.tenant.companyId)).toHaveLength(1);
    expect(await list('--order', 'list-1', '--company', newId(0))).toEqual([]);
    expect(await list('--order', 'list-1', '--since', '1h')).toHaveLength(1);
    expect(await list('--order', 'list-1', '--since', '2999-01-01T00:00Z')).toEqual([]);
  });

  test('tells people of more than it shows, and refuses words that are none (D4)', async () => {
    await create('many-1');
    await create('many-2');
    const short = await run('transactions', 'list', '--order-prefix', 'many-', '--limit', '1', ...tenant());
    expect(short.output).toContain('There are more than 1');
    expect(short.output).toContain('many-2');
    expect(short.output).not.toContain('many-1');
    const wrong = await run('transactions', 'list', '--status', 'aproved', ...tenant());
    expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining('--status must be one of')]);
  });
});

describe('titular transactions show', () => {
  test('shows steps, deliveries and calls of an order, and nothing of person or card (D4)', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const company = merchant.tenant.companyId;
      const endpoint = ['webhooks', 'create', receiver.url, '--company', company, '--allow-loopback'];
      receiver.trust((await ask<{ secret: string }>(...endpoint)).secret);
      const { id } = await create('show-1');
      await merchant.cancel(id);
      type Shown = Record<'history' | 'deliveries' | 'calls' | 'processes', Record<string, unknown>[]>;
      const shown = await eventually(async () => {
        const record = await ask<Shown>('transactions', 'show', 'show-1');
        expect(record.deliveries).toMatchObject([{ type: 'transaction.finished', state: 'delivered' }]);
        expect(record.calls.map(({ operation }) => operation)).toEqual([
          'cancelTransaction',
          'createTransaction',
        ]);
        return record;
      });
      expect(shown).toMatchObject({
        transaction: id,
        orderNumber: 'show-1',
        status: 'canceled',
        processes: [],
      });
      expect(shown.history.map(({ event, reasons }) => [event, reasons])).toEqual([
        ['create', []],
        ['cancel', ['canceled_by_merchant']],
      ]);
      const { output } = await run('transactions', 'show', id, ...tenant());
      for (const word of ['Steps', 'Deliveries', 'Calls', 'canceled_by_merchant', 'delivered'])
        expect(output).toContain(word);
      for (const secret of ['52998224725', '41111111', 'Maria'])
        expect(output + JSON.stringify(shown)).not.toContain(secret);
    } finally {
      await receiver.close();
    }
  });

  test('says in words what each reason means (D4)', async () => {
    const { body } = await merchant.create(
      { orderNumber: 'reason-1', identity: { key: 'cpf', value: '99900000773' } },
      service,
    );
    const id = String(body['id']);
    await eventually(async () => expect((await merchant.read(id)).body['status']).not.toBe('waiting'));
    const { reasons } = await ask<{ reasons: { reason: string; meaning: string | null }[] }>(
      'transactions',
      'show',
      id,
    );
    expect(reasons.length).toBeGreaterThan(0);
    for (const { meaning } of reasons) expect(meaning).toMatch(/^[A-Z].*\.$/);
  });

  test('says in words who canceled (D4)', async () => {
    const byMerchant = await create('who-1');
    await merchant.cancel(byMerchant.id);
    await create('who-2');
    await ask('transactions', 'cancel', 'who-2');
    type Explained = { reasons: { reason: string; meaning?: string }[] };
    for (const [order, who] of [
      ['who-1', 'merchant'],
      ['who-2', 'operator'],
    ] as const) {
      const { reasons } = await ask<Explained>('transactions', 'show', order);
      const meaning = expect.stringMatching(new RegExp(`^The ${who} .*canceled.*\\.$`));
      expect(reasons).toEqual([{ reason: `canceled_by_${who}`, meaning }]);
    }
  });

  test('finds an order whose number looks like an id, unless a transaction has that id (D17)', async () => {
    const order = crypto.randomUUID().toUpperCase();
    const { id } = await create(order);
    expect(await ask('transactions', 'show', order)).toMatchObject({ transaction: id });
    await create(id);
    expect(await ask('transactions', 'show', id)).toMatchObject({ transaction: id, orderNumber: order });
  });

  test('refuses what there is not with exit code 3, and several of one order with their ids (D4)', async () => {
    const unknown = await run('transactions', 'show', newId(0), ...tenant());
    expect([unknown.code, unknown.output]).toEqual([3, '']);
    const noOrder = await run('transactions', 'show', 'no-such-order', ...tenant());
    expect([noOrder.code, noOrder.errors]).toEqual([
      3,
      'There is no transaction or order "no-such-order".\n',
    ]);
    const first = await create('twice-1');
    await merchant.cancel(first.id);
    const second = await create('twice-1');
    const ambiguous = await run('transactions', 'show', 'twice-1', ...tenant());
    expect(ambiguous.code).toBe(2);
    for (const { id } of [first, second]) expect(ambiguous.errors).toContain(id);
  });
});

describe('with several tenants and none named', () => {
  let other: Merchant;
  beforeAll(async () => {
    other = await newMerchant(service);
  });

  test('the id of a transaction, or an order number that one tenant has, names its tenant (D17)', async () => {
    const { id } = await create('order-of-one');
    for (const words of [
      ['transactions', 'show', id],
      ['transactions', 'show', id.toUpperCase()],
      ['transactions', 'show', 'order-of-one'],
      ['captures', 'list', id],
      ['webhooks', 'events', '--transaction', id],
    ]) {
      const { code, errors } = await run(...words);
      expect([words, code, errors]).toEqual([words, 0, '']);
    }
    const { code } = await run('transactions', 'cancel', 'order-of-one');
    expect(code).toBe(0);
    expect(await ask('transactions', 'show', id)).toMatchObject({ status: 'canceled' });
  });

  test('an order number of two tenants, or of none, names no tenant, and the tenants are listed (D17)', async () => {
    await create('order-of-two');
    await other.create({ orderNumber: 'order-of-two' });
    for (const order of ['order-of-two', 'order-of-nobody']) {
      const { code, errors } = await run('transactions', 'show', order);
      expect([order, code]).toEqual([order, 2]);
      expect(errors).toContain('add --tenant');
    }
  });

  test('so does the id of an endpoint, a delivery, an event or a process, and the name of an account (D17)', async () => {
    const { companyId } = merchant.tenant;
    const endpoint = await ask<{ endpoint: string }>(
      'webhooks',
      'create',
      'https://hook.example/in',
      '--company',
      companyId,
      '--out',
      join(service.config.dataDirectory, `${newId()}.secret`),
    );
    const id = endpoint.endpoint;
    for (const words of [
      ['webhooks', 'show', id],
      ['webhooks', 'deliveries', id],
    ]) {
      const { code, errors } = await run(...words);
      expect([words, code, errors]).toEqual([words, 0, '']);
    }
    await run(
      'service-accounts',
      'create',
      'only-here',
      ...tenant(),
      '--out',
      join(service.config.dataDirectory, 'only-here.json'),
    );
    const account = await run('service-accounts', 'show', 'only-here');
    expect([account.code, account.errors]).toEqual([0, '']);
  });
});

describe('titular transactions cancel', () => {
  test('ends a transaction that waits, says who did it, tells the merchant, and is in the audit log once (D4)', async () => {
    const { id } = await create('cancel-1');
    const ran = await ask('transactions', 'cancel', 'cancel-1');
    expect(ran).toEqual({ transaction: id, status: 'canceled' });
    expect((await merchant.read(id)).body).toEqual({ status: 'canceled' });
    expect((await merchant.history(id)).body['history']).toContainEqual(
      expect.objectContaining({ event: 'cancel', actor: 'service', reasons: ['canceled_by_operator'] }),
    );
    const again = await run('transactions', 'cancel', id, ...tenant());
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('nothing was changed')]);
    expect(await audited('transaction.cancel', id)).toMatchObject([
      { actor: expect.stringMatching(/^command-line:/) },
    ]);
  });

  test('refuses one that has ended otherwise, and one of another tenant (D4, R17)', async () => {
    const { body } = await merchant.create({ identity: { key: 'cpf', value: '99900000188' } });
    const id = String(body['id']);
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
    const late = await run('transactions', 'cancel', id, ...tenant());
    expect([late.code, late.output]).toEqual([2, '']);
    expect(await audited('transaction.cancel', id)).toEqual([]);
    const stranger = await newMerchant(service);
    const { id: own } = await create('cancel-2');
    const foreign = await run('transactions', 'cancel', own, '--tenant', stranger.tenant.tenantId);
    expect(foreign.code).toBe(3);
    expect((await merchant.read(own)).body['status']).toBe('waiting');
  });
});

describe('titular transactions renew-link', () => {
  test('makes a link of the running service that opens, ends the one before, and keeps it out of the audit log (D4, D18)', async () => {
    const { id, link: before } = await create('renew-1');
    const { link } = await ask<{ link: string }>('transactions', 'renew-link', 'renew-1');
    expect(link.startsWith(`${service.url}/c/`)).toBe(true);
    const phone = new Phone(service);
    expect((await phone.open({ code: codeOf(before) })).status).not.toBe(200);
    expect((await phone.open({ code: codeOf(link) })).status).toBe(200);
    const entries = await audited('transaction.renew-link', id);
    expect(entries).toMatchObject([{ actor: expect.stringMatching(/^command-line:/), after: null }]);
  });

  test('writes link and token to a new file, readable by its owner alone, when asked to (D4)', async () => {
    const { id } = await create('renew-2');
    const file = join(service.config.dataDirectory, 'renewed.json');
    const ran = await run('transactions', 'renew-link', id, '--out', file, ...tenant());
    expect([ran.code, ran.errors]).toEqual([0, '']);
    const { transaction, link, token } = JSON.parse(await readFile(file, 'utf8'));
    expect([transaction, token]).toEqual([id, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)]);
    for (const secret of [link, token]) expect(ran.output).not.toContain(secret);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await new Phone(service).open({ code: codeOf(link) })).status).toBe(200);
  });

  test('gives link and token the lifetimes of the nodes that live, not of the shell that it runs in (D5)', async () => {
    type Renewed = { token: string };
    const { db } = service.service.database;
    const lifetimesOf = async (order: string, env: Record<string, string>) => {
      const { id } = await create(order);
      const { databaseUrl, dataDirectory } = service.config;
      const words = ['transactions', 'renew-link', id, ...tenant(), '--json'];
      const settings = { DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory, ...env };
      const ran = await runInProcess(words, settings);
      expect([ran.code, ran.errors]).toEqual([0, '']);
      const { token } = JSON.parse(ran.output) as Renewed;
      const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      const { expires_at: linkEnd } = await db
        .selectFrom('capture_links')
        .select('expires_at')
        .where('subject_id', '=', asId(id))
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const { expires_at: end } = await db
        .selectFrom('transactions')
        .select('expires_at')
        .where('transaction_id', '=', asId(id))
        .executeTakeFirstOrThrow();
      return { token: exp - iat, isLinkAsLong: linkEnd.getTime() === end.getTime() };
    };
    const plain = await lifetimesOf('renew-4', {});
    expect(plain.isLinkAsLong).toBe(true);
    expect(await lifetimesOf('renew-5', { TITULAR_LINK_LIFETIME_SECONDS: '90' })).toEqual(plain);
  });

  test('refuses a transaction that has ended, and leaves no file and no entry (D4)', async () => {
    const { id } = await create('renew-3');
    await merchant.cancel(id);
    const file = join(service.config.dataDirectory, 'refused.secret');
    const ran = await run('transactions', 'renew-link', id, '--out', file, ...tenant());
    expect([ran.code, ran.output]).toEqual([2, '']);
    await expect(stat(file)).rejects.toThrow('ENOENT');
    expect(await audited('transaction.renew-link', id)).toEqual([]);
  });
});
