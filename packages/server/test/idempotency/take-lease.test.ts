import { randomBytes } from 'node:crypto';
import { takeLease, takePlaces } from '@titular/server/idempotency/index.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { inTransaction } from '@titular/server/kernel/database/connect.ts';
import { idleWithoutTurn } from '@titular/server/kernel/http/admission/admission.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';

const LIFE_MS = 7_000;

let service: TestService;
let tenantId: TenantId;
let nameHash: Buffer;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  ({
    tenant: { tenantId },
  } = await newMerchant(service));
});
beforeEach(() => {
  nameHash = randomBytes(32);
});
afterAll(() => service.close());

const db = () => service.service.database.db;

const take = () =>
  takeLease({ db: db(), idle: idleWithoutTurn }, tenantId, { nameHash, lifeMs: LIFE_MS, waitMs: 0 });

const takeOf = (free: number) =>
  inTransaction(db(), (trx) => takePlaces(trx, tenantId, [{ nameHash, free }], LIFE_MS));

/** As if what is taken had been taken while the database's clock stood so many seconds later, or earlier. */
const moveEnds = (seconds: number) =>
  sql`UPDATE idempotency_keys SET expires_at = expires_at + make_interval(secs => ${seconds})
    WHERE tenant_id = ${tenantId}`.execute(db());

test('a lease is held by one until it is ended or its life is over, by the time of the database (R84)', async () => {
  const first = await take();
  expect(await take()).toBeUndefined();
  clock.advanceSeconds(3_600);
  expect(await take()).toBeUndefined();
  await first?.end();
  expect(await take()).toBeDefined();
  await moveEnds(-LIFE_MS / 1_000);
  expect(await take()).toBeDefined();
});

test('a lease that was taken before the clock was set back by an hour holds nobody up (R84)', async () => {
  const first = await take();
  await moveEnds(3_600);
  const second = await take();
  expect(second).toBeDefined();
  await first?.end();
  expect(await take()).toBeUndefined();
  await second?.end();
});

test('places under a name are taken up to the number that is free, and one that is left or too old is free again', async () => {
  const ends = [await takeOf(2), await takeOf(2)];
  expect(await takeOf(2)).toBeUndefined();
  expect(await takeOf(3)).toBeDefined();
  await ends[0]?.(db());
  expect(await takeOf(3)).toBeDefined();
  expect(await takeOf(3)).toBeUndefined();
  for (const seconds of [-LIFE_MS / 1_000, 3_600]) {
    await moveEnds(seconds);
    expect(await takeOf(1)).toBeDefined();
  }
});
