import { insertExport } from '@titular/server/exports/export-store.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { fetchToken, newTransactionBody } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { addTenant } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filesOf, linesOf } from '../../exports/export-fixture.ts';
import { outcomeOf } from '../portal-calls.ts';
import { type ActsTeam, openTeam } from './acts-fixture.ts';

let team: ActsTeam;
let token: string;

const admin = (at: 0 | 1 | 2): PasskeyPerson => team.admins[at];

beforeAll(async () => {
  team = await openTeam();
  token = await fetchToken(team.service, team.tenant);
}, 360_000);
afterAll(() => team?.service.close());
beforeEach(async () => {
  await team.set('tenant', { 'two-person': 'on' });
  await team.db.deleteFrom('exports').execute();
  await team.db.deleteFrom('two_person_acts').execute();
  team.clock.advanceSeconds(1);
  await team.signInAnew(...team.admins);
});

type Filter = { status?: ['waiting']; reason?: string; createdBefore?: string };

const asked = (body: Filter = {}) => ({ params: team.params, body });
const propose = (body?: Filter) => admin(0).browser.call('proposeExport', asked(body));
const outcome = async (person: PasskeyPerson, body?: Filter): Promise<string> =>
  outcomeOf(await person.browser.send('proposeExport', asked(body)));
const filesFor = (person: PasskeyPerson) => filesOf(person, team.tenant);

/** Adds files of somebody in one state, which nothing writes. */
async function addFiles({ userId }: PasskeyPerson, state: 'writing' | 'ready', count: number): Promise<void> {
  const now = team.clock.now();
  for (let at = 0; at < count; at += 1)
    await insertExport(team.db, {
      ...{ tenantId: team.tenantId, exportId: newId(now.getTime()), userId, kind: 'transactions' },
      ...{ withPersons: false, companies: 'all', isOwn: false, sealedFilter: Buffer.alloc(32) },
      firstId: newId(now.getTime()),
    });
  await sql`UPDATE exports SET state = ${state} WHERE user_id = ${userId}`.execute(team.db);
}

const filesInAll = async (): Promise<number> =>
  (await team.db.selectFrom('exports').select('export_id').execute()).length;

async function newOrder(): Promise<string> {
  const orderNumber = `two-${crypto.randomUUID()}`;
  const made = await fetch(`${team.service.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(newTransactionBody(team.companyId, { orderNumber })),
  });
  expect(made.status).toBe(200);
  team.clock.advanceSeconds(1);
  return orderNumber;
}

describe('a file with persons where it takes two people', () => {
  test('is begun by the approval, for its proposer, with the rows up to the proposal (P14, P36)', async () => {
    const before = await newOrder();
    const act = await propose({ status: ['waiting'] });
    expect(act).toMatchObject({
      ...{ kind: 'export', isOwn: true, filters: [{ name: 'status', values: ['waiting'] }] },
      columns: expect.arrayContaining(['order_number', 'identity', 'card_last_digits']),
    });
    team.clock.advanceSeconds(1);
    const after = await newOrder();
    expect(await filesFor(admin(0)).list()).toEqual([]);
    expect(await team.approve(admin(1).browser, act)).toBe('200');
    expect(await filesFor(admin(1)).list()).toEqual([]);
    const [begun] = await filesFor(admin(0)).list();
    const file = await filesFor(admin(0)).written(String(begun?.id));
    expect(file).toMatchObject({ withPersons: true, filters: act.kind === 'export' ? act.filters : [] });
    const text = await filesFor(admin(0)).read(file.id);
    expect(act.kind === 'export' && act.columns.join(',')).toBe(text.split('\r\n')[0]?.replace('\ufeff', ''));
    const lines = linesOf(text).join('\n');
    expect(lines).toContain(before);
    expect(lines).not.toContain(after);
  });

  test('is in the audit log as proposed, approved and begun, with filter and columns (P36, P37)', async () => {
    const act = await propose({ status: ['waiting'] });
    expect(await team.approve(admin(1).browser, act)).toBe('200');
    const filter = { status: ['waiting'] };
    expect(await team.entriesAbout(act)).toMatchObject([
      {
        ...{ action: 'act.propose', actor: `user:${admin(0).userId}` },
        after: { about: 'exports/persons', withPersons: true, filter },
      },
      {
        ...{ action: 'act.approve', actor: `user:${admin(1).userId}` },
        after: { proposedBy: `user:${admin(0).userId}`, filter },
      },
    ]);
    const begun = await team.db
      .selectFrom('audit_log')
      .select(['actor', 'after'])
      .where('action', '=', 'export.begin')
      .orderBy('entry_id', 'desc')
      .executeTakeFirst();
    expect(begun).toMatchObject({
      actor: `user:${admin(1).userId}`,
      after: { withPersons: true, filter, by: `act/${act.id}` },
    });
  });

  test('is approved by nobody who proposed it, once alone, and not after a day (P36)', async () => {
    const act = await propose();
    expect(await team.approve(admin(0).browser, act)).toBe('40348');
    const both = await Promise.all([admin(1), admin(2)].map(({ browser }) => team.approve(browser, act)));
    expect(both.toSorted()).toEqual(['200', '40420']);
    expect(await filesFor(admin(0)).list()).toHaveLength(1);
    await team.db.deleteFrom('exports').execute();
    const late = await propose();
    team.clock.advanceSeconds(86_400);
    await team.signInAnew(...team.admins);
    expect(await team.approve(admin(1).browser, late)).toBe('40420');
    expect(await filesFor(admin(0)).list()).toEqual([]);
  });

  test('is refused by a withdrawal, and begins nothing (P36, P37)', async () => {
    const act = await propose();
    expect(await team.withdraw(admin(1).browser, act)).toBe('200');
    expect(await team.approve(admin(1).browser, act)).toBe('40420');
    expect((await team.entriesAbout(act)).map(({ action }) => action)).toEqual([
      'act.propose',
      'act.withdraw',
    ]);
    expect(await filesFor(admin(0)).list()).toEqual([]);
  });

  test('is not begun where its proposer lost the right meanwhile, nor where the columns are others (P32, P36)', async () => {
    const act = await propose();
    await sql`UPDATE user_memberships SET role = 'support' WHERE user_id = ${admin(0).userId}`.execute(
      team.db,
    );
    expect(await team.approve(admin(1).browser, act)).toBe('40348');
    await sql`UPDATE user_memberships SET role = 'admin' WHERE user_id = ${admin(0).userId}`.execute(team.db);
    await sql`UPDATE two_person_acts SET act = jsonb_set(act, '{columns}', '["transaction"]')`.execute(
      team.db,
    );
    expect(await team.approve(admin(1).browser, act)).toBe('40059');
    expect(await filesFor(admin(0)).list()).toEqual([]);
    expect(await team.waiting(admin(1).browser)).toEqual([act.id]);
  });

  test('waits on where its proposer or the tenant has too many files, with nothing begun or written down, and is approved once there is room (P14, P36)', async () => {
    const act = await propose();
    const refusedBy = async (code: string): Promise<void> => {
      const files = await filesInAll();
      expect(await team.approve(admin(1).browser, act)).toBe(code);
      expect(await team.waiting(admin(1).browser)).toEqual([act.id]);
      expect((await team.entriesAbout(act)).map(({ action }) => action)).toEqual(['act.propose']);
      expect(await filesInAll()).toBe(files);
    };
    await addFiles(admin(0), 'writing', 1);
    await refusedBy('42907');
    await team.db.deleteFrom('exports').execute();
    await addFiles(admin(0), 'ready', 5);
    await refusedBy('42907');
    await team.db.deleteFrom('exports').execute();
    for (const person of [admin(1), admin(2), await team.add()]) await addFiles(person, 'writing', 1);
    await refusedBy('42908');
    // Files that the approver has are no hindrance: the file is its proposer's.
    await team.db.deleteFrom('exports').execute();
    await addFiles(admin(1), 'ready', 5);
    expect(await team.approve(admin(1).browser, act)).toBe('200');
    expect(await filesFor(admin(0)).list()).toHaveLength(1);
  });

  test('takes the place of the older one of the same person, and never that of a change (P36)', async () => {
    const changes = [{ name: 'template-retention-days', seen: '1095', value: '900' }];
    const change = await admin(0).browser.call('proposeSettings', { params: team.params, body: { changes } });
    const older = await propose();
    const newer = await propose({ status: ['waiting'] });
    expect(await team.waiting(admin(1).browser)).toEqual([newer.id, change.id]);
    expect(await team.approve(admin(1).browser, older)).toBe('40420');
    expect(await team.approve(admin(1).browser, newer)).toBe('200');
  });

  test('is proposed by admins of all companies alone, where it takes two, and of filters that hold no typed word (P32, P36, P38)', async () => {
    for (const role of ['viewer', 'reviewer'] as const)
      expect(await outcome(await team.add(role)), role).toBe('40343');
    const { tenantId, companyId } = team;
    const narrow = await addMember(team.service, tenantId, { role: 'admin', companies: [companyId] });
    expect(await outcome(narrow)).toBe('40343');
    expect(await outcome(admin(0), { reason: 'maria_da_silva' })).toBe('40002');
    expect(await outcome(admin(0), { createdBefore: 'yesterday' })).toBe('40002');
    await team.set('tenant', { 'two-person': 'off' });
    expect(await outcome(admin(0))).toBe('40376');
    const other = await addMember(team.service, (await addTenant(team.service)).tenantId, { role: 'admin' });
    expect(await outcome(other)).toBe('40420');
    expect(await team.waiting(admin(1).browser)).toEqual([]);
  });

  test('asks for a fresh authentication to propose and to approve (P35)', async () => {
    const act = await propose();
    team.clock.advanceSeconds(301);
    expect(await outcome(admin(0))).toBe('40342');
    expect(await team.approve(admin(1).browser, act)).toBe('40342');
  });
});
