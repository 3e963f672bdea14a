import type { PortalBody } from '@titular/contract';
import { findPosition } from '@titular/server/audit/audit-chain-store.ts';
import { sealAuditLog } from '@titular/server/audit/seal-audit-log.ts';
import { type AuditVerdict, verifyAuditLog } from '@titular/server/audit/verify-audit-log.ts';
import { readLinks, readRest } from '@titular/server/portal/audit/read-chain.ts';
import { MAX_WALK_SECONDS, verifySlice } from '@titular/server/portal/audit/verify-slice.ts';
import { createDeploymentKey } from '@titular/server/tenants/index.ts';
import { createUserKeys, type UserKeys } from '@titular/server/users/user-keys.ts';
import { createManualClock } from '@titular/test-kit';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { addMember, addOperator, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ServerVerdict,
  verifyByServer,
} from '../../../portal/src/pages/audit/verify/verify-by-server.ts';
import {
  type ChainSource,
  type ChainVerdict,
  verifyChain,
} from '../../../portal/src/pages/audit/verify/verify-chain.ts';
import { asSuperuserIn } from '../audit/audit-fixture.ts';
import { forgeriesFrom, SUBJECTS } from '../audit/forgeries.ts';
import { outcomeOf } from './portal-calls.ts';

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let admin: PasskeyPerson;
let operator: PasskeyPerson;
let keys: UserKeys;
let first = 0;
const clock = createManualClock();
const db = () => service.service.database.db;

const forge = (...statements: string[]) =>
  asSuperuserIn(service.config.databaseUrl ?? '', async (client) => {
    await client.query('SET session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  });
const TABLES = ['audit_log', 'audit_chain', 'audit_unsealed'];

const write = async (subject: string, tenantId = tenant.tenantId): Promise<void> => {
  const entry = { tenantId, action: 'a.change', subject, after: { subject } };
  await insertAnyEntry(db(), { clock, actor: 'somebody' }, entry);
};

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  other = await addTenant(service);
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  operator = await addOperator(service);
  keys = createUserKeys(createDeploymentKey(db(), service.service.masterKeys, 'users'));
  await sealAuditLog(db());
  const { rows } = await sql<{
    last: number;
  }>`SELECT max(position)::integer AS last FROM audit_chain`.execute(db());
  first = rows[0]?.last ?? 0;
  for (const subject of SUBJECTS) await write(subject, subject === 'five' ? other.tenantId : tenant.tenantId);
  await sealAuditLog(db());
  await forge(...TABLES.map((table) => `CREATE TABLE ${table}_kept AS TABLE ${table}`));
});
afterAll(() => service?.close());
beforeEach(() => sealAuditLog(db()));
afterEach(() =>
  forge(
    ...TABLES.flatMap((table) => [
      `DELETE FROM ${table}`,
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${table}_kept`,
    ]),
  ),
);

const byCommand = async (anchor?: string) => {
  await sealAuditLog(db());
  return verifyAuditLog(db(), anchor === undefined ? undefined : Buffer.from(anchor, 'hex'), () => undefined);
};
const byPage = (anchor?: string, signal = new AbortController().signal): Promise<ChainVerdict> =>
  verifyChain(
    {
      readLinks: (after) => operator.browser.call('readAuditLinks', { body: { after } }),
      findPosition: async (hash) =>
        (await operator.browser.call('findAuditLink', { body: { hash } })).position,
      readRest: (after) =>
        operator.browser.call('readAuditRest', { body: after === undefined ? {} : { after } }),
    },
    anchor,
    { onProgress: () => undefined, signal },
  );
const byTenant = (anchor?: string) =>
  verifyByServer(
    (body) => admin.browser.call('verifyAudit', { params: { tenant_id: tenant.tenantId }, body }),
    anchor,
    new AbortController().signal,
  );

/** The same code with two links a slice, so that each walk crosses slices; nothing seals, so that what waits is seen waiting. */
async function verifySliced(anchor?: string) {
  const command = await verifyAuditLog(
    db(),
    anchor ? Buffer.from(anchor, 'hex') : undefined,
    () => undefined,
    2,
  );
  const { signal } = new AbortController();
  const source: ChainSource = {
    readLinks: (after) => readLinks(db(), after, 2),
    findPosition: (hash) => findPosition(db(), hash),
    readRest: (after) => readRest(db(), after, 2),
  };
  const page = await verifyChain(source, anchor, { onProgress: () => undefined, signal });
  const deps = { db: db(), clock, users: { keys } };
  const who = { tenantId: tenant.tenantId, userId: admin.userId, mayName: true };
  const server = await verifyByServer(
    (body) => verifySlice(deps, who, body, { pages: 1, size: 2 }),
    anchor,
    signal,
  );
  return compare({ command, page, server });
}

/** Verifies in the three ways over the wire, and once more in small slices; all have to agree. */
async function verifyAll(anchor?: string) {
  const command = await byCommand(anchor);
  const found = compare({ command, page: await byPage(anchor), server: await byTenant(anchor) });
  expect((await verifySliced(anchor)).command).toMatchObject({ ...command, waiting: expect.any(Number) });
  return found;
}

type Verdicts = { command: AuditVerdict; page: ChainVerdict; server: ServerVerdict };

function compare({ command, page, server }: Verdicts): Verdicts {
  const { broken } = command;
  const hash = command.lastHash.toString('hex');
  expect([page.broken?.kind, page.broken?.entryId]).toEqual([broken?.kind, broken?.entryId]);
  expect([page.entries, page.lastHash, page.lastAt, page.anchorPosition, page.broken?.position]).toEqual([
    ...[command.entries, hash, command.lastAt, command.anchorPosition, broken?.position],
  ]);
  expect(server.broken?.kind).toBe(broken?.kind);
  expect(server.isAnchorFound).toBe(command.anchorPosition !== undefined);
  expect(server.lastHash).toBe(broken ? undefined : hash);
  return { command, page, server };
}

describe('the verdict of the page, of the tenant and of the command', () => {
  test('is one on a sound log, and its last hash is an anchor for all of them (P15)', async () => {
    const { command } = await verifyAll();
    expect([command.entries, command.broken]).toEqual([first + 6, undefined]);
    const anchor = command.lastHash.toString('hex');
    await write('seven');
    const later = await verifyAll(anchor);
    expect([later.command.entries, later.command.anchorPosition]).toEqual([first + 7, first + 6]);
  });

  test.each(forgeriesFrom(0).map(([what], index) => [what, index] as const))(
    'is one where an entry was %s (P15)',
    async (_what, index) => {
      const [, statements = [], kind, position] = forgeriesFrom(first)[index] ?? [];
      await forge(...statements);
      const { command } = await verifyAll();
      expect(command.broken).toMatchObject({ kind, position });
    },
  );

  test.each([
    ['altered', `UPDATE audit_log SET actor = 'nobody' WHERE subject = 'eight'`, 'altered', 'altered'],
    ['removed', `DELETE FROM audit_log WHERE subject = 'eight'`, 'missing', 'missing'],
    [
      'held back',
      `UPDATE audit_unsealed SET written_at = now() - interval '61 seconds'`,
      'unsealed',
      undefined,
    ],
  ])(
    'is one where an entry that waits was %s, before it is sealed and after (P15)',
    async (_what, statement, waiting, kind) => {
      // The sealer of the service runs within milliseconds, unless its function waits for this lock.
      await asSuperuserIn(service.config.databaseUrl ?? '', async (client) => {
        await client.query('BEGIN');
        await client.query('SELECT pg_advisory_xact_lock(7483505)');
        await write('eight');
        await forge(statement);
        expect((await verifySliced()).command.broken?.kind).toBe(waiting);
        await client.query('COMMIT');
      });
      expect((await verifyAll()).command.broken?.kind).toBe(kind);
    },
  );

  test('is one on a log that was cut off, or lacks the anchor (P15)', async () => {
    const anchor = (await byCommand()).lastHash.toString('hex');
    await forge(
      `DELETE FROM audit_log WHERE entry_id IN (SELECT entry_id FROM audit_chain WHERE position > ${first + 4})`,
      `DELETE FROM audit_chain WHERE position > ${first + 4}`,
    );
    expect((await verifyAll()).command.broken).toBeUndefined();
    expect((await verifyAll(anchor)).command.broken?.kind).toBe('cut off');
  });
});

describe('what a tenant is told', () => {
  test('names an altered entry of its own, and neither place nor id of a foreign one (P33)', async () => {
    await forge(`UPDATE audit_log SET actor = 'nobody' WHERE subject = 'two'`);
    const own = await byTenant();
    const { command } = await verifyAll();
    expect(own).toEqual({
      isAnchorFound: false,
      broken: { kind: 'altered', entry: command.broken?.entryId },
    });
    await forge(
      `UPDATE audit_log SET actor = 'somebody' WHERE subject = 'two'`,
      `UPDATE audit_log SET actor = 'nobody' WHERE subject = 'five'`,
    );
    expect(await byTenant()).toEqual({ isAnchorFound: false, broken: { kind: 'altered' } });
  });

  test('on the way is a cursor that tells nothing, and is of no use to another tenant or when altered (P33)', async () => {
    const params = { tenant_id: tenant.tenantId };
    const { cursor = '' } = await admin.browser.call('verifyAudit', { params, body: {} });
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/position|hash/);
    const stranger = await addMember(service, other.tenantId, { role: 'admin' });
    const theirs = { params: { tenant_id: other.tenantId }, body: { cursor } };
    expect(outcomeOf(await stranger.browser.send('verifyAudit', theirs))).toBe('40002');
    const altered = { params, body: { cursor: `${cursor.slice(0, -4)}AAAA` } };
    expect(outcomeOf(await admin.browser.send('verifyAudit', altered))).toBe('40002');
    expect(outcomeOf(await admin.browser.send('readAuditLinks', { body: { after: 0 } }))).toBe('40343');
  });
});

describe('a cursor', () => {
  const params = () => ({ tenant_id: tenant.tenantId });
  const begin = async (body: PortalBody<'verifyAudit'> = {}): Promise<string> =>
    (await admin.browser.call('verifyAudit', { params: params(), body })).cursor ?? '';
  const goOn = (body: PortalBody<'verifyAudit'>, person = admin) =>
    person.browser.send('verifyAudit', { params: params(), body });

  test('goes on with the anchor that the walk began with, and no other (P15)', async () => {
    const anchor = (await byCommand()).lastHash.toString('hex');
    const cursor = await begin({ anchor });
    for (const body of [{ cursor }, { cursor, anchor: 'ab'.repeat(32) }])
      expect(outcomeOf(await goOn(body))).toBe('40002');
    const without = await begin();
    expect(outcomeOf(await goOn({ cursor: without, anchor }))).toBe('40002');
    expect((await goOn({ cursor, anchor })).body.verdict?.isAnchorFound).toBe(true);
  });

  test('is of use to the person who began alone (P33)', async () => {
    const cursor = await begin();
    const colleague = await addMember(service, tenant.tenantId, { role: 'admin' });
    expect(outcomeOf(await goOn({ cursor }, colleague))).toBe('40002');
    expect(outcomeOf(await goOn({ cursor }))).toBe('200');
  });

  test('of some minutes ago vouches for nothing: the answer says to begin anew (P15)', async () => {
    const cursor = await begin();
    await forge(`UPDATE audit_log SET actor = 'nobody'`);
    clock.advanceSeconds(MAX_WALK_SECONDS);
    expect(outcomeOf(await goOn({ cursor }))).toBe('200');
    clock.advanceSeconds(1);
    const { text, ...late } = await goOn({ cursor });
    expect(outcomeOf({ text, ...late })).toBe('40002');
    expect(text).toContain('Begin anew');
    expect((await byTenant()).broken?.kind).toBe('altered');
  });
});

test('a walk that is stopped asks for nothing more', async () => {
  const control = new AbortController();
  control.abort();
  await expect(byPage(undefined, control.signal)).rejects.toThrow('aborted');
});
