import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { addMember } from '@titular/test-kit/portal/people.ts';
import { giveInput } from '@titular/test-kit/services/give-input.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../server/test/transactions/api.ts';

const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

/** Runs the program beside the service, with a text on its standard input. */
const titular = (input: string, ...words: string[]) => titularWith({}, input, ...words);

/** The same with settings of its own. */
async function titularWith(settings: Record<string, string>, input: string, ...words: string[]) {
  const { config } = service;
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      ...COMPILE_CACHE,
      DATABASE_URL: config.databaseUrl,
      TITULAR_DATA_DIR: config.dataDirectory,
      ...settings,
    },
  });
  const written = { output: '', errors: '' };
  child.stdout.on('data', (part) => {
    written.output += part;
  });
  child.stderr.on('data', (part) => {
    written.errors += part;
  });
  giveInput(child, input);
  const [code] = await once(child, 'close');
  return { code, ...written };
}

const tenant = () => ['--tenant', merchant.tenant.tenantId];

describe('titular persons erase', () => {
  test('erases whom standard input names, so that no number stands on a command line, and prints the receipt (R93)', async () => {
    const value = newCpf();
    const id = String((await merchant.create({ identity: { key: 'cpf', value } })).body['id']);
    const ran = await titular(
      `${value}\n`,
      'persons',
      'erase',
      'cpf',
      ...tenant(),
      '--reference',
      't-1',
      '--json',
    );
    expect(ran.errors).toBe('');
    const record = JSON.parse(ran.output);
    expect(record).toMatchObject({ reference: 't-1', transactions: 1, templates: 0 });
    expect(record.receipt.split('.')).toHaveLength(3);
    expect((await merchant.history(id)).body).toMatchObject({ orderNumber: 'erased', status: 'canceled' });
    expect((await merchant.call('readErasure', { id: record.id })).body['receipt']).toBe(record.receipt);
  });

  test('says what is wrong with a number that is none, and repeats nothing of it', async () => {
    const ran = await titular('52998224724', 'persons', 'erase', 'cpf', ...tenant());
    expect([ran.code, ran.output]).toEqual([2, '']);
    expect(ran.errors).toContain('identity.value must be 11 digits');
    expect(ran.errors).not.toContain('52998224724');
  });
});

describe('titular persons erasures', () => {
  test('lists erasures without the person, and what waits for a second person, which is withdrawn by its id (P17)', async () => {
    const value = newCpf();
    const erased = await merchant.call('eraseIdentity', {
      body: { identity: { key: 'cpf', value }, reference: 't-2' },
    });
    const listed = await titular('', 'persons', 'erasures', ...tenant(), '--json');
    expect(JSON.parse(listed.output)[0]).toMatchObject({
      ...{ erasure: erased.body['id'], reference: 't-2', transactions: 0, held: 0 },
    });
    const admin = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
    await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
    await changeSettings(
      operatorOf(service),
      { kind: 'tenant', tenantId: merchant.tenant.tenantId },
      parseSettings('tenant', new Map([['two-person', 'on']])),
    );
    const { id } = await admin.browser.call('proposeErasure', {
      params: { tenant_id: merchant.tenant.tenantId },
      body: { identity: { key: 'cpf', value } },
    });
    const waiting = await titular('', 'persons', 'erasures', '--waiting', ...tenant(), '--json');
    expect(waiting.output).not.toContain(value);
    expect(JSON.parse(waiting.output)).toMatchObject([{ proposal: id, proposedBy: `user:${admin.userId}` }]);
    const withdrawn = await titular('', 'persons', 'withdraw-erasure', id, ...tenant());
    expect([withdrawn.code, withdrawn.errors]).toEqual([0, '']);
    const left = await admin.browser.call('searchProposals', {
      params: { tenant_id: merchant.tenant.tenantId },
      body: {},
    });
    expect(left.proposals).toEqual([]);
  });
});

describe('the end of what the erasure ledger has begin', () => {
  const elsewhere = () => ({ TITULAR_ERASURE_LEDGER: `${service.config.dataDirectory}/elsewhere.ledger` });

  test('a hold is placed without the ledger, with a note, and released with it alone: a start would place it again (R93, S48)', async () => {
    const id = String((await merchant.create()).body['id']);
    const placed = await titularWith(
      elsewhere(),
      '',
      ...['holds', 'place', id, ...tenant(), '--reference', 'case-1'],
    );
    expect([placed.code, placed.errors + placed.output]).toEqual([
      0,
      expect.stringContaining('This is in no erasure ledger'),
    ]);
    const refused = await titularWith(elsewhere(), '', 'holds', 'release', id, ...tenant());
    expect([refused.code, refused.output, refused.errors]).toEqual([
      2,
      '',
      expect.stringContaining('the next start of the service would undo this'),
    ]);
    const released = await titular('', 'holds', 'release', id, ...tenant(), '--json');
    expect([released.code, JSON.parse(released.output)]).toEqual([0, { transaction: id, held: false }]);
  });

  test('a dispute is settled with the ledger alone (R93, S48)', async () => {
    const value = newCpf();
    const disputed = await titular(
      value,
      ...['faces', 'dispute', 'cpf', ...tenant(), '--reference', 'case-2'],
    );
    expect([disputed.code, disputed.errors]).toEqual([0, '']);
    const refused = await titularWith(elsewhere(), value, 'faces', 'settle', 'cpf', ...tenant());
    expect([refused.code, refused.errors]).toEqual([
      2,
      expect.stringContaining('the next start of the service would undo this'),
    ]);
    expect((await titular(value, 'faces', 'settle', 'cpf', ...tenant())).code).toBe(0);
  });
});

describe('titular calls list', () => {
  test('finds a call by what its caller knows of it', async () => {
    const created = await merchant.create({ orderNumber: 'order-77' });
    const requestId = String(created.headers.get('x-request-id'));
    const list = async (...filter: string[]) =>
      JSON.parse((await titular('', 'calls', 'list', ...tenant(), ...filter, '--json')).output);
    await eventually(async () => expect(await list('--request', requestId)).toHaveLength(1));
    expect(await list('--order', 'order-77', '--since', '1h')).toMatchObject([{ requestId, status: 200 }]);
    expect(await list('--order', 'order-78')).toEqual([]);
    const wrong = await titular('', 'calls', 'list', ...tenant(), '--request', 'x');
    expect([wrong.code, wrong.errors]).toEqual([2, 'requestId must be a UUID.\n']);
  });
});
