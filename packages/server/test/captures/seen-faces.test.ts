import type { AttemptView, ChallengePose } from '@titular/contract';
import { listFaceHashes } from '@titular/server/captures/attack-signals/face-hash-store.ts';
import { deleteOldImageHashes } from '@titular/server/captures/attack-signals/frame-hash-store.ts';
import { IMAGE_HASH_DAYS } from '@titular/server/captures/attack-signals/seen-frames.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alteredReplays } from '../../../face-engine/test/hashes/altered-replays.ts';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import * as fixture from './attack-fixture.ts';
import { openCamera, perform } from './phone.ts';
import { askFor, mirroredPoses, recording, recordSession, replay } from './replay-fixture.ts';

let service: TestService;
let first: Merchant;
const clock = createManualClock();
let original: Awaited<ReturnType<typeof recordSession>>;

beforeAll(async () => {
  service = await startTestService({ clock });
  first = await newMerchant(service);
  original = await recordSession(service, first, 'b');
  await endOf(original.id, first);
}, 360_000);
afterAll(() => service.close());

const db = () => service.service.database.db;
const endOf = (id: string, of: Merchant) => fixture.endOf(service, of, id);
const asTheyAre = (poses: readonly ChallengePose[]): readonly ChallengePose[] => poses;

const ALTERED = [
  ['as it was', undefined, asTheyAre],
  ['cropped by 10 %', alteredReplays['cropped by 10 %'], asTheyAre],
  ['rolled by 5 degrees', alteredReplays['rolled by 5 degrees'], asTheyAre],
  ['mirrored', alteredReplays['mirrored'], mirroredPoses],
] as const;

describe.each(['the same tenant', 'another tenant'])('a session that comes again to %s', (whose) => {
  test.each(ALTERED)(
    '%s is not approved, and says that it was seen before (R59, R60, R61)',
    async (_how, alter, asShown) => {
      const owner = whose === 'the same tenant' ? first : await newMerchant(service);
      const { phone, attempt, id } = await openCamera(service, owner);
      const answer = await replay(service, phone, attempt, original.recorded, alter, asShown);
      expect(answer).toMatchObject({ outcome: 'completed' });
      const { status, reasons } = await endOf(id, owner);
      expect([status, reasons]).toEqual(['inconclusive', expect.arrayContaining(['signs_refuse'])]);
      expect(reasons).toContain('frames_seen_before');
    },
    60_000,
  );
});

test('what a tenant is told of a replay names nothing of the tenant that was robbed (R61, R91)', async () => {
  const other = await newMerchant(service);
  const { phone, attempt, id } = await openCamera(service, other);
  await replay(service, phone, attempt, original.recorded);
  await endOf(id, other);
  const told = JSON.stringify([await other.read(id), await phone.view()]);
  const { tenantId, companyId } = first.tenant;
  for (const secret of [original.id, original.attempt.attemptId, tenantId, companyId])
    expect(told).not.toContain(secret);
}, 180_000);

test('the person in another take is approved by another tenant (R61)', async () => {
  const other = await newMerchant(service);
  const session = await recordSession(service, other, 'b');
  expect((await endOf(session.id, other)).status).toBe('approved');
}, 180_000);

describe('within a transaction', () => {
  /** Shows a challenge up to its second step, lets the time of the next run out, and begins again. */
  async function failOnce(owner: Merchant) {
    const opened = await openCamera(service, owner);
    const { show, recorded } = recording('c');
    const poses: ChallengePose[] = ['front', 'left', 'front', 'right', 'front'];
    await askFor(service, opened.attempt, poses);
    const begun = { ...opened.attempt, poses: poses.slice(0, 2) };
    await expect(perform(opened.phone, begun, show)).rejects.toThrow('a challenge that was shown');
    clock.advanceSeconds(20);
    const last = recorded.at(-1)?.jpeg as Buffer;
    for (let position = 2; ; position += 1) {
      const { body } = await opened.phone.frame(opened.attempt.attemptId, position, last);
      if (body['outcome']) break;
      clock.advanceSeconds(20);
    }
    const again = (await opened.phone.start()).body as unknown as AttemptView;
    await askFor(service, again, poses);
    return { ...opened, again: { ...again, poses: poses.slice(0, 2) }, show, recorded };
  }

  test('a turned head that comes again in the next attempt is noted as a film that repeats (R60)', async () => {
    const { phone, again, recorded, id } = await failOnce(await newMerchant(service));
    let step = -1;
    const film = async (_pose: ChallengePose, tries: number) => {
      if (tries === 0) step += 1;
      return recorded[step]?.jpeg as Buffer;
    };
    await expect(perform(phone, again, film)).rejects.toThrow('a challenge that was shown');
    expect(await fixture.signsOf(service, id)).toMatchObject({ frames_repeated: 1 });
  }, 180_000);

  test('a person who makes the same movement in the next attempt leaves no sign (R59)', async () => {
    const { phone, again, show, id } = await failOnce(await newMerchant(service));
    await expect(perform(phone, again, show)).rejects.toThrow('a challenge that was shown');
    expect(Object.keys(await fixture.signsOf(service, id))).not.toContain('frames_repeated');
  }, 180_000);
});

const countHashes = async (tenantId: TenantId): Promise<number[]> => {
  const { rows } = await sql<{ faces: number; pictures: number }>`SELECT
    (SELECT count(*)::integer FROM face_prints WHERE tenant_id = ${tenantId}) AS faces,
    (SELECT count(*)::integer FROM frame_prints WHERE tenant_id = ${tenantId}) AS pictures`.execute(db());
  return Object.values(rows[0] ?? {});
};

describe('prints of faces', () => {
  test('stand nowhere in clear, and are found by an index (R90)', async () => {
    const key = await createDeploymentKey(db(), service.service.masterKeys, 'face-prints')();
    const prints = await listFaceHashes(db(), first.tenant.tenantId, key, asId(original.id));
    expect(prints.length).toBe(original.recorded.length);
    const canaries = Object.fromEntries(prints.map(({ step, hash }) => [`print ${step}`, Buffer.from(hash)]));
    expect(findCanaries(canaries, await dumpDatabase(service))).toEqual([]);
    const plan = await db()
      .transaction()
      .execute(async (trx) => {
        await sql`SET LOCAL enable_seqscan = off`.execute(trx);
        const found = await sql<object>`EXPLAIN SELECT 1 FROM face_prints f
          WHERE (f.parts && '{1,2}'::bigint[] AND (SELECT count(*) FROM unnest(f.parts) AS part WHERE part = 1) > 3)
            OR (f.parts && '{3,4}'::bigint[] AND (SELECT count(*) FROM unnest(f.parts) AS part WHERE part = 3) > 3)`.execute(
          trx,
        );
        return JSON.stringify(found.rows);
      });
    expect(plan).toContain('face_prints_parts');
  });

  test('are forgotten with the person (R93)', async () => {
    const owner = await newMerchant(service);
    const value = newCpf();
    const { id, recorded } = await recordSession(service, owner, 'c', { identity: { key: 'cpf', value } });
    await endOf(id, owner);
    const steps = recorded.length;
    expect(await countHashes(owner.tenant.tenantId)).toEqual([steps, steps]);
    const erased = await owner.call('eraseIdentity', { body: { identity: { key: 'cpf', value } } });
    expect(erased.status).toBe(200);
    expect(await countHashes(owner.tenant.tenantId)).toEqual([0, 0]);
  }, 180_000);

  test('are forgotten in time, also by a release that does not know of them (R93)', async () => {
    const { tenantId } = first.tenant;
    const before = new Date(clock.now().getTime() - IMAGE_HASH_DAYS * 86_400_000);
    expect(await deleteOldImageHashes(db(), before, 1000)).toBe(0);
    expect((await countHashes(tenantId))[0]).toBeGreaterThan(0);
    await deleteOldImageHashes(db(), new Date(clock.now().getTime() + 1000), 1000);
    expect(await countHashes(tenantId)).toEqual([0, 0]);
  });
});
