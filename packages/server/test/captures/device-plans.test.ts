import { createHash } from 'node:crypto';
import { deleteOldDevices } from '@titular/server/captures/devices/device-store.ts';
import { type DeviceRules, isDeviceOfMany } from '@titular/server/captures/devices/find-device-link.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { MAX_STEPS } from '@titular/server/kernel/database/walks/walk-others.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { explain, rowsRead } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const MANY = 100_000;
/** A descent of an index of this size, and a page of the table for a row that no vacuum has seen. */
const PAGES_OF_A_STEP = 6;
const RULES: DeviceRules = { deviceDays: 30, identitiesPerDevice: 3, deviceManyIdentities: 'note' };
const NOW = new Date('2026-06-01T12:00:00Z');
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

let volume: VolumeFixture;

/** Adds uses of devices and identities that SQL names from `n`, so many seconds ago. */
const fill = (count: number, device: string, identity: string, secondsAgo: string) =>
  volume.filler.query(
    `INSERT INTO capture_devices (tenant_id, subject_kind, subject_id, attempt_id, device_hash, identity_hash, used_at)
     SELECT $1, 'transaction', gen_random_uuid(), gen_random_uuid(), sha256(convert_to(${device}, 'UTF8')),
       sha256(convert_to(${identity}, 'UTF8')), timestamptz '2026-06-01T12:00:00Z' - (${secondsAgo}) * interval '1 second'
     FROM generate_series(1, ${count}) AS n`,
    [volume.owner.tenantId],
  );

/** Looks at a new attempt on a device, with the statement that walks. */
async function look(device: string, identity: string, rules: Partial<DeviceRules> = {}) {
  const { tenantId } = volume.owner;
  const begun = { subject: { kind: 'transaction', id: asId(newId()) } as const, attemptId: asId(newId()) };
  await volume.filler.query(
    `INSERT INTO capture_devices (tenant_id, subject_kind, subject_id, attempt_id, device_hash, identity_hash, used_at)
     VALUES ($1, 'transaction', $2, $3, $4, $5, $6)`,
    [tenantId, begun.subject.id, begun.attemptId, hashOf(device), hashOf(identity), NOW],
  );
  const recorder = volume.record();
  const found = await isDeviceOfMany(recorder.db, tenantId, begun, { ...RULES, ...rules }, NOW);
  await volume.filler.query('DELETE FROM capture_devices WHERE attempt_id = $1', [begun.attemptId]);
  const statement = recorder.statements.at(-1);
  if (!statement) return { found, buffers: 0, rows: 0 };
  const { plan, buffers } = await explain(recorder.pool, statement);
  return { found, buffers, rows: rowsRead(plan) };
}

beforeAll(async () => {
  volume = await openVolume();
  await fill(MANY, "'busy device'", "'busy person'", 'n');
  await fill(2_000, "'shared device'", "'new ' || n", '86400');
  await fill(2_000, "'device of old ones'", "'old ' || n", '60 * 86400');
  await fill(3, "'device at the edge'", "'edge ' || n", '30 * 86400');
  await fill(3, "'device beyond the edge'", "'edge ' || n", '30 * 86400 + 1');
}, 720_000);
afterAll(() => volume.close());

describe.each(['before the table was analyzed', 'after it was analyzed and vacuumed'])(
  'identities of a device, %s (R65)',
  (when) => {
    beforeAll(async () => {
      if (when.startsWith('after')) await volume.filler.query('VACUUM ANALYZE capture_devices');
    }, 720_000);

    test(`one of ${MANY} uses by one person reads as few pages as one of a single use`, async () => {
      const single = await look('single device', 'single person');
      const busy = await look('busy device', 'busy person');
      expect([single.found, busy.found]).toEqual([false, false]);
      for (const { buffers, rows } of [single, busy]) {
        expect(buffers).toBeLessThanOrEqual(2 * PAGES_OF_A_STEP);
        expect(rows).toBeLessThanOrEqual(8);
      }
    });

    test('a device of 2,000 identities is known after those that the company allows', async () => {
      const { found, buffers } = await look('shared device', 'somebody');
      expect(found).toBe(true);
      expect(buffers).toBeLessThanOrEqual(8 * PAGES_OF_A_STEP);
    });

    test(`a walk through identities of long ago ends after ${MAX_STEPS} steps, and counts as many`, async () => {
      const { found, buffers } = await look('device of old ones', 'somebody');
      expect(found).toBe(true);
      expect(buffers).toBeLessThanOrEqual((MAX_STEPS + 4) * PAGES_OF_A_STEP);
    });
  },
);

describe('counting identities of a device (R65)', () => {
  test.each([
    ['exactly 30 days old count', 'device at the edge', 'a fourth', {}, true],
    ['of 30 days and a second count no more', 'device beyond the edge', 'a fourth', {}, false],
    ['with the own one among them are three', 'device at the edge', 'edge 1', {}, false],
    ['are within a limit of four', 'device at the edge', 'a fourth', { identitiesPerDevice: 4 }, false],
    ['of before a shorter time do not count', 'device at the edge', 'a fourth', { deviceDays: 29 }, false],
  ] as const)('three that are %s', async (_what, device, identity, rules, expected) => {
    expect((await look(device, identity, rules)).found).toBe(expected);
  });

  test('nothing is asked where the company ignores devices, or the attempt has none', async () => {
    expect(
      (await look('shared device', 'somebody', { deviceManyIdentities: 'ignore' })).found,
    ).toBeUndefined();
    const begun = { subject: { kind: 'process', id: asId(newId()) } as const, attemptId: asId(newId()) };
    const found = await isDeviceOfMany(volume.db, volume.owner.tenantId, begun, RULES, NOW);
    expect(found).toBeUndefined();
  });

  test('what is older than the retention goes, in batches, and the rest stays (R90)', async () => {
    const before = new Date(NOW.getTime() - 59 * 86_400_000);
    const deleted: number[] = [];
    do deleted.push(await deleteOldDevices(volume.db, before, 800));
    while (deleted.at(-1));
    expect(deleted).toEqual([800, 800, 400, 0]);
    const { rows } = await volume.filler.query('SELECT count(*)::integer AS left FROM capture_devices');
    expect(rows).toEqual([{ left: MANY + 2_006 }]);
  });
});
