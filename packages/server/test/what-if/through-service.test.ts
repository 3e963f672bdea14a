import { SCENARIO_HEADER } from '@titular/contract';
import { type CompanyId, lowestId, newId } from '@titular/server/kernel/base/id.ts';
import { type Counted, countEnd, countNothing } from '@titular/server/what-if/count-ends.ts';
import { type KeptEnd, listKeptEnds } from '@titular/server/what-if/kept-end-store.ts';
import { parseMoved } from '@titular/server/what-if/moved-settings.ts';
import {
  createManualClock,
  newCpf,
  newTransactionBody,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetPictures, openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

/** By then every process knows changed settings. */
const FELT_AFTER_SECONDS = 6;
const clock = createManualClock();
let service: TestService;
let merchant: Merchant;
const [known, other, stranger] = [newCpf(), newCpf(), newCpf()];

const db = () => service.service.database.db;
const cpf = (value: string) => ({ key: 'cpf', value });
/** Changes settings of the company, and lets them be felt. */
async function set(settings: Record<string, unknown>): Promise<void> {
  const { companyId } = merchant.tenant;
  await db().updateTable('companies').set(settings).where('company_id', '=', companyId).execute();
  clock.advanceSeconds(FELT_AFTER_SECONDS);
}

/** Shows a person for an identity; the decision is over then. */
async function show(person: PersonName, value: string, take?: number): Promise<string> {
  if (take === undefined) await forgetPictures(service);
  const name = value === known ? 'Maria da Silva' : 'João Pereira';
  const card = { binDigits: '51051051', lastDigits: '1234', name };
  const { phone, attempt, id } = await openCamera(service, merchant, { identity: cpf(value), card });
  const answer = await perform(phone, attempt, person, take);
  expect(answer.outcome, `${person}: ${JSON.stringify(answer)}`).toBe('completed');
  await eventually(async () => {
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
  });
  return id;
}

/** A create that the checks end. */
async function endAtCreate(value: string): Promise<void> {
  const { body } = await merchant.create({ identity: cpf(value) });
  expect(body['status']).toBe('fast-inconclusive');
}

async function runScenario(scenario: string): Promise<void> {
  const { companyId } = merchant.tenant;
  const { body } = await merchant.createRaw(JSON.stringify(newTransactionBody(companyId as CompanyId)), {
    [SCENARIO_HEADER]: scenario,
  });
  const id = String((body as { transaction?: { id: string }; id?: string }).transaction?.id ?? body['id']);
  await eventually(async () => {
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
  });
}

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  await show('a', known);
  await show('a', known);
  await show('b', known);
  await show('b', other);
  await show('a', stranger);
  await set({ face_of_another_identity: 'approve' });
  await show('a', stranger);
  await set({ face_of_another_identity: 'refuse', template_policy: 'require-reference' });
  await show('c', newCpf());
  await show('b', other, 7);
  await show('b', other, 7);
  await set({ match_threshold: 0.31, many_cards: 'note', many_identities: 'end' });
  await show('a', known);
  await set({ many_identities: 'ignore', module: 'pre' });
  await endAtCreate(newCpf());
  await set({ ending_checks: [] });
  await show('a', known);
  await runScenario('approved');
  const { body } = await merchant.create({ identity: cpf(newCpf()) });
  await merchant.cancel(String(body['id']));
  await merchant.create({ identity: cpf(newCpf()) });
}, 600_000);
afterAll(() => service.close());

const readEnds = (): Promise<KeptEnd[]> => {
  const { tenantId, companyId } = merchant.tenant;
  const scope = { tenantId, companyId, fromId: lowestId(new Date(0)), endedBefore: new Date(4e12) };
  return listKeptEnds(db(), scope, newId(4e12), 100);
};

async function count(name?: string, text = ''): Promise<Counted> {
  const moved = parseMoved(name === undefined ? new Map() : new Map([[name, text]]));
  const counted = countNothing();
  for (const end of await readEnds()) countEnd(counted, end, moved);
  return counted;
}

const toldOf = ({ kinds }: Counted): string[] =>
  [...kinds.values()]
    .map(({ from, to, count: many }) => `${many} ${from.status} ${from.reason} > ${to.status} ${to.reason}`)
    .toSorted();

describe('ends that went through the service', () => {
  test('are many kinds, and every one is decided the same under the settings of its time (F3)', async () => {
    const ends = await readEnds();
    const decided = ends.filter(({ inputs }) => inputs.decision || inputs.create);
    const kinds = new Set(decided.map(({ status, reasons }) => `${status} ${reasons.join()}`));
    expect(kinds.size, [...kinds].join('\n')).toBeGreaterThanOrEqual(7);
    const counted = await count();
    expect(counted.leftOut.get('not_reproduced')).toBeUndefined();
    expect(toldOf(counted)).toEqual([]);
    expect(Object.fromEntries(counted.leftOut)).toEqual({ sandbox: 1, ended_before: 1, still_open: 1 });
    expect(counted.judged).toBe(12);
  });

  test('would differ as the moved setting says, and only so (F3)', async () => {
    expect(toldOf(await count('face-of-another-identity', 'approve'))).toEqual([
      '1 inconclusive face_of_another_identity > approved enrolled',
      '1 inconclusive face_of_another_identity > approved matches_reference',
    ]);
    expect(toldOf(await count('module', 'post'))).toEqual([
      '1 fast-inconclusive no_reference > waiting undefined',
    ]);
    const strict = await count('template-policy', 'require-reference');
    expect(toldOf(strict).join()).toContain('approved enrolled > inconclusive no_reference');
    expect((await count('many-identities', 'note')).leftOut.get('not_looked')).toBeGreaterThan(5);
  });

  test('are left out once the person is erased, and leave no inputs behind (F3, R93)', async () => {
    await merchant.call('eraseIdentity', { body: { identity: cpf(known) } });
    const erased = (await readEnds()).filter(({ isErased }) => isErased);
    expect(erased.length).toBeGreaterThan(3);
    for (const { inputs } of erased) expect(inputs).toEqual({ create: undefined, decision: undefined });
    expect((await count()).leftOut.get('erased')).toBe(erased.length);
  });
});
