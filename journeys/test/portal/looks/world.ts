import { completeCpf, type TenantRole } from '@titular/contract';
import { createCompany, setCompanyActive } from '@titular/server/tenants/administer-tenants.ts';
import { inviteMember } from '@titular/server/users/index.ts';
import { fetchToken, operatorOf } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import {
  addOperator,
  enrolWithPasskey,
  inviteTestMember,
  openTotp,
  type PasskeyPerson,
  STRONG_PASSWORD,
} from '@titular/test-kit/portal/people.ts';
import { addTenant, type TestTenant } from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit/time/manual-clock.ts';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { openMerchant, type PortalMerchant } from '../case-builders.ts';
import { type PortalJourney, startPortal } from '../portal-fixture.ts';
import { addLongKey, makeAccounts } from './make-accounts.ts';
import { LONG_ANSWER, NAUGHTY } from './naughty-strings.ts';
import { firstEvent, listen, triedAll } from './receiver.ts';

/** When everything was made that the screens show, and when they are looked at. */
const START = new Date('2026-03-04T16:35:00Z');
export const NOW: Date = new Date('2026-03-04T17:20:00Z');

/** Longer than an authentication stays fresh, and shorter than nobody may do nothing. */
const STALE_SECONDS = 600;
const BETWEEN_CASES_SECONDS = 180;
/** From a new link to the first attempt. */
const TO_ATTEMPT_SECONDS = 40;

/** What became of each order, by its number. */
const ORDERS = {
  'A-1002': ['approve'],
  'A-1003': ['attempt-completed'],
  'A-1004': ['share'],
  'A-1005': ['identity-changed'],
  'A-1006': ['reject'],
  'A-1007': ['expire'],
  'A-1008': ['disown'],
  'A-1009': ['declare-absent'],
  'A-1010': ['cancel'],
} as const;

/** Whose browser a screen is looked at in; at `stale` the last authentication is too old for some acts. */
export type Seat = 'nobody' | 'admin' | 'support' | 'reviewer' | 'stale' | 'operator' | 'naughty';

/** A service with people, orders and processes in every state, all at one time. */
export type World = {
  journey: PortalJourney;
  clock: ManualClock;
  naughty: TestTenant;
  people: Readonly<Record<Exclude<Seat, 'nobody'>, PasskeyPerson>>;
  /** Ids of transactions by order number, of processes by reference, and of endpoints, events and deliveries by name. */
  ids: ReadonlyMap<string, string>;
  invitationCode: string;
  close(): Promise<void>;
};

const cpf = (number: number): { key: 'cpf'; value: string } => ({
  key: 'cpf',
  value: completeCpf(String(number)),
});

/** A browser call with the present time of the world's clock. */
type Making = { journey: PortalJourney; clock: ManualClock; ids: Map<string, string> };

async function makeOrders({ journey, clock, ids }: Making, merchant: PortalMerchant): Promise<void> {
  const { id: stopped } = await merchant.create({ orderNumber: 'A-1000', identity: cpf(999_000_016) });
  ids.set('A-1000', stopped);
  for (const [index, [orderNumber, events]] of Object.entries(ORDERS).entries()) {
    await triedAll(journey.service);
    clock.advanceSeconds(BETWEEN_CASES_SECONDS);
    const person = { identity: cpf(111_222_301 + index), value: 1299.9, currency: 'BRL' };
    const { id } = await merchant.create({ orderNumber, ...person });
    ids.set(orderNumber, id);
    clock.advanceSeconds(TO_ATTEMPT_SECONDS);
    if (orderNumber === 'A-1002') await merchant.addPicture(id);
    for (const event of events) await merchant.step(id, event);
  }
  await triedAll(journey.service);
}

/** The order whose person has failed just now and may try again. */
async function makeOpenOrder({ clock, ids }: Making, merchant: PortalMerchant): Promise<void> {
  const { id } = await merchant.create({ orderNumber: 'A-1001', identity: cpf(111_222_300) });
  ids.set('A-1001', id);
  clock.advanceSeconds(TO_ATTEMPT_SECONDS);
  await merchant.step(id, 'attempt-too-dark');
}

async function makeProcesses(
  { journey, ids }: Making,
  tenant: TestTenant,
  references: readonly string[],
): Promise<void> {
  const { service } = journey;
  const token = await fetchToken(service, tenant);
  for (const [index, clientReference] of references.entries()) {
    const response = await fetch(`${service.url}/client/v1/process`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        person: {
          duiType: 'DUI_TYPE_BR_CPF',
          duiValue: completeCpf(String(111_222_401 + index)),
          friendlyName: 'Maria',
        },
        ...{ callbackUri: '/', purpose: 'biometryonboarding', clientReference, company: tenant.companyId },
      }),
    });
    if (!response.ok) throw new Error(`no process: ${response.status} ${await response.text()}`);
    ids.set(clientReference, ((await response.json()) as { process: { id: string } }).process.id);
  }
}

/** Notes the ids of the event and the delivery of a transaction that has ended. */
async function nameEvent({ journey, ids }: Making, name: string, transaction: string): Promise<void> {
  const { eventId, deliveryId } = await firstEvent(journey.service, ids.get(transaction) ?? '');
  ids.set(`${name} event`, eventId);
  ids.set(`${name} delivery`, deliveryId);
}

async function makeNaughty(making: Making): Promise<{ tenant: TestTenant; endListening: () => void }> {
  const { journey, clock, ids } = making;
  const tenant = await addTenant(journey.service);
  const operator = { ...operatorOf(journey.service), clock };
  await createCompany(operator, tenant.tenantId, { name: NAUGHTY.markup });
  const merchant = await openMerchant({ ...journey, tenant });
  const { endpointId, endListening } = await listen(journey.service, tenant, {
    status: 500,
    body: LONG_ANSWER,
  });
  ids.set('naughty endpoint', endpointId);
  for (const [index, text] of Object.values(NAUGHTY).entries()) {
    clock.advanceSeconds(1);
    const card = { binDigits: '41111111', lastDigits: '1111', name: NAUGHTY.word, expirationDate: '12/39' };
    const { id } = await merchant.create({ orderNumber: text, identity: cpf(111_222_501 + index), card });
    ids.set(`transaction ${text}`, id);
    await merchant.step(id, 'approve');
  }
  await triedAll(journey.service);
  await nameEvent(making, 'naughty', `transaction ${NAUGHTY.markup}`);
  await makeProcesses(making, tenant, Object.values(NAUGHTY));
  return { tenant, endListening };
}

async function addPeople(
  { journey, clock }: Making,
  naughty: TestTenant,
): Promise<World['people'] & { admin: PasskeyPerson }> {
  const { service, tenant } = journey;
  const enrol = async (role: TenantRole, name: string, of = tenant): Promise<PasskeyPerson> =>
    enrolWithPasskey(service, await inviteTestMember(service, of.tenantId, { role }), name);
  const stale = await enrol('admin', 'Paula Prova');
  clock.advanceSeconds(STALE_SECONDS);
  const admin = await enrol('admin', 'Ana Souza');
  const { secret } = await admin.browser.call('startAddingTotp', {});
  const code = openTotp(secret).generate({ timestamp: clock.now().getTime() });
  await admin.browser.call('addAuthenticator', { body: { password: STRONG_PASSWORD, code } });
  const support = await enrol('support', 'Bruno Lima');
  const reviewer = await enrol('reviewer', 'Rita Ñandú');
  const operator = await addOperator(service, 'Olívia Reis');
  const odd = await enrol('admin', NAUGHTY.markup, naughty);
  const { options } = await odd.browser.call('startAddingPasskey', {});
  const { createSoftwarePasskey } = await import('@titular/test-kit/portal/software-passkey.ts');
  const passkey = createSoftwarePasskey(odd.passkey.origin).create(options);
  await odd.browser.call('addAuthenticator', { body: { passkey, label: NAUGHTY.word } });
  return { stale, admin, support, reviewer, operator, naughty: odd };
}

/** The log of calls has the machine's own time: once the last of them is written, moves it to the world's. */
async function setCallTimes({ service }: PortalJourney, lastStepped: string | undefined): Promise<void> {
  const { db } = service.service.database;
  await eventually(() =>
    db
      .selectFrom('api_calls')
      .select('call_id')
      .where('operation', '=', 'stepTransaction')
      .where('transaction_id', '=', asId(lastStepped ?? ''))
      .executeTakeFirstOrThrow(),
  );
  await sql`
    UPDATE api_calls SET at = ${START}::timestamptz + place * interval '1 second'
    FROM (SELECT call_id AS id, row_number() OVER (PARTITION BY transaction_id, process_id ORDER BY at) AS place
          FROM api_calls) AS made
    WHERE call_id = made.id`.execute(db);
}

/** Builds the world; the browser is the caller's. */
export async function openWorld(browser: Browser): Promise<World> {
  const clock = createManualClock(START);
  const journey = await startPortal({ clock }, browser);
  const making: Making = { journey, clock, ids: new Map() };
  const operator = { ...operatorOf(journey.service), clock };
  const { tenantId } = journey.tenant;
  making.ids.set('second company', await createCompany(operator, tenantId, { name: 'Second company' }));
  await setCompanyActive(
    operator,
    tenantId,
    await createCompany(operator, tenantId, { name: 'Old shop' }),
    false,
  );
  await makeAccounts(making, journey.tenant);
  const merchant = await openMerchant(journey);
  const { endpointId, endListening } = await listen(journey.service, journey.tenant, {
    status: 204,
    body: '',
  });
  making.ids.set('endpoint', endpointId);
  await makeOrders(making, merchant);
  await nameEvent(making, 'approved', 'A-1002');
  await makeProcesses(making, journey.tenant, ['onboarding-1', 'onboarding-2']);
  const naughty = await makeNaughty(making);
  await addLongKey(journey, naughty.tenant);
  const left = (NOW.getTime() - clock.now().getTime()) / 1000;
  clock.advanceSeconds(left - STALE_SECONDS - TO_ATTEMPT_SECONDS);
  const people = await addPeople(making, naughty.tenant);
  await makeOpenOrder(making, merchant);
  const invited = await inviteMember(operator, {
    ...{
      tenantId,
      role: 'reviewer',
      companies: [journey.tenant.companyId],
      name: 'Carla, from the back office',
    },
  });
  await setCallTimes(journey, making.ids.get('A-1001'));
  return {
    ...{ journey, clock, people, naughty: naughty.tenant, ids: making.ids, invitationCode: invited.code },
    async close() {
      endListening();
      naughty.endListening();
      await journey.close();
    },
  };
}
