import { insertAuditEntry } from '@titular/server/audit/index.ts';
import { insertErasure } from '@titular/server/erasure/erasure-store.ts';
import { ledgerProblem } from '@titular/server/erasure/index.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMerchant } from '../../transactions/api.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const COUNTS = {
  ...{ templates: 0, pictures: 0, attempts: 0, pageSessions: 0, links: 0, webhookAnswers: 0, apiCalls: 0 },
  ...{ orderedCalls: 0, transactions: 0, processes: 0 },
};

test('a ledger lacks no erasure from before its tenant moved in, and each from then on (S48, S59)', async () => {
  const { db } = service.service.database;
  const { tenantId } = (await newMerchant(service)).tenant;
  const [before, movedAt, since] = [1_000, 2_000, 3_000].map((ms) => new Date(Date.now() + ms)) as [
    Date,
    Date,
    Date,
  ];
  const erase = (at: Date) =>
    insertErasure(db, tenantId, {
      ...{ erasureId: newId(at.getTime()), at, reference: undefined, counts: COUNTS, receipt: 'receipt' },
    });
  const problem = async () => (await ledgerProblem(db, service.config.erasureLedger)).problem;
  await erase(before);
  expect(await problem()).toMatch(/lacks 1 erasures/);
  await insertAuditEntry(
    db,
    { ...operatorOf(service), clock: { now: () => movedAt } },
    { tenantId, action: 'tenant.move-in', subject: `tenant/${tenantId}`, after: { from: 'a' } },
  );
  expect(await problem()).toBeUndefined();
  await erase(since);
  expect(await problem()).toMatch(/lacks 1 erasures/);
});
