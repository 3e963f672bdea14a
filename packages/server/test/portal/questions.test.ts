import { shareCaseVersion } from '@titular/server/cases/read/version-store.ts';
import type { AnyId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import type { SubjectKind } from '@titular/server/kernel/database/subject-ref.ts';
import { PORTAL_POOL, portalSlots } from '@titular/server/kernel/http/portal/portal-database.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
let ids: string[];

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  ids = [];
  // None goes on by itself, so that each keeps its version.
  for (let more = 0; more < 6; more += 1) ids.push(String((await merchant.create({})).body['id']));
  // The log of calls is written behind them, and belongs to a version.
  await eventually(async () => {
    const logged = service.service.database.db.selectFrom('api_calls').select('transaction_id').distinct();
    const rows = await logged.where('transaction_id', 'in', ids.map(asId)).execute();
    expect(rows).toHaveLength(ids.length);
  });
});
afterAll(() => service.close());

const ask = ({ browser }: PasskeyPerson, transaction_id: string, etag?: string) =>
  browser.send(
    'readTransactionCase',
    { params: { tenant_id: merchant.tenant.tenantId, transaction_id } },
    etag === undefined ? {} : { headers: { 'if-none-match': etag } },
  );

/** Counts the statements that are executed through it. */
function counting(): { plugin: KyselyPlugin; count: () => number } {
  let count = 0;
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        count += 1;
        return result;
      },
    },
    count: () => count,
  };
}

/** Ends statements about one case by their time, as the database ends one about a case with very many deliveries. */
function timingOut(db: Db, heavy: string): { db: Db; ended: () => number } {
  let ended = 0;
  const executeQuery = async (query: CompiledQuery): Promise<unknown> => {
    if (!JSON.stringify(query.parameters).includes(heavy)) return db.executeQuery(query);
    ended += 1;
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  };
  return { db: Object.create(db, { executeQuery: { value: executeQuery } }) as Db, ended: () => ended };
}

/** Holds each statement until one is told to end; counts those under way, those begun, and the most at once. */
function holding(db: Db) {
  const held: (() => void)[] = [];
  const counts = { begun: 0, most: 0 };
  const executeQuery = async (query: CompiledQuery): Promise<unknown> => {
    counts.begun += 1;
    await new Promise<void>((resolve) => {
      held.push(resolve);
      counts.most = Math.max(counts.most, held.length);
    });
    return db.executeQuery(query);
  };
  return {
    db: Object.create(db, { executeQuery: { value: executeQuery } }) as Db,
    counts,
    endOne: () => held.shift()?.(),
  };
}

describe('questions of open pages that come together', () => {
  test('read the versions of their cases in one statement, each its own (P55)', async () => {
    const { plugin, count } = counting();
    const db = service.service.database.db.withPlugin(plugin);
    const now = new Date();
    const { tenantId } = merchant.tenant;
    const read = (id: string) =>
      shareCaseVersion(db, { tenantId, subject: { kind: 'transaction', id: asId(id) }, now });
    const alone: unknown[] = [];
    for (const id of ids) alone.push(await read(id));
    expect(count()).toBe(ids.length);
    const nobody = merchant.tenant.companyId as AnyId as string;
    const together = await Promise.all([...ids, nobody, ...ids].map(read));
    expect(count()).toBe(ids.length + 1);
    expect(together).toEqual([...alone, undefined, ...alone]);
    expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBe(ids.length);
  });

  test('about transactions and processes leave half of the portal’s connections, and the door one more (P55)', async () => {
    const own = service.service.database.db;
    const { tenantId } = merchant.tenant;
    const readBy = (db: Db) => (kind: SubjectKind, at: number) =>
      shareCaseVersion(db, { tenantId, subject: { kind, id: asId(ids[at] ?? '') }, now: new Date() });
    // The text of a statement is put together by the first that needs it, which has to be a whole database.
    for (const kind of ['transaction', 'process'] as const) await readBy(own)(kind, 0);
    const { db, counts, endOne } = holding(own);
    const read = readBy(db);
    const asked = [read('transaction', 0)];
    await expect.poll(() => counts.begun).toBe(1);
    asked.push(read('process', 1));
    await expect.poll(() => counts.begun).toBe(2);
    const { door } = portalSlots(db);
    for (const [at, kind] of (['transaction', 'process', 'transaction', 'process'] as const).entries()) {
      asked.push(read(kind, at));
      expect(await door(async () => 'let in')).toBe('let in');
      endOne();
      await expect.poll(() => counts.begun).toBe(3 + at);
    }
    endOne();
    endOne();
    expect((await Promise.all(asked)).map((version) => version !== undefined)).toEqual([
      ...[true, false, true, false, true, false],
    ]);
    expect(counts.most).toBe(PORTAL_POOL / 2);
  });

  test('are asked one by one where a heavy case takes the time of all, and it alone fails (P55)', async () => {
    const [heavy = '', ...others] = ids;
    const { db } = timingOut(service.service.database.db, heavy);
    const { tenantId } = merchant.tenant;
    const read = (id: string) =>
      shareCaseVersion(db, { tenantId, subject: { kind: 'transaction', id: asId(id) }, now: new Date() });
    const outcomes = await Promise.allSettled([...others, heavy].map(read));
    expect(outcomes.map(({ status }) => status)).toEqual([...others.map(() => 'fulfilled'), 'rejected']);
  });

  test('are refused once two of them took too long by themselves: a slow database is not asked for each (P55)', async () => {
    const { db, ended } = timingOut(service.service.database.db, merchant.tenant.tenantId);
    const { tenantId } = merchant.tenant;
    const read = (id: string) =>
      shareCaseVersion(db, { tenantId, subject: { kind: 'transaction', id: asId(id) }, now: new Date() });
    const outcomes = await Promise.allSettled(ids.map(read));
    expect(outcomes.map(({ status }) => status)).toEqual(ids.map(() => 'rejected'));
    expect(ended()).toBe(1 + 2);
  });

  test('are each answered by what their own person may see at that moment (P55, P30)', async () => {
    const { tenantId } = merchant.tenant;
    const [stays, leaves, out] = [
      await addMember(service, tenantId, { role: 'support' }),
      await addMember(service, tenantId, { role: 'viewer' }),
      await addMember(service, tenantId, { role: 'support' }),
    ];
    const [id = ''] = ids;
    const etagOf = async (person: PasskeyPerson): Promise<string> =>
      String((await ask(person, id)).headers.etag);
    const etags = { stays: await etagOf(stays), leaves: await etagOf(leaves), out: await etagOf(out) };
    const { db } = service.service.database;
    await db
      .updateTable('user_memberships')
      .set({ active: false })
      .where('user_id', '=', leaves.userId)
      .execute();
    await db.deleteFrom('user_sessions').where('user_id', '=', out.userId).execute();
    const replies = await Promise.all([
      ask(stays, id, etags.stays),
      ask(leaves, id, etags.leaves),
      ask(out, id, etags.out),
      ask(stays, id, etags.leaves),
      ask(stays, ids[1] ?? '', etags.stays),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([304, 404, 403, 200, 200]);
    const codes = replies.slice(1, 3).map(({ body }) => (body as unknown as { code: string }).code);
    expect(codes).toEqual(['40420', '40340']);
  });
});
