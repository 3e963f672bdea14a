import type { ErasureProposal } from '@titular/contract';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson, signInWithPasskey } from '@titular/test-kit/portal/people.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { outcomeOf } from './portal-calls.ts';
import { proposalsOf } from './proposals.ts';

const DAY_SECONDS = 86_400;

let service: TestService;
let merchant: Merchant;
let first: PasskeyPerson;
let second: PasskeyPerson;
let third: PasskeyPerson;
const clock = createManualClock();

const db = () => service.service.database.db;
const params = () => ({ tenant_id: merchant.tenant.tenantId });
const add = (): Promise<PasskeyPerson> => addMember(service, merchant.tenant.tenantId, { role: 'admin' });
const setTwoPerson = (text: 'on' | 'off') =>
  changeSettings(
    { ...operatorOf(service), clock },
    { kind: 'tenant', tenantId: merchant.tenant.tenantId },
    parseSettings('tenant', new Map([['two-person', text]])),
  );

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  [first, second, third] = [await add(), await add(), await add()];
  for (const table of ['user_memberships', 'user_authenticators'])
    await sql`UPDATE ${sql.table(table)} SET created_at = created_at - interval '2 days'`.execute(db());
}, 360_000);
afterAll(() => service?.close());
beforeEach(async () => {
  await setTwoPerson('on');
  for (const person of [first, second, third]) person.browser = await signInWithPasskey(service, person);
});

const { bodyOf, propose, approve, approving } = proposalsOf(() => merchant.tenant.tenantId);
const waiting = async (person = second): Promise<string[]> => {
  const { proposals } = await person.browser.call('searchProposals', { params: params(), body: {} });
  return proposals.map(({ id }) => id);
};
const countErasures = async (): Promise<number> =>
  (await db().selectFrom('erasures').selectAll().execute()).length;
const entriesAbout = ({ id }: Pick<ErasureProposal, 'id'>) =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'actor', 'before', 'after'])
    .where('subject', '=', `erasure-proposal/${id}`)
    .orderBy('entry_id')
    .execute();

describe('an erasure that takes two persons', () => {
  test('is done by neither alone: one proposes, another approves, and both leave an entry (P36)', async () => {
    const value = newCpf();
    const made = await merchant.create({ identity: { key: 'cpf', value } });
    const alone = await first.browser.send('eraseByHand', { params: params(), body: bodyOf(value) });
    expect(outcomeOf(alone)).toBe('40349');
    const proposal = await propose(first, value);
    expect(proposal).toMatchObject({ isOwn: true, reference: 'ticket-4711' });
    expect(JSON.stringify(proposal)).not.toContain(value);
    expect((await merchant.read(String(made.body['id']))).body['status']).toBe('waiting');
    const { proposals, isTwoPerson } = await second.browser.call('searchProposals', {
      params: params(),
      body: {},
    });
    expect(isTwoPerson).toBe(true);
    expect(proposals[0]).toMatchObject({
      ...{ id: proposal.id, isOwn: false, proposedBy: { id: first.userId, name: first.name } },
      identity: { key: 'cpf', masked: `•••.${value.slice(3, 6)}.•••-••` },
    });
    const erased = await second.browser.call('approveErasure', approving(proposal));
    expect(erased).toMatchObject({ reference: 'ticket-4711', counts: { transactions: 1 } });
    expect((await merchant.read(String(made.body['id']))).body['status']).toBe('canceled');
    const entries = await entriesAbout(proposal);
    expect(entries).toMatchObject([
      { action: 'person.propose-erasure', actor: `user:${first.userId}` },
      {
        action: 'person.approve-erasure',
        actor: `user:${second.userId}`,
        after: { erasure: erased.id, proposedBy: `user:${first.userId}` },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(value);
    expect(await waiting()).not.toContain(proposal.id);
  });

  test('is approved by whoever names the person, not by whoever trusts the page; else nothing is done (P36)', async () => {
    const before = await countErasures();
    const value = newCpf();
    const proposal = await propose(first, value);
    expect(await approve(second.browser, proposal, newCpf())).toBe('40054');
    expect(await approve(second.browser, proposal, '52998224724')).toBe('40002');
    expect(await waiting()).toContain(proposal.id);
    expect(await countErasures()).toBe(before);
    expect(await approve(second.browser, proposal, value)).toBe('200');
  });

  test('waits no longer once the API has erased the person', async () => {
    const value = newCpf();
    const proposal = await propose(first, value);
    const erased = await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value } } });
    expect(erased.status).toBe(200);
    expect(await waiting()).not.toContain(proposal.id);
    expect((await entriesAbout(proposal)).at(-1)).toMatchObject({
      ...{ action: 'person.end-erasure-proposal', actor: expect.stringMatching(/^service-account:/) },
      after: { erasure: erased.body['id'] },
    });
  });

  test('is never approved by who proposed it: not in another session, role or with another name (P36)', async () => {
    const proposal = await propose(first);
    const { tenantId } = merchant.tenant;
    expect(await approve(first.browser, proposal)).toBe('40348');
    expect(await approve(await signInWithPasskey(service, first), proposal)).toBe('40348');
    const change = (role: 'viewer' | 'admin') =>
      second.browser.call('changeMember', {
        params: { ...params(), user_id: first.userId },
        body: { role, companies: 'all', isActive: true },
      });
    await change('viewer');
    expect(await approve(await signInWithPasskey(service, first), proposal)).toBe('40343');
    await change('admin');
    await db()
      .updateTable('users')
      .set({ name: 'Somebody Else', name_key: 'somebody else' })
      .where('user_id', '=', first.userId)
      .execute();
    await db().updateTable('users').set({ is_operator: true }).where('user_id', '=', first.userId).execute();
    expect(await approve(await signInWithPasskey(service, first), proposal)).toBe('40348');
    await db().updateTable('users').set({ is_operator: false }).where('user_id', '=', first.userId).execute();
    expect(
      await db().selectFrom('user_memberships').selectAll().where('tenant_id', '=', tenantId).execute(),
    ).toHaveLength(3);
    expect(await waiting()).toContain(proposal.id);
    expect(await approve(second.browser, proposal)).toBe('200');
  });

  test('does not outlive what its proposer may do (P36)', async () => {
    const id = first.userId;
    const member = (values: {
      active?: boolean;
      role?: 'viewer' | 'admin';
      companies?: CompanyId[] | null;
    }) => db().updateTable('user_memberships').set(values).where('user_id', '=', id).execute();
    const account = (active: boolean) =>
      db().updateTable('users').set({ active }).where('user_id', '=', id).execute();
    const proposal = await propose(first);
    const losses: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [() => member({ active: false }), () => member({ active: true })],
      [() => member({ role: 'viewer' }), () => member({ role: 'admin' })],
      [() => member({ companies: [merchant.tenant.companyId] }), () => member({ companies: null })],
      [() => account(false), () => account(true)],
    ];
    for (const [lose, regain] of losses) {
      await lose();
      expect(await approve(second.browser, proposal)).toBe('40348');
      await regain();
    }
    const off = (at: Date | null) =>
      db().updateTable('user_authenticators').set({ off_at: at }).where('user_id', '=', id).execute();
    await off(clock.now());
    expect(await approve(second.browser, proposal)).toBe('40348');
    await off(null);
    expect(await approve(second.browser, proposal)).toBe('200');
  });

  test('is gone after 24 hours, with the identity in it, and may be proposed anew (P36)', async () => {
    const value = newCpf();
    const proposal = await propose(first, value);
    clock.advanceSeconds(DAY_SECONDS - 1);
    const late = { ...second, browser: await signInWithPasskey(service, second) };
    expect(await waiting(late)).toContain(proposal.id);
    clock.advanceSeconds(1);
    expect(await waiting(late)).not.toContain(proposal.id);
    expect(await approve(late.browser, proposal)).toBe('40420');
    const anew = await propose({ ...third, browser: await signInWithPasskey(service, third) }, value);
    expect(anew.id).not.toBe(proposal.id);
    clock.advanceSeconds(DAY_SECONDS);
    const { pool } = service.service.database;
    await runTask({ db: db(), pool, clock, log: pino({ level: 'silent' }) }, 'delete-old-proposals');
    expect(await db().selectFrom('erasure_proposals').selectAll().execute()).toEqual([]);
  });

  test('is done once, however many approve at once, and either approved or withdrawn (P36)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const proposal = await propose(second);
      const before = await countErasures();
      const outcomes = await Promise.all([
        approve(first.browser, proposal),
        approve(third.browser, proposal),
      ]);
      expect(outcomes.toSorted()).toEqual(['200', '40420']);
      expect(await countErasures()).toBe(before + 1);
      const other = await propose(second);
      const input = { params: { ...params(), proposal_id: other.id }, body: {} };
      const withdrawing = second.browser.send('withdrawErasure', input).then(outcomeOf);
      const [approved, withdrawn] = await Promise.all([approve(first.browser, other), withdrawing]);
      expect([approved, withdrawn].toSorted()).toEqual(['200', '40420']);
      expect(await countErasures()).toBe(before + (approved === '200' ? 2 : 1));
    }
  });

  test('is proposed once: again it is the one that waits, and another person is told of it', async () => {
    const value = newCpf();
    const [one, again] = await Promise.all([propose(first, value), propose(first, value)]);
    expect(again?.id).toBe(one?.id);
    const input = { params: params(), body: bodyOf(value) };
    expect(outcomeOf(await second.browser.send('proposeErasure', input))).toBe('40053');
    const otherwise = { ...input, body: { ...input.body, reference: 'ticket-4712' } };
    expect(outcomeOf(await first.browser.send('proposeErasure', otherwise))).toBe('40053');
    expect((await entriesAbout(one)).map(({ action }) => action)).toEqual(['person.propose-erasure']);
    const params2 = { ...params(), proposal_id: one.id };
    await second.browser.call('withdrawErasure', { params: params2, body: {} });
    expect((await entriesAbout(one)).at(-1)).toMatchObject({
      ...{ action: 'person.withdraw-erasure', actor: `user:${second.userId}` },
      before: { proposedBy: `user:${first.userId}` },
    });
    expect(outcomeOf(await second.browser.send('withdrawErasure', { params: params2, body: {} }))).toBe(
      '40420',
    );
  });

  test('goes on where each of its steps lost to another commit once (R65)', async () => {
    await sql`CREATE SEQUENCE steps_of_proposals`.execute(db());
    await sql`CREATE FUNCTION lose_every_other() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('steps_of_proposals') % 2 = 1 THEN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END IF;
        RETURN coalesce(NEW, OLD);
      END $$`.execute(db());
    await sql`CREATE TRIGGER lose_every_other BEFORE INSERT OR DELETE ON erasure_proposals
      FOR EACH ROW EXECUTE FUNCTION lose_every_other()`.execute(db());
    const [one, other] = [await propose(first), await propose(first)];
    expect(await approve(second.browser, one)).toBe('200');
    const input = { params: { ...params(), proposal_id: other.id }, body: {} };
    expect(outcomeOf(await second.browser.send('withdrawErasure', input))).toBe('200');
    const { rows } = await sql<{ last_value: string }>`SELECT last_value FROM steps_of_proposals`.execute(
      db(),
    );
    expect(Number(rows[0]?.last_value)).toBe(8);
    await sql`DROP FUNCTION lose_every_other CASCADE`.execute(db());
  });

  test('is neither done nor gone where an entry of its approval cannot be written (P37)', async () => {
    const proposal = await propose(first);
    const before = await countErasures();
    await sql`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no entry'; END $$`.execute(
      db(),
    );
    for (const action of ['person.approve-erasure', 'person.erase']) {
      await sql`CREATE TRIGGER refuse_entries BEFORE INSERT ON audit_log FOR EACH ROW
        WHEN (NEW.action = ${sql.lit(action)}) EXECUTE FUNCTION refuse_entry()`.execute(db());
      expect(await approve(second.browser, proposal)).toBe('50001');
      await sql`DROP TRIGGER refuse_entries ON audit_log`.execute(db());
      expect(await waiting()).toContain(proposal.id);
      expect(await countErasures()).toBe(before);
    }
    await sql`DROP FUNCTION refuse_entry`.execute(db());
    expect(await approve(second.browser, proposal)).toBe('200');
  });

  test('of another tenant is what a random one is (P33)', async () => {
    const elsewhere = await newMerchant(service);
    const stranger = await addMember(service, elsewhere.tenant.tenantId, { role: 'admin' });
    const proposal = await propose(first);
    for (const name of ['approveErasure', 'withdrawErasure'] as const) {
      const replies = [proposal.id, crypto.randomUUID()].map((proposal_id) =>
        stranger.browser.send(name, {
          params: { tenant_id: elsewhere.tenant.tenantId, proposal_id },
          body: name === 'approveErasure' ? approving(proposal).body : {},
        } as never),
      );
      const [theirs, random] = await Promise.all(replies);
      expect(theirs?.text).toBe(random?.text);
      expect(theirs && outcomeOf(theirs)).toBe('40420');
    }
    expect(await waiting()).toContain(proposal.id);
  });
});
