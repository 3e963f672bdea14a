import { startTestService } from '@titular/test-kit';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { expect, onTestFinished, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { newReferenceBody } from './reference-fixture.ts';

test('after a change of engine the same photographs add the faces of the new version to the same reference (S26)', async () => {
  const [goes, comes] = [createLazyFaceEngine(), createLazyFaceEngine('int8')];
  const before = await startTestService({ engine: goes });
  const after = await startTestService({ engine: comes, sharedWith: before });
  onTestFinished(async () => {
    await after.close();
    await before.close();
  });
  const merchant = await newMerchant(before);
  const body = await newReferenceBody('a');
  const first = await merchant.call('createFaceReference', { body });
  const again = await merchant.call('createFaceReference', { body, target: after });
  const onceMore = await merchant.call('createFaceReference', { body, target: after });
  expect([again.body, onceMore.body]).toEqual([first.body, first.body]);
  const { db } = before.service.database;
  const versions = await db
    .selectFrom('face_templates')
    .select(['engine_version', 'proven_by'])
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .orderBy('engine_version')
    .execute();
  const proven_by = first.body['id'];
  expect(versions).toEqual([
    { engine_version: goes.version, proven_by },
    { engine_version: comes.version, proven_by },
  ]);
});
