import { createLog } from '@titular/server/kernel/base/log.ts';
import { createCompany, setTenantActive } from '@titular/server/tenants/index.ts';
import { operatorOf } from '@titular/test-kit';
import { addMember, authenticateAgain, openBrowser } from '@titular/test-kit/portal/people.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import { register } from '../webhooks/log-fixture.ts';
import {
  actionsAbout,
  makeLink,
  openLink,
  openReceiverFixture,
  type ReceiverFixture,
} from './receiver-fixture.ts';

const DAY_SECONDS = 86_400;
const SESSION_SECONDS = 28_800;

let fixture: ReceiverFixture;
beforeAll(async () => {
  fixture = await openReceiverFixture();
}, 360_000);
afterAll(() => fixture?.close());

const listed = async () =>
  (await fixture.developer.browser.call('listReceiverAccesses', { params: fixture.params })).accesses;

const end = (access_id: string) =>
  fixture.developer.browser.send('endReceiverAccess', { params: { ...fixture.params, access_id } });

beforeEach(async () => {
  for (const { id } of await listed()) await end(id);
});

const open = async (code: string): Promise<string> =>
  outcomeOf(await openBrowser(fixture.service).send('openReceiverLink', { body: { code } }));

describe('a receiver link', () => {
  test('has 256 random bits, of which only the digest is kept (P21)', async () => {
    const { code, link, id } = await makeLink(fixture);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/receiver#trl_[A-Za-z0-9_-]{43}$/);
    const rows = await fixture.service.service.database.db
      .selectFrom('receiver_accesses')
      .selectAll()
      .execute();
    expect(rows.map(({ access_id }) => access_id)).toContain(id);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(await listed())).not.toContain(code);
  });

  test('opens one session, of any number of openers at once (P21)', async () => {
    const { code } = await makeLink(fixture);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => open(code)));
    expect(outcomes.toSorted()).toEqual(['200', '40346', '40346', '40346']);
    expect(await open(code)).toBe('40346');
  });

  test('is not used up where the database has no time to answer, nor is the session before (P21)', async () => {
    const browser = await openLink(fixture, (await makeLink(fixture)).code);
    const { code } = await makeLink(fixture);
    const busy = await fixture.service.service.database.pool.connect();
    await busy.query('BEGIN; LOCK TABLE deliveries');
    const refused = await browser.send('openReceiverLink', { body: { code } });
    await busy.query('ROLLBACK');
    busy.release();
    expect(outcomeOf(refused)).toBe('42906');
    expect(outcomeOf(await browser.send('readReceiverSession'))).toBe('200');
    expect(await open(code)).toBe('200');
  });

  test('is not used up by what fetches its address, such as a mail scanner (P21)', async () => {
    const { code } = await makeLink(fixture);
    const scanner = openBrowser(fixture.service);
    for (const path of ['/receiver', `/receiver?code=${code}`, '/portal/api/receiver/open'])
      await scanner.fetch('GET', path);
    expect((await scanner.fetch('GET', '/receiver')).status).toBe(200);
    expect(scanner.cookies.size).toBe(0);
    expect(await open(code)).toBe('200');
  });

  test('may be opened for 24 hours, to the second (P21)', async () => {
    const [first, second] = [await makeLink(fixture), await makeLink(fixture)];
    fixture.clock.advanceSeconds(DAY_SECONDS - 1);
    expect(await open(first.code)).toBe('200');
    fixture.clock.advanceSeconds(1);
    expect(await open(second.code)).toBe('40346');
    fixture.developer = await addMember(fixture.service, fixture.params.tenant_id, { role: 'developer' });
  });

  test('is refused once the endpoint has five links and sessions (P21)', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push(await makeLink(fixture));
    await openLink(fixture, String(made[0]?.code));
    const sixth = await fixture.developer.browser.send('makeReceiverLink', { params: fixture.params });
    expect(outcomeOf(sixth)).toBe('40093');
    await end(String(made[1]?.id));
    expect((await makeLink(fixture)).id).toBeDefined();
  });

  test('is of an endpoint within the companies of the person alone (P33)', async () => {
    const { service, merchant, params } = fixture;
    const second = await createCompany(operatorOf(service), merchant.tenant.tenantId, { name: 'Second' });
    const role = { role: 'developer' as const, companies: [second] };
    const narrow = await addMember(service, merchant.tenant.tenantId, role);
    await authenticateAgain(narrow);
    const { id } = await makeLink(fixture);
    const send = narrow.browser.send;
    expect(outcomeOf(await send('makeReceiverLink', { params }))).toBe('40420');
    expect(outcomeOf(await send('listReceiverAccesses', { params }))).toBe('40420');
    expect(outcomeOf(await send('endReceiverAccess', { params: { ...params, access_id: id } }))).toBe(
      '40420',
    );
  });

  test('is listed with who made it, and as a session with its browser once it is opened (P17)', async () => {
    const { code, id } = await makeLink(fixture);
    const { name, userId } = fixture.developer;
    expect(await listed()).toMatchObject([{ id, state: 'link', madeBy: `user:${userId}`, madeByName: name }]);
    await openLink(fixture, code);
    const [session] = await listed();
    expect(session).toMatchObject({ id, state: 'session', browser: 'Firefox on Linux' });
    expect(session?.lastUsedAt).toBe(session?.openedAt);
  });

  test('cannot be guessed: failed codes are slowed down as failed sign-ins are (P24)', async () => {
    const other = await openReceiverFixture(undefined, { TITULAR_FAILED_AUTHENTICATIONS: '3' });
    const { code } = await makeLink(other);
    const stranger = openBrowser(other.service);
    const guess = async (text: string) =>
      outcomeOf(await stranger.send('openReceiverLink', { body: { code: text } }));
    const outcomes = [];
    for (let count = 0; count < 5; count += 1) outcomes.push(await guess(`trl_${count}`));
    expect(outcomes[0]).toBe('40346');
    expect(outcomes.at(-1)).toBe('42905');
    expect(await guess(code)).toBe('42905');
    await other.close();
  });
});

describe('a receiver session ends', () => {
  const stateOf = async (browser: Awaited<ReturnType<typeof openLink>>): Promise<string> =>
    outcomeOf(await browser.send('readReceiverSession'));
  const opened = async () => {
    const made = await makeLink(fixture);
    const browser = await openLink(fixture, made.code);
    expect(await stateOf(browser)).toBe('200');
    return { ...made, browser };
  };

  test('after 8 hours, to the second', async () => {
    const { browser } = await opened();
    fixture.clock.advanceSeconds(SESSION_SECONDS - 1);
    expect(await stateOf(browser)).toBe('200');
    fixture.clock.advanceSeconds(1);
    expect(await stateOf(browser)).toBe('40340');
    fixture.developer = await addMember(fixture.service, fixture.params.tenant_id, { role: 'developer' });
  });

  test('by its own End, with its cookie', async () => {
    const { browser } = await opened();
    const [cookie] = browser.cookies;
    await browser.call('endReceiverSession');
    expect(browser.cookies.size).toBe(0);
    browser.cookies.set(...(cookie as [string, string]));
    expect(await stateOf(browser)).toBe('40340');
  });

  test('when its browser opens another link, which takes its place', async () => {
    const { browser, id } = await opened();
    const next = await makeLink(fixture);
    await browser.call('openReceiverLink', { body: { code: next.code } });
    expect(await stateOf(browser)).toBe('200');
    expect((await listed()).map((access) => access.id)).toEqual([next.id]);
    expect(outcomeOf(await end(id))).toBe('40420');
  });

  test('by whoever manages the endpoint, once', async () => {
    const { browser, id } = await opened();
    expect(outcomeOf(await end(id))).toBe('200');
    expect(await stateOf(browser)).toBe('40340');
    expect(outcomeOf(await end(id))).toBe('40420');
  });

  test('when its endpoint is switched off, and does not come back when it is on', async () => {
    const { browser } = await opened();
    const { code } = await makeLink(fixture);
    const { params, developer } = fixture;
    for (const enabled of [false, true]) {
      await developer.browser.call('changePortalEndpoint', { params, body: { enabled } });
      expect(await stateOf(browser)).toBe('40340');
      expect(await open(code)).toBe('40346');
    }
  });

  test('when its tenant is switched off, and does not come back when it is on', async () => {
    const { browser } = await opened();
    const { tenantId } = fixture.merchant.tenant;
    const operator = { ...operatorOf(fixture.service), clock: fixture.clock };
    for (const isOn of [false, true]) {
      await setTenantActive(operator, tenantId, isOn);
      expect(await stateOf(browser)).toBe('40340');
    }
  });

  test('when its endpoint is deleted, of which no new link is made', async () => {
    const { service, merchant, params, developer } = fixture;
    const { endpointId } = await register(service, merchant, 'http://127.0.0.1:9/');
    const { code } = await makeLink(fixture, endpointId);
    const browser = await openLink(fixture, code);
    const its = { params: { ...params, endpoint_id: endpointId } };
    await developer.browser.call('deletePortalEndpoint', { ...its, body: {} });
    expect(await stateOf(browser)).toBe('40340');
    expect(outcomeOf(await developer.browser.send('makeReceiverLink', its))).toBe('40420');
  });

  test('and is deleted an hour after it was over', async () => {
    await opened();
    const count = async () =>
      (
        await fixture.service.service.database.db
          .selectFrom('receiver_accesses')
          .select('access_id')
          .execute()
      ).length;
    const before = await count();
    fixture.clock.advanceSeconds(SESSION_SECONDS + 3_601);
    const { db } = fixture.service.service.database;
    await runTask({ db, clock: fixture.clock, log: createLog('silent') }, 'delete-old-receivers');
    expect([before, await count()]).toEqual([expect.any(Number), 0]);
    fixture.developer = await addMember(fixture.service, fixture.params.tenant_id, { role: 'developer' });
  });
});

test('making, opening and ending are in the audit log of the tenant, without code (P17)', async () => {
  const { code, id } = await makeLink(fixture);
  const browser = await openLink(fixture, code);
  await browser.call('endReceiverSession');
  const { userId } = fixture.developer;
  expect((await actionsAbout(fixture)).slice(-3)).toEqual([
    `receiver-link.create by user:${userId}`,
    `receiver-link.open by receiver:${id}`,
    `receiver-access.end by receiver:${id}`,
  ]);
  const entries = await fixture.service.service.database.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(entries)).not.toMatch(/tr[ls]_/);
});
