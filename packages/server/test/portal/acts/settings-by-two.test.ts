import { addMember, type PasskeyPerson, signInWithPasskey } from '@titular/test-kit/portal/people.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { addTenant } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal-calls.ts';
import { type ActsTeam, openTeam } from './acts-fixture.ts';

const DAY_SECONDS = 86_400;

let team: ActsTeam;
let [first, second, third]: PasskeyPerson[] = [];

const person = (one: PasskeyPerson | undefined): PasskeyPerson => {
  if (!one) throw new Error('the team has three admins');
  return one;
};

beforeAll(async () => {
  team = await openTeam();
}, 360_000);
afterAll(() => team?.service.close());
beforeEach(async () => {
  await team.set('tenant', { 'two-person': 'on', 'template-retention-days': '1095' });
  await team.set('company', { 'match-threshold': '0.5', 'web-origins': '' });
  await team.signInAnew(...team.admins);
  [first, second, third] = [...team.admins];
});

type Change = { name: string; seen: string; value: string };
const THRESHOLD: Change = { name: 'match-threshold', seen: '0.5', value: '0.6' };

const changeOf = async (one: PasskeyPerson | undefined, ...changes: Change[]): Promise<string> =>
  outcomeOf(
    await person(one).browser.send('changeCompanySettings', {
      params: { ...team.params, company_id: team.companyId },
      body: { changes },
    }),
  );
const input = (...changes: Change[]) => ({
  params: team.params,
  body: { company: team.companyId, changes },
});
const propose = (one: PasskeyPerson | undefined, ...changes: Change[]) =>
  person(one).browser.call('proposeSettings', input(...changes));
const approve = (one: PasskeyPerson | undefined, act: { id: string }) =>
  team.approve(person(one).browser, act);
const readThreshold = async (): Promise<number | null | undefined> =>
  (
    await team.db
      .selectFrom('companies')
      .select('match_threshold')
      .where('company_id', '=', team.companyId)
      .executeTakeFirst()
  )?.match_threshold;

describe('a dangerous setting that takes two persons', () => {
  test('is changed by neither alone: one proposes, another approves, and all entries name who (P36)', async () => {
    expect(await changeOf(first, THRESHOLD)).toBe('40377');
    const act = await propose(first, THRESHOLD);
    expect(act).toMatchObject({
      ...{ kind: 'settings', isOwn: true, company: { id: team.companyId }, changes: [THRESHOLD] },
      forms: [{ name: 'match-threshold', shape: { kind: 'number' } }],
      proposedBy: { id: person(first).userId, name: person(first).name },
    });
    expect(await readThreshold()).toBe(0.5);
    expect(await team.waiting(person(second).browser)).toContain(act.id);
    expect(await approve(second, act)).toBe('200');
    expect(await readThreshold()).toBe(0.6);
    expect(await team.entriesAbout(act)).toMatchObject([
      { action: 'act.propose', actor: `user:${person(first).userId}` },
      {
        ...{ action: 'act.approve', actor: `user:${person(second).userId}` },
        after: { about: `company/${team.companyId}`, proposedBy: `user:${person(first).userId}` },
      },
    ]);
    const [changed] = await team.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'after'])
      .where('subject', '=', `company/${team.companyId}`)
      .where('actor', '=', `user:${person(second).userId}`)
      .execute();
    expect(changed).toMatchObject({
      ...{ action: 'company.settings', actor: `user:${person(second).userId}` },
      after: { 'match-threshold': 0.6 },
    });
    expect(await team.waiting(person(second).browser)).not.toContain(act.id);
  });

  test('leaves settings that are not dangerous to one, and all of them while two-person is off (P36)', async () => {
    const { 'brand-name': name = '' } = Object.fromEntries(
      (
        await person(first).browser.call('readCompanySettings', {
          params: { ...team.params, company_id: team.companyId },
        })
      ).settings.map((one) => [one.name, one.value]),
    );
    expect(await changeOf(first, { name: 'brand-name', seen: name, value: 'Loja' })).toBe('200');
    expect(await changeOf(first, { name: 'brand-name', seen: 'Loja', value: 'Azul' }, THRESHOLD)).toBe(
      '40377',
    );
    await team.set('tenant', { 'two-person': 'off' });
    expect(await changeOf(first, THRESHOLD)).toBe('200');
  });

  test('is never approved by who proposed it: not in another session, role or with another name (P36)', async () => {
    const act = await propose(first, THRESHOLD);
    const one = person(first);
    expect(await approve(first, act)).toBe('40348');
    expect(await team.approve(await signInWithPasskey(team.service, one), act)).toBe('40348');
    const change = (role: 'viewer' | 'admin') =>
      person(second).browser.call('changeMember', {
        params: { ...team.params, user_id: one.userId },
        body: { role, companies: 'all', isActive: true },
      });
    await change('viewer');
    expect(await team.approve(await signInWithPasskey(team.service, one), act)).toBe('40343');
    expect(await approve(second, act)).toBe('40348');
    await change('admin');
    const rename = (name: string) =>
      team.db
        .updateTable('users')
        .set({ name, name_key: name.toLowerCase() })
        .where('user_id', '=', one.userId)
        .execute();
    await rename('Somebody Else');
    expect(await team.approve(await signInWithPasskey(team.service, one), act)).toBe('40348');
    await rename(one.name);
    expect(await readThreshold()).toBe(0.5);
    expect(await approve(second, act)).toBe('200');
  });

  test('is gone after 24 hours, and deleted by a job (P36)', async () => {
    const act = await propose(first, THRESHOLD);
    team.clock.advanceSeconds(DAY_SECONDS - 1);
    await team.signInAnew(person(second));
    expect(await team.waiting(person(second).browser)).toContain(act.id);
    team.clock.advanceSeconds(1);
    expect(await team.waiting(person(second).browser)).not.toContain(act.id);
    expect(await approve(second, act)).toBe('40420');
    const { pool, db } = team.service.service.database;
    await runTask({ db, pool, clock: team.clock, log: pino({ level: 'silent' }) }, 'delete-old-acts');
    expect(await db.selectFrom('two_person_acts').selectAll().execute()).toEqual([]);
    expect(await readThreshold()).toBe(0.5);
  });

  test('is done once, however many approve at the same moment, and either approved or withdrawn (P36)', async () => {
    for (let round = 0; round < 5; round += 1) {
      await team.set('company', { 'match-threshold': '0.5' });
      const act = await propose(second, THRESHOLD);
      const outcomes = await Promise.all([approve(first, act), approve(third, act), approve(second, act)]);
      expect(outcomes.filter((one) => one === '200')).toHaveLength(1);
      expect((await team.entriesAbout(act)).map(({ action }) => action)).toEqual([
        'act.propose',
        'act.approve',
      ]);
      await team.set('company', { 'match-threshold': '0.5' });
      const other = await propose(second, THRESHOLD);
      const both = await Promise.all([approve(first, other), team.withdraw(person(second).browser, other)]);
      expect(both.toSorted()).toEqual(['200', '40420']);
      expect(await readThreshold()).toBe(both[0] === '200' ? 0.6 : 0.5);
    }
  });

  test('does not overwrite what was changed since it was proposed, nor what was not seen (P10, P36)', async () => {
    const act = await propose(first, THRESHOLD);
    await team.set('company', { 'match-threshold': '0.55' });
    expect(await approve(second, act)).toBe('40059');
    expect(await readThreshold()).toBe(0.55);
    expect(await team.waiting(person(second).browser)).toContain(act.id);
    const stale = await person(first).browser.send('proposeSettings', input(THRESHOLD));
    expect(outcomeOf(stale)).toBe('40059');
  });

  test('has one proposal of each person: a newer one takes its place (P36)', async () => {
    const older = await propose(first, THRESHOLD);
    const newer = await propose(first, { ...THRESHOLD, value: '0.58' });
    expect(await approve(second, older)).toBe('40420');
    expect(await approve(second, newer)).toBe('200');
    expect(await readThreshold()).toBe(0.58);
  });

  test('is read within the change, so that none slips in while two-person is switched on (P36)', async () => {
    await team.set('tenant', { 'two-person': 'off' });
    let sent: Promise<string> | undefined;
    await team.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('tenants')
        .set({ two_person: 'on' })
        .where('tenant_id', '=', team.tenantId)
        .execute();
      sent = changeOf(first, THRESHOLD);
      const waits = sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waits.execute(team.db)).rows[0]?.count).toBeGreaterThan(0);
    });
    expect(await sent).toBe('40377');
    expect(await readThreshold()).toBe(0.5);
  });

  test('is neither changed nor gone where an entry cannot be written (P37)', async () => {
    const act = await propose(first, THRESHOLD);
    await sql`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no entry'; END $$`.execute(
      team.db,
    );
    for (const action of ['act.approve', 'company.settings']) {
      await sql`CREATE TRIGGER refuse_entries BEFORE INSERT ON audit_log FOR EACH ROW
        WHEN (NEW.action = ${sql.lit(action)}) EXECUTE FUNCTION refuse_entry()`.execute(team.db);
      expect(await approve(second, act)).toBe('50001');
      await sql`DROP TRIGGER refuse_entries ON audit_log`.execute(team.db);
      expect(await readThreshold()).toBe(0.5);
    }
    await sql`DROP FUNCTION refuse_entry`.execute(team.db);
    expect(await approve(second, act)).toBe('200');
  });

  test('of the tenant is changed the same way, and two-person itself is not taken back (P36)', async () => {
    const days: Change = { name: 'template-retention-days', seen: '1095', value: '1000' };
    const body = { changes: [days] };
    const alone = await person(first).browser.send('changeTenantSettings', { params: team.params, body });
    expect(outcomeOf(alone)).toBe('40377');
    const act = await person(first).browser.call('proposeSettings', { params: team.params, body });
    expect(await approve(second, act)).toBe('200');
    const off = { changes: [{ name: 'two-person', seen: 'on', value: 'off' }] };
    const lifting = await person(first).browser.send('proposeSettings', { params: team.params, body: off });
    expect(outcomeOf(lifting)).toBe('40351');
    const limit = { changes: [{ name: 'rate-burst', seen: '10', value: '20' }] };
    const theirs = await person(first).browser.send('proposeSettings', { params: team.params, body: limit });
    expect(outcomeOf(theirs)).toBe('40343');
  });

  test('of another tenant is what a random one is (P33)', async () => {
    const elsewhere = await addTenant(team.service);
    const stranger = await addMember(team.service, elsewhere.tenantId, { role: 'admin' });
    const act = await propose(first, THRESHOLD);
    const theirs = { tenant_id: elsewhere.tenantId };
    for (const name of ['approveAct', 'withdrawAct'] as const) {
      const [one, random] = await Promise.all(
        [act.id, crypto.randomUUID()].map((act_id) =>
          stranger.browser.send(name, { params: { ...theirs, act_id }, body: {} }),
        ),
      );
      expect(one?.text).toBe(random?.text);
      expect(one && outcomeOf(one)).toBe('40420');
    }
    const foreign = { params: theirs, body: { company: team.companyId, changes: [THRESHOLD] } };
    expect(outcomeOf(await stranger.browser.send('proposeSettings', foreign))).toMatch(/^40(420|348)$/);
    expect(await team.waiting(person(second).browser)).toContain(act.id);
  });
});
