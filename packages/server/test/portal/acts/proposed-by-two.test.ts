import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { newCpf, operatorOf } from '@titular/test-kit';
import { addMember, enrolWithPasskey, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { addTenant, type TestTenant } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal-calls.ts';
import { type ActsTeam, openTeam } from './acts-fixture.ts';

const REVIEWER = { role: 'reviewer', companies: 'all', isActive: true } as const;

let team: ActsTeam;

const admin = (at: 0 | 1 | 2): PasskeyPerson => team.admins[at];

beforeAll(async () => {
  team = await openTeam();
}, 360_000);
afterAll(() => team?.service.close());
beforeEach(async () => {
  await team.set('tenant', { 'two-person': 'on' });
  await team.set('company', { 'match-threshold': '0.5', 'web-origins': '', 'brand-name': 'Loja' });
  team.clock.advanceSeconds(1);
  await team.signInAnew(...team.admins);
});

type Change = { name: string; seen: string; value: string };
const THRESHOLD: Change = { name: 'match-threshold', seen: '0.5', value: '0.6' };
const ORIGINS: Change = { name: 'web-origins', seen: '', value: 'https://loja.example' };

const settings = (...changes: Change[]) => ({
  params: team.params,
  body: { company: team.companyId, changes },
});
const propose = (...changes: Change[]) => admin(0).browser.call('proposeSettings', settings(...changes));
const outcomeOfProposing = async (...changes: Change[]): Promise<string> =>
  outcomeOf(await admin(0).browser.send('proposeSettings', settings(...changes)));
const member = (userId: string, next: object) => ({
  params: team.params,
  body: { userId, ...REVIEWER, ...next },
});

describe('what is proposed to a second person', () => {
  test('stays beside what the same account proposes about other settings (P36)', async () => {
    const [one, other] = [await propose(THRESHOLD), await propose(ORIGINS)];
    expect(await team.approve(admin(1).browser, one)).toBe('200');
    expect(await team.approve(admin(1).browser, other)).toBe('200');
  });

  test('gives way to a newer one about the same settings, and the audit log says to which (P36, P37)', async () => {
    const older = await propose(THRESHOLD, ORIGINS);
    const newer = await propose(ORIGINS, { ...THRESHOLD, value: '0.58' });
    expect(await team.approve(admin(1).browser, older)).toBe('40420');
    expect(await team.entriesAbout(older)).toMatchObject([
      { action: 'act.propose' },
      {
        action: 'act.replace',
        before: { changes: [THRESHOLD, ORIGINS] },
        after: { by: `act/${newer.id}` },
      },
    ]);
    expect(await team.withdraw(admin(1).browser, newer)).toBe('200');
  });

  test('goes on where each of its steps lost to another commit once (R65)', async () => {
    const { db } = team;
    await sql`CREATE SEQUENCE steps_of_acts`.execute(db);
    await sql`CREATE FUNCTION lose_every_other() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('steps_of_acts') % 2 = 1 THEN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END IF;
        RETURN coalesce(NEW, OLD);
      END $$`.execute(db);
    await sql`CREATE TRIGGER lose_every_other BEFORE INSERT OR UPDATE OR DELETE ON two_person_acts
      FOR EACH ROW EXECUTE FUNCTION lose_every_other()`.execute(db);
    const [one, other] = [await propose(THRESHOLD), await propose(ORIGINS)];
    expect(await team.approve(admin(1).browser, one)).toBe('200');
    expect(await team.withdraw(admin(1).browser, other)).toBe('200');
    expect(await team.entriesAbout(one)).toMatchObject([
      { action: 'act.propose' },
      { action: 'act.approve' },
    ]);
    const { rows } = await sql<{ last_value: string }>`SELECT last_value FROM steps_of_acts`.execute(db);
    expect(Number(rows[0]?.last_value)).toBe(8);
    await sql`DROP FUNCTION lose_every_other CASCADE`.execute(db);
  });

  test('stands in the audit log with what was seen and what was to be, however it ended (P37)', async () => {
    const act = await propose(THRESHOLD);
    expect(await team.withdraw(admin(1).browser, act)).toBe('200');
    const changes = [THRESHOLD];
    expect(await team.entriesAbout(act)).toMatchObject([
      { action: 'act.propose', after: { about: `company/${team.companyId}`, changes } },
      { action: 'act.withdraw', before: { changes } },
    ]);
    const viewer = await team.add('viewer');
    const right = await admin(0).browser.call('proposeMember', member(viewer.userId, {}));
    expect(await team.entriesAbout(right)).toMatchObject([
      { after: { about: `user/${viewer.userId}`, seen: { role: 'viewer' }, next: REVIEWER } },
    ]);
    expect(await team.approve(admin(1).browser, right)).toBe('200');
    expect((await team.entriesAbout(right))[1]).toMatchObject({
      action: 'act.approve',
      after: { next: REVIEWER },
    });
  });

  test('is refused where one person may do it: nothing dangerous, nothing changed, no new right, or two-person off (P36)', async () => {
    const name: Change = { name: 'brand-name', seen: 'Loja', value: 'Azul' };
    expect(await outcomeOfProposing(name)).toBe('40376');
    expect(await outcomeOfProposing({ ...THRESHOLD, value: '0.5' })).toBe('40376');
    expect(await outcomeOfProposing(THRESHOLD, { ...ORIGINS, value: '' })).toBe('40376');
    const viewer = await team.add('viewer');
    for (const next of [{ role: 'support' }, { role: 'viewer' }, { isActive: false }]) {
      const reply = await admin(0).browser.send('proposeMember', member(viewer.userId, next) as never);
      expect(outcomeOf(reply)).toBe('40376');
    }
    await team.set('tenant', { 'two-person': 'off' });
    expect(await outcomeOfProposing(THRESHOLD)).toBe('40376');
    const reply = await admin(0).browser.send('proposeMember', member(viewer.userId, {}));
    expect(outcomeOf(reply)).toBe('40376');
  });

  test('names the member in any case of the id (P36)', async () => {
    const viewer = await team.add('viewer');
    const right = await admin(0).browser.call('proposeMember', member(viewer.userId.toUpperCase(), {}));
    expect(await team.approve(admin(1).browser, right)).toBe('200');
  });

  test('is of all companies: whoever sees some is told that, and nothing of erasures (P36)', async () => {
    const narrow = await addMember(team.service, team.tenantId, {
      role: 'admin',
      companies: [team.companyId],
    });
    const reply = await narrow.browser.send('proposeSettings', settings(THRESHOLD));
    expect(outcomeOf(reply)).toBe('40343');
    expect(reply.text).toContain('admin of all companies');
    expect(reply.text).not.toContain('erasure');
  });
});

describe('what waits for somebody', () => {
  const count = (by: PasskeyPerson) => by.browser.call('countWaiting', { params: team.params });

  test('is counted without what is theirs or about them, erasures with changes, and says where it is cut (P36)', async () => {
    const before = [(await count(admin(0))).count, (await count(admin(1))).count];
    await propose(ORIGINS);
    await admin(0).browser.call('proposeMember', member(admin(1).userId, {}));
    const erasure = { identity: { key: 'cpf' as const, value: newCpf() } };
    await admin(0).browser.call('proposeErasure', { params: team.params, body: erasure });
    expect(await count(admin(0))).toEqual({ count: before[0], isMore: false });
    expect(await count(admin(1))).toEqual({ count: (before[1] ?? 0) + 2, isMore: false });
    expect((await count(admin(2))).count).toBe((before[1] ?? 0) + 3);
    await sql`
      INSERT INTO two_person_acts (tenant_id, act_id, proposed_by, proposed_at, expires_at, about, act)
      SELECT ${team.tenantId}, gen_random_uuid(), gen_random_uuid(), ${team.clock.now()},
        ${team.clock.now()}::timestamptz + interval '1 hour', 'tenant/x', '{"kind":"settings","changes":[]}'
      FROM generate_series(1, 260)`.execute(team.db);
    expect((await count(admin(2))).isMore).toBe(true);
    await sql`DELETE FROM two_person_acts WHERE about = 'tenant/x'`.execute(team.db);
  });
});

describe('a proposal that nobody could approve', () => {
  const openTenant = async (admins: number) => {
    const tenant: TestTenant = await addTenant(team.service);
    const { tenantId } = tenant;
    await changeSettings(
      { ...operatorOf(team.service), clock: team.clock },
      { kind: 'tenant', tenantId },
      parseSettings('tenant', new Map([['two-person', 'on']])),
    );
    const people: PasskeyPerson[] = [];
    for (let count = 0; count < admins; count += 1)
      people.push(await addMember(team.service, tenantId, { role: 'admin' }));
    team.clock.advanceSeconds(1);
    return { tenantId, params: { tenant_id: tenantId }, people };
  };
  const days = { changes: [{ name: 'template-retention-days', seen: '1095', value: '1000' }] };

  test('is refused where the only other admin came by a link of the proposer (P36)', async () => {
    const { params, people } = await openTenant(1);
    const [one] = people;
    if (!one) throw new Error('the tenant has an admin');
    const body = { role: 'admin', companies: 'all' } as const;
    const { link } = await one.browser.call('inviteMember', { params, body });
    const name = `guest ${crypto.randomUUID()}`;
    await enrolWithPasskey(team.service, new URL(link).hash.slice(1), name);
    await team.standLong();
    const input = { params, body: days };
    expect(outcomeOf(await one.browser.send('proposeSettings', input))).toBe('40352');
    await addMember(team.service, params.tenant_id, { role: 'admin' });
    await team.standLong();
    expect(outcomeOf(await one.browser.send('proposeSettings', input))).toBe('200');
  });

  test('is refused where the only other admin is whom it is about (P36)', async () => {
    const { params, people } = await openTenant(2);
    const [one, other] = people;
    if (!one || !other) throw new Error('the tenant has two admins');
    expect(outcomeOf(await one.browser.send('proposeSettings', { params, body: days }))).toBe('200');
    const body = { userId: other.userId, ...REVIEWER };
    expect(outcomeOf(await one.browser.send('proposeMember', { params, body }))).toBe('40352');
  });
});
