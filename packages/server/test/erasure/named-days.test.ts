import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { requestErasure } from '@titular/server/subjects/person-requests/request-erasure.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { listDueCaptures } from '@titular/server/transactions/retention/expired-capture-store.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

const DAY_SECONDS = 86_400;

let service: TestService;
let merchant: Merchant;
const endedAt = new Date('2026-03-01T12:00:00Z');

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;

/** A transaction with pictures that ended then. */
async function ended(): Promise<string> {
  const id = String((await merchant.create({ orderNumber: crypto.randomUUID() })).body['id']);
  const { tenantId, companyId } = merchant.tenant;
  await sql`INSERT INTO capture_dues (tenant_id, subject_kind, subject_id, company_id, finished_at)
    VALUES (${tenantId}, 'transaction', ${id}, ${companyId}, ${endedAt})`.execute(db());
  return id;
}

const keepFor = (days: number) => {
  const { tenantId, companyId } = merchant.tenant;
  const patch = parseSettings('company', new Map([['capture-retention-days', String(days)]]));
  return changeSettings(operatorOf(service), { kind: 'company', tenantId, companyId }, patch);
};
const dueAfter = async (days: number): Promise<string[]> => {
  const due = await listDueCaptures(db(), addSeconds(endedAt, days * DAY_SECONDS + 1), 100);
  return due.map(({ subjectId }) => subjectId);
};

test('the day on which pictures go stays the one that the person was told, however long the company keeps others (R93)', async () => {
  const [asked, other] = [await ended(), await ended()];
  await db()
    .transaction()
    .execute((trx) =>
      requestErasure(trx, TRANSACTIONS, merchant.tenant.tenantId, asId(asked), {
        ...{ facesUntil: undefined, since: endedAt, now: endedAt },
      }),
    );
  await keepFor(365);
  expect(await dueAfter(29)).toEqual([]);
  expect(await dueAfter(30)).toEqual([asked]);
  expect((await dueAfter(365)).toSorted()).toEqual([asked, other].toSorted());
  // Sooner than told is no promise broken, and a day once near does not move away again.
  await keepFor(10);
  expect(await dueAfter(10)).toEqual(expect.arrayContaining([asked, other]));
  await keepFor(400);
  expect(await dueAfter(30)).toEqual([asked]);
});
