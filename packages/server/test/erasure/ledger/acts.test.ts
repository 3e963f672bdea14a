import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertAuditEntry } from '@titular/server/audit/index.ts';
import { disputeFaces, settleDispute } from '@titular/server/erasure/dispute-faces.ts';
import { appendEntry } from '@titular/server/erasure/ledger/append-entry.ts';
import { checkLedger } from '@titular/server/erasure/ledger/check-ledger.ts';
import { beginLedger, openLedger, readLedger } from '@titular/server/erasure/ledger/ledger-file.ts';
import { LEDGER_ACTOR } from '@titular/server/erasure/ledger/ledger-store.ts';
import { repeatErasures } from '@titular/server/erasure/ledger/repeat-erasures.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import type { LedgerAct } from '@titular/server/module.ts';
import { listErasureSteps } from '@titular/server/modules.ts';
import { requestErasure } from '@titular/server/subjects/person-requests/request-erasure.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { placeLegalHold, releaseLegalHold } from '@titular/server/transactions/change/legal-hold.ts';
import { listHolds } from '@titular/server/transactions/index.ts';
import { newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newReference } from '../../references/reference-fixture.ts';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
let ledger: string;

beforeAll(async () => {
  service = await startTestService();
  ledger = service.config.erasureLedger ?? '';
});
afterAll(() => service.close());
beforeEach(async () => {
  merchant = await newMerchant(service);
});

const db = () => service.service.database.db;
const tenantKeys = () => createTenantKeys(db(), service.service.masterKeys);
const operator = () => ({ ...operatorOf(service), recordAct: openLedger(ledger).append });
const tenantId = () => merchant.tenant.tenantId;

/** What a start does with the ledger before it serves. */
const start = (file = ledger): Promise<number> => {
  const { clock } = operatorOf(service);
  const deps = {
    db: db(),
    clock,
    steps: listErasureSteps(),
    log: createLog('silent'),
    tenantKeys: tenantKeys(),
  };
  return repeatErasures(deps, file);
};
const pendingOf = async (about: string): Promise<string[]> =>
  (await checkLedger(db(), ledger)).acts.filter((act) => act.about === about).map(({ act }) => act);
const create = async (value = newCpf()): Promise<string> =>
  String((await merchant.create({ identity: { key: 'cpf', value } })).body['id']);
const heldNow = async () =>
  (await listHolds(db(), tenantId())).map(({ transactionId, reference }) => [transactionId, reference]);
const disputesNow = async (): Promise<number> =>
  (await sql`SELECT FROM face_disputes WHERE tenant_id = ${tenantId()}`.execute(db())).rows.length;

/** Takes rows out of the database, as a restore of an older backup does. */
const lose = (table: string) =>
  sql`DELETE FROM ${sql.table(table)} WHERE tenant_id = ${tenantId()}`.execute(db());

describe('a start on a database that is older than its ledger', () => {
  test('holds again what was held, and releases what was released since (R93, S48)', async () => {
    const [held, released, later] = [await create(), await create(), await create()];
    await placeLegalHold(operator(), tenantId(), asId(held), 'case-1');
    await placeLegalHold(operator(), tenantId(), asId(released), 'case-2');
    await lose('legal_holds');
    await placeLegalHold(operatorOf(service), tenantId(), asId(released), 'case-2');
    // After all that the restored database knows of.
    const told = { tenant: tenantId(), at: new Date(Date.now() + 60_000).toISOString() };
    await appendEntry(ledger, { act: 'release', ...told, about: released });
    // By somebody without the ledger, after the release: not what the ledger tells of.
    await placeLegalHold(operatorOf(service), tenantId(), asId(later), 'case-3');
    expect([await pendingOf(held), await pendingOf(released)]).toEqual([['hold'], ['release']]);
    await start();
    expect((await heldNow()).toSorted()).toEqual(
      [
        [held, 'case-1'],
        [later, 'case-3'],
      ].toSorted(),
    );
    expect([await pendingOf(held), await pendingOf(released)]).toEqual([[], []]);
  });

  test('releases what was released since the backup, whatever commands ran before it (R93, S48)', async () => {
    const id = await create();
    await placeLegalHold(operatorOf(service), tenantId(), asId(id), 'case-1');
    const after = (seconds: number) => new Date(Date.now() + seconds * 1_000);
    const told = { tenant: tenantId(), at: after(120).toISOString() };
    await appendEntry(ledger, { act: 'release', ...told, about: id });
    // What the guide has done before the first start, and a start that broke off after its first act.
    for (const actor of ['command-line:maria', LEDGER_ACTOR])
      await insertAuditEntry(
        db(),
        { clock: { now: () => after(180) }, actor },
        {
          tenantId: tenantId(),
          action: 'hold.place',
          subject: `transaction/${id}`,
          after: { reference: 'case-1' },
        },
      );
    expect(await pendingOf(id)).toEqual(['release']);
    await start();
    expect(await heldNow()).toEqual([]);
  });

  test('keeps a hold that somebody placed after the release that the ledger tells of (R93)', async () => {
    const id = await create();
    await placeLegalHold(operator(), tenantId(), asId(id), 'case-1');
    await releaseLegalHold(operator(), tenantId(), asId(id));
    await placeLegalHold(operatorOf(service), tenantId(), asId(id), 'case-2');
    await start();
    expect(await heldNow()).toEqual([[id, 'case-2']]);
  });

  test('leaves a hold and a dispute whose end failed, once the database was worked on since (R93, S48)', async () => {
    const id = await create();
    const identity = { kind: 'cpf', value: newCpf() };
    const actor = { tenantId: tenantId(), actor: 'command-line:test' };
    const deps = { ...operator(), tenantKeys: tenantKeys(), matchThreshold: 0.5 };
    await placeLegalHold(operator(), tenantId(), asId(id), 'case-1');
    await disputeFaces(deps, actor, identity, 'ticket-1');
    // A connection that breaks after the line and before the commit.
    const failing = {
      ...deps,
      recordAct: async (...[trx, act]: Parameters<typeof deps.recordAct>) => {
        await deps.recordAct(trx, act);
        throw new Error('the connection broke');
      },
    };
    await expect(releaseLegalHold(failing, tenantId(), asId(id))).rejects.toThrow('the connection broke');
    await expect(settleDispute(failing, actor, identity)).rejects.toThrow('the connection broke');
    await placeLegalHold(operator(), tenantId(), asId(await create()), 'case-2');
    expect(await pendingOf(id)).toEqual([]);
    const { leftOut } = await checkLedger(db(), ledger);
    const own = leftOut.filter(({ tenant }) => tenant === tenantId());
    expect(own.map(({ act }) => act).toSorted()).toEqual(['release', 'settle']);
    await start();
    expect((await heldNow()).map(([held]) => held)).toContain(id);
    expect(await disputesNow()).toBe(1);
  });

  test('takes a hold and a dispute that somebody places again, and is refused, for the last word (R93, S48)', async () => {
    const id = await create();
    const identity = { kind: 'cpf', value: newCpf() };
    const actor = { tenantId: tenantId(), actor: 'command-line:test' };
    const deps = { ...operator(), tenantKeys: tenantKeys(), matchThreshold: 0.5 };
    await placeLegalHold(operator(), tenantId(), asId(id), 'case-1');
    const { disputeId } = await disputeFaces(deps, actor, identity, 'ticket-1');
    await expect(placeLegalHold(operator(), tenantId(), asId(id), 'case-9')).rejects.toThrow('already held');
    await expect(disputeFaces(deps, actor, identity, 'ticket-1')).rejects.toThrow('already disputed');
    const acts: LedgerAct[] = [];
    await readLedger(
      ledger,
      () => undefined,
      (act) => void acts.push(act),
    );
    expect(acts.slice(-2)).toMatchObject([
      { act: 'hold', about: id, reference: 'case-1' },
      { act: 'dispute', dispute: disputeId },
    ]);
  });

  test('knows again who asked for the deletion of their data, and since when (R93, S48)', async () => {
    const id = await create();
    const now = new Date(Date.now() - 60_000);
    await db()
      .transaction()
      .execute((trx) =>
        requestErasure(
          trx,
          TRANSACTIONS,
          tenantId(),
          asId(id),
          { facesUntil: undefined, since: now, now },
          operator().recordAct,
        ),
      );
    const lost = { erasure_requested_at: null };
    await db().updateTable('transactions').set(lost).where('transaction_id', '=', asId(id)).execute();
    await start();
    const row = await db()
      .selectFrom('transactions')
      .select('erasure_requested_at')
      .where('transaction_id', '=', asId(id))
      .executeTakeFirstOrThrow();
    expect(row.erasure_requested_at).toEqual(now);
    expect(await pendingOf(id)).toEqual([]);
  });

  test('disputes faces again, and none that was settled or whose person was erased since (R93, S48)', async () => {
    const actor = { tenantId: tenantId(), actor: 'command-line:test' };
    const deps = { ...operator(), tenantKeys: tenantKeys(), matchThreshold: 0.5 };
    const identity = () => ({ kind: 'cpf', value: newCpf() });
    const [lasting, settled, erased] = [identity(), identity(), identity()];
    for (const one of [lasting, settled, erased]) await disputeFaces(deps, actor, one, 'ticket-1');
    await settleDispute(deps, actor, settled);
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: erased.value } } });
    await lose('face_disputes');
    await start();
    expect(await disputesNow()).toBe(1);
    await settleDispute(deps, actor, lasting);
    await start();
    expect(await disputesNow()).toBe(0);
  });

  test('withdraws references again, with their faces (R93, S48)', async () => {
    const id = await newReference(merchant, 'a');
    const tables = ['face_references', 'face_templates'] as const;
    const kept = await Promise.all(
      tables.map((table) =>
        sql`SELECT * FROM ${sql.table(table)} WHERE tenant_id = ${tenantId()}`.execute(db()),
      ),
    );
    expect((await merchant.call('deleteFaceReference', { id })).status).toBe(200);
    for (const [index, table] of tables.entries())
      await db()
        .insertInto(table)
        .values((kept[index]?.rows ?? []) as never)
        .execute();
    await start();
    for (const table of tables) {
      const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE tenant_id = ${tenantId()}`.execute(
        db(),
      );
      expect(rows).toEqual([]);
    }
  });
});

describe('a ledger whose disk hangs', () => {
  test('fails the act in time, takes one line at once, and refuses further ones until that one has its outcome (R72, R82)', async () => {
    const file = join(service.config.dataDirectory, 'hung.ledger');
    await beginLedger(file, new Date());
    const hung = Promise.withResolvers<void>();
    let syncs = 0;
    const sync = () => {
      syncs += 1;
      return hung.promise;
    };
    const { append } = openLedger(file, { sync, limitMs: 50 });
    const told = { tenant: tenantId(), at: new Date().toISOString() };
    const add = (about: string) =>
      db()
        .transaction()
        .execute((trx) => append(trx, { act: 'release', ...told, about }));
    await expect(add('one')).rejects.toThrow('took no line within 50 ms');
    await expect(add('two')).rejects.toThrow('hangs');
    await expect(add('three')).rejects.toThrow('hangs');
    expect(syncs).toBe(1);
    hung.resolve();
    await hung.promise;
    await eventually(() => add('four'));
    const acts: string[] = [];
    const reading = await readLedger(
      file,
      () => undefined,
      ({ about }) => void acts.push(about),
    );
    expect([reading.problem, acts]).toEqual([undefined, ['one', 'four']]);
  });
});

describe('a ledger with acts', () => {
  test('is read whole by a release that knows none: their lines are no part of the chain of erasures (S48)', async () => {
    await placeLegalHold(operator(), tenantId(), asId(await create()), 'case-1');
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: newCpf() } } });
    const lines = (await readFile(ledger, 'utf8')).trimEnd().split('\n');
    // That release takes a line without `hash` for one that a crash cut off.
    const known = lines.filter((line) => 'hash' in JSON.parse(line));
    expect(known.length).toBeLessThan(lines.length);
    const file = join(service.config.dataDirectory, 'of-erasures-alone.ledger');
    await writeFile(file, `${known.join('\n')}\n`);
    const [whole, alone] = [
      await readLedger(ledger, () => undefined),
      await readLedger(file, () => undefined),
    ];
    expect(alone).toEqual(whole);
    expect(whole.problem).toBeUndefined();
  });

  test('tells when an act was taken out of it (S48)', async () => {
    const file = join(service.config.dataDirectory, 'cut.ledger');
    const [header] = (await readFile(ledger, 'utf8')).split('\n');
    await writeFile(file, `${header}\n`);
    const told = { tenant: tenantId(), at: new Date().toISOString() };
    for (const about of ['one', 'two', 'three']) await appendEntry(file, { act: 'release', ...told, about });
    expect((await readLedger(file, () => undefined)).problem).toBeUndefined();
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, lines.filter((_line, index) => index !== 2).join('\n'));
    expect((await readLedger(file, () => undefined)).problem).toMatch(/line 3 does not follow/);
  });
});
