import { randomBytes, randomUUID } from 'node:crypto';
import { insertProposal, waitingProposals } from '@titular/server/erasure/proposals/proposal-store.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { insertAct, waitingActs } from '@titular/server/two-person/act-store.ts';
import { propose, WAITING_SECONDS } from '@titular/server/two-person/second-person.ts';
import type { WaitingStore } from '@titular/server/two-person/waiting-store.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NOW = new Date('2026-03-01T12:00:00Z');
const [LAST, OVER] = [WAITING_SECONDS * 1_000 - 1, WAITING_SECONDS * 1_000].map(
  (ms) => new Date(NOW.getTime() + ms),
) as [Date, Date];

let clone: ClonedDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 8, () => undefined);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const db = () => database.db;
const newTenant = (): TenantId => randomUUID() as TenantId;

/** Writes one that an account proposed, about `about` where that says anything; answers its id. */
type Insert = (tenantId: TenantId, proposedBy: string, about?: string) => Promise<string>;

const insertMemberAct: Insert = async (tenantId, proposedBy, about = randomUUID()) => {
  const actId = newId(NOW.getTime());
  const change = { role: 'viewer', companies: 'all', isActive: true } as const;
  const act = { kind: 'member', userId: about, seen: change, next: change } as const;
  await insertAct(db(), tenantId, { ...propose(proposedBy, NOW), actId, act });
  return actId;
};

const insertErasure: Insert = async (tenantId, proposedBy) => {
  const proposalId = newId(NOW.getTime());
  const [identityHash, sealedIdentity] = [randomBytes(32), randomBytes(40)];
  const rest = { proposalId, identityHash, sealedIdentity, reference: undefined };
  expect(await insertProposal(db(), tenantId, { ...propose(proposedBy, NOW), ...rest })).toBe(true);
  return proposalId;
};

const TABLES: [name: string, store: WaitingStore<object>, insert: Insert][] = [
  ['acts', waitingActs, insertMemberAct],
  ['erasures', waitingProposals, insertErasure],
];

describe.each(TABLES)('%s that wait for a second person', (_name, store, insert) => {
  const by = (approverId: string, now = NOW) => ({ approverId, now });

  test('go to one of any number of approvers at once, or to who withdraws (P36)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [tenantId, proposer] = [newTenant(), randomUUID()];
      const id = await insert(tenantId, proposer);
      const racing = Array.from({ length: 6 }, () => store.take(db(), tenantId, id, by(randomUUID())));
      const all = await Promise.all([...racing, store.withdraw(db(), tenantId, id, NOW)]);
      const won = all.filter((one) => one !== undefined);
      expect(won).toEqual([expect.objectContaining({ ...propose(proposer, NOW) })]);
      expect(await store.find(db(), tenantId, id, NOW)).toBeUndefined();
    }
  });

  test('are never taken by who proposed them, who may withdraw them (P36)', async () => {
    const [tenantId, proposer] = [newTenant(), randomUUID()];
    const id = await insert(tenantId, proposer);
    expect(await store.take(db(), tenantId, id, by(proposer))).toBeUndefined();
    expect(await store.find(db(), tenantId, id, NOW)).toMatchObject({ proposedBy: proposer });
    expect(await store.withdraw(db(), tenantId, id, NOW)).toMatchObject({ proposedBy: proposer });
  });

  test('are gone at the very millisecond in which their time is over (P36)', async () => {
    const tenantId = newTenant();
    const id = await insert(tenantId, randomUUID());
    const page = { beforeId: undefined, limit: 5 };
    const bounds = (now: Date) => ({ userId: randomUUID(), now, limit: 5 });
    expect(await store.list(db(), tenantId, LAST, page)).toHaveLength(1);
    expect(await store.count(db(), tenantId, bounds(LAST))).toEqual({ seen: 1, theirs: 1 });
    expect(await store.find(db(), tenantId, id, OVER)).toBeUndefined();
    expect(await store.list(db(), tenantId, OVER, page)).toEqual([]);
    expect(await store.count(db(), tenantId, bounds(OVER))).toEqual({ seen: 0, theirs: 0 });
    expect(await store.withdraw(db(), tenantId, id, OVER)).toBeUndefined();
    expect(await store.take(db(), tenantId, id, by(randomUUID(), OVER))).toBeUndefined();
    expect(await store.take(db(), tenantId, id, by(randomUUID(), LAST))).toBeDefined();
  });

  test('of another tenant are what a random one is (P33)', async () => {
    const [tenantId, other] = [newTenant(), newTenant()];
    const id = await insert(tenantId, randomUUID());
    expect(await store.find(db(), other, id, NOW)).toBeUndefined();
    expect(await store.take(db(), other, id, by(randomUUID()))).toBeUndefined();
    expect(await store.withdraw(db(), other, id, NOW)).toBeUndefined();
    expect(await store.find(db(), tenantId, id, NOW)).toBeDefined();
  });

  test('are listed newest first, from page to page, and counted up to a limit; own ones are apart', async () => {
    const [tenantId, proposer, other] = [newTenant(), randomUUID(), randomUUID()];
    for (let at = 0; at < 5; at += 1) await insert(tenantId, at < 2 ? proposer : other);
    const all = await store.list(db(), tenantId, NOW, { beforeId: undefined, limit: 9 });
    const idOf = (one: object): string =>
      Object.entries(one).find(([name]) => /^(act|proposal)Id$/.test(name))?.[1];
    const ids = all.map(idOf);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const rest = await store.list(db(), tenantId, NOW, { beforeId: ids[1], limit: 2 });
    expect(rest.map(idOf)).toEqual(ids.slice(2, 4));
    const count = (userId: string, limit: number) => store.count(db(), tenantId, { userId, now: NOW, limit });
    expect(await count(proposer, 9)).toEqual({ seen: 5, theirs: 3 });
    expect(await count(other, 9)).toEqual({ seen: 5, theirs: 2 });
    expect(await count(proposer, 3)).toMatchObject({ seen: 3 });
  });
});

describe('an act about a member', () => {
  test('is not counted for that member, who is never its second person (P36)', async () => {
    const [tenantId, member] = [newTenant(), randomUUID()];
    await insertMemberAct(tenantId, randomUUID(), member);
    const bounds = { userId: member, now: NOW, limit: 5 };
    expect(await waitingActs.count(db(), tenantId, bounds)).toEqual({ seen: 1, theirs: 0 });
  });
});
