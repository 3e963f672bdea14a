import { join } from 'node:path';
import { acceptLedger, bindLedger, ledgerProblemAtHand } from '@titular/server/erasure/ledger/bind-ledger.ts';
import { ledgerProblem } from '@titular/server/erasure/ledger/check-ledger.ts';
import type { LedgerEntry } from '@titular/server/erasure/ledger/ledger-entry.ts';
import {
  beginLedger,
  hasLedger,
  readHeader,
  readLedger,
} from '@titular/server/erasure/ledger/ledger-file.ts';
import { repeatErasure, repeatErasures } from '@titular/server/erasure/ledger/repeat-erasures.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { listErasureSteps } from '@titular/server/modules.ts';
import { findLedger, requireLedger } from '@titular/server/start/open-ledger.ts';
import { createTenantKeys, findLedgerId, updateLedgerId } from '@titular/server/tenants/index.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

const NOT_OF_THIS = /is not the one of this database/;
const NONE = /There is no erasure ledger at/;

let service: TestService;
let merchant: Merchant;
let ledger: string;
const db = () => service.service.database.db;
const at = (name: string): string => join(service.config.dataDirectory, name);
const log = { warn: () => undefined };

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  ledger = service.config.erasureLedger ?? '';
});
afterAll(() => service.close());
// What a test left bound to another ledger goes back to its own.
afterEach(() => acceptLedger(db(), ledger));

/** Whether a start of a node with such a ledger is let on. */
const start = (erasureLedger: string) =>
  findLedger({ ...service.config, erasureLedger }, { db: db(), clock: systemClock, log });

describe('the ledger of a database', () => {
  test('is the one of its first start, and every node goes on with it (S48)', async () => {
    expect(await findLedgerId(db())).toBe((await readHeader(ledger)).id);
    expect(await start(ledger)).toMatchObject({ file: ledger });
    expect((await ledgerProblem(db(), ledger)).problem).toBeUndefined();
  });

  test('is no second one: a node with a ledger of its own is refused, and so is the verification (S48)', async () => {
    const other = at('other.ledger');
    await beginLedger(other, new Date(0));
    await expect(start(other)).rejects.toThrow(NOT_OF_THIS);
    await expect(start(other)).rejects.toThrow(/TITULAR_ERASURE_LEDGER, or accept .* accept-ledger/);
    expect((await ledgerProblem(db(), other)).problem).toMatch(NOT_OF_THIS);
    // A default that nobody named is done without, in words.
    const asDefault = { ...service.config, erasureLedger: undefined, dataDirectory: at('nowhere') };
    const warned: object[] = [];
    const deps = { db: db(), clock: systemClock, log: { warn: (about: object) => void warned.push(about) } };
    expect(await findLedger(asDefault, deps)).toBeUndefined();
    expect(warned).toMatchObject([{ problem: expect.stringMatching(NONE) }]);
  });

  test('that is gone is never begun anew by a start, and stays missing however the database is used (S48)', async () => {
    const gone = at('gone.ledger');
    await expect(start(gone)).rejects.toThrow(NONE);
    expect(await hasLedger(gone)).toBe(false);
    await merchant.create();
    expect((await ledgerProblem(db(), gone)).problem).toMatch(NONE);
  });

  test('does not become one that begins after a database without a ledger was last used (S48)', async () => {
    const late = at('late.ledger');
    await beginLedger(late, new Date(Date.now() + 60_000));
    await updateLedgerId(db(), undefined);
    expect(await bindLedger(db(), late, new Date())).toMatchObject({
      problem: expect.stringMatching(/begins after this database was last used/),
    });
    expect(await findLedgerId(db())).toBeUndefined();
  });

  test('is another one where that is accepted (S48)', async () => {
    const next = at('next.ledger');
    await beginLedger(next, new Date());
    expect(await acceptLedger(db(), next)).toBe((await readHeader(next)).id);
    expect((await ledgerProblem(db(), next)).problem).toBeUndefined();
    await expect(start(ledger)).rejects.toThrow(NOT_OF_THIS);
    expect(await acceptLedger(db(), at('none.ledger'))).toBeUndefined();
    expect(await start(at('begun.ledger'))).toBeDefined();
    expect(await findLedgerId(db())).toBe((await readHeader(at('begun.ledger'))).id);
  });

  test('is never begun by a command, which refuses without it (S48)', async () => {
    const nowhere = at('of-a-command.ledger');
    const config = { ...service.config, erasureLedger: nowhere };
    await expect(requireLedger(config, db())).rejects.toThrow(/There is no erasure ledger .* or say off/);
    expect(await hasLedger(nowhere)).toBe(false);
    await beginLedger(nowhere, new Date());
    await expect(requireLedger(config, db())).rejects.toThrow(NOT_OF_THIS);
    expect(await ledgerProblemAtHand(db(), ledger)).toBeUndefined();
    expect(await requireLedger(service.config, db())).toMatchObject({ file: ledger });
    expect(await requireLedger({ ...service.config, erasureLedger: 'off' }, db())).toBeUndefined();
  });
});

describe('erasures that a restore took back', () => {
  /** Erases a person and takes the record of it out of the database, as a restore does. */
  async function eraseAndForget(): Promise<LedgerEntry> {
    const identity = { key: 'cpf' as const, value: newCpf() };
    const { body } = await merchant.call('eraseIdentity', { body: { identity } });
    await db().deleteFrom('erasures').where('erasure_id', '=', String(body['id'])).execute();
    const entries: LedgerEntry[] = [];
    await readLedger(ledger, (entry) => void entries.push(entry));
    const found = entries.find(({ erasure }) => erasure === body['id']);
    if (!found) throw new Error('the ledger has the erasure');
    return found;
  }

  const deps = () => ({
    ...{ db: db(), clock: systemClock, steps: listErasureSteps(), log: createLog('silent') },
    tenantKeys: createTenantKeys(db(), service.service.masterKeys),
  });

  test('are repeated once by nodes that start together (S48)', async () => {
    const entry = await eraseAndForget();
    const done = await Promise.all([1, 2, 3].map(() => repeatErasure(deps(), entry)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect((await ledgerProblem(db(), ledger)).check?.pending).toEqual([]);
  });

  test('are no longer pending once another node has repeated them (S48)', async () => {
    await eraseAndForget();
    const counts = await Promise.all([1, 2].map(() => repeatErasures(deps(), ledger)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  });
});
