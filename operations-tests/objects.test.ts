import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { deleteDueObjects } from '@titular/server/pictures/delete-due.ts';
import { checkObjects, movePictures } from '@titular/server/pictures/index.ts';
import { openObjectStore } from '@titular/server/pictures/objects/object-store.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { newCpf, startTestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openCamera, perform, turning } from '../packages/server/test/captures/phone.ts';
import { storedIn } from '../packages/server/test/pictures/object-fixture.ts';
import { newMerchant } from '../packages/server/test/transactions/api.ts';
import { has } from './programs.ts';
import { startSwift } from './swift-fixture.ts';

const LONG_MS = 720_000;

test.runIf(
  has('swift-object-server') && has('swift-proxy-server') && has('memcached') && process.getuid?.() === 0,
)(
  'Swift: a capture is stored, survives a store that was away, moves to the database and back, and nothing of it is left after its erasure (S31, S32, S33)',
  async () => {
    const swift = await startSwift();
    onTestFinished(swift.drop);
    const bucket = (changes: object = {}) =>
      openObjectStore({
        ...{ url: swift.url, ...swift.keys, random: () => 0.5, connectionWords: (words: string) => words },
        ...changes,
      });
    await expect(bucket({ secretKey: 'another-secret' }).put('x', Buffer.from('x'))).rejects.toMatchObject({
      fault: 'denied',
    });

    const service = await startTestService({ clock: createRunningClock(), env: storedIn(swift) });
    onTestFinished(service.close);
    const merchant = await newMerchant(service);
    const identity = { key: 'cpf', value: newCpf() };
    const { phone, attempt, id } = await openCamera(service, merchant, { identity });
    await swift.stopObjects();
    const first = await turning('a')(attempt.poses[0] ?? 'front', 0);
    expect((await phone.frame(attempt.attemptId, 0, first)).body).toMatchObject({ code: '50001' });
    await swift.startObjects();
    await perform(phone, attempt, 'a');
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));

    const { db } = service.service.database;
    const objects = bucket();
    const tenantKeys = createTenantKeys(db, service.service.masterKeys);
    const stopping = new AbortController().signal;
    const deps = { db, clock: systemClock, objects, tenantKeys, stopping, say: () => undefined };
    const kept = attempt.poses.length;
    expect(await movePictures(deps, 'database')).toEqual({ moved: kept, passed: 0, lost: 0, broken: 0 });
    expect(await movePictures(deps, 'objects')).toEqual({ moved: kept, passed: 0, lost: 0, broken: 0 });
    expect(await checkObjects(deps, Date.now())).toMatchObject({ rows: kept, orphans: [], lost: [] });

    const rows = await db.selectFrom('capture_frames').select('object_name').execute();
    const names = rows.map(({ object_name }) => object_name ?? '');
    const { body } = await merchant.call('eraseIdentity', { body: { identity } });
    expect(body['counts']).toMatchObject({ pictures: kept });
    await service.service.database.pool.query(
      `UPDATE object_dues SET due_at = now() - interval '1 second', tried_at = NULL`,
    );
    await deleteDueObjects({ db, objects }, 1_000);
    for (const name of names) expect(await objects.get(name)).toBeUndefined();
  },
  LONG_MS,
);
