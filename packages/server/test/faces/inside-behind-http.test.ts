import { ENGINE_VERSION } from '@titular/face-engine/engine/engine-version.ts';
import { StartRefused } from '@titular/server/tenants/keys/master-key.ts';
import { newCpf, startTestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { expect, onTestFinished, test } from 'vitest';
import { announcingInside } from '../../../face-engine/test/http/example-engine.ts';
import {
  answerJson,
  emptyAnswer,
  startScriptedEngine,
} from '../../../face-engine/test/http/scripted-engine.ts';
import { openCamera, perform } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';

test('a face that was enrolled by the engine inside is recognised when the same engine stands behind HTTP (F10)', async () => {
  const clock = createRunningClock();
  const inside = await startTestService({ clock });
  onTestFinished(() => inside.close());
  const merchant = await newMerchant(inside);
  const identity = { key: 'cpf', value: newCpf() };
  const enrolled = await openCamera(inside, merchant, { identity });
  expect(await perform(enrolled.phone, enrolled.attempt, 'a')).toMatchObject({ outcome: 'completed' });
  await eventually(async () => expect((await merchant.read(enrolled.id)).body['status']).toBe('approved'));

  const engine = await announcingInside();
  onTestFinished(() => engine.stop());
  const outside = await startTestService({
    clock,
    sharedWith: inside,
    env: { TITULAR_FACE_ENGINE_URL: engine.url, TITULAR_FACE_ENGINE_SECRET: engine.secret },
  });
  onTestFinished(() => outside.close());
  expect(outside.service.engineVersion).toBe(ENGINE_VERSION);
  const again = await openCamera(outside, merchant, { identity, orderNumber: 'again' });
  expect(await perform(again.phone, again.attempt, 'a')).toMatchObject({ outcome: 'completed' });
  const { db } = inside.service.database;
  const reasonsOf = async () =>
    (
      await db
        .selectFrom('transactions')
        .select('decision')
        .where('transaction_id', '=', asId(again.id))
        .executeTakeFirstOrThrow()
    ).decision;
  await eventually(async () =>
    expect(await reasonsOf()).toMatchObject({
      result: 'approved',
      engineVersion: ENGINE_VERSION,
      reasons: expect.arrayContaining(['matches_reference']),
    }),
  );
});

test('a service does not start with an engine that announces the one inside and finds no face, and names the setting (F10)', async () => {
  const scripted = await startScriptedEngine((response) =>
    answerJson(response, { ...emptyAnswer, engineVersion: ENGINE_VERSION }),
  );
  const starting = startTestService({ env: { TITULAR_FACE_ENGINE_URL: scripted.url } });
  await expect(starting).rejects.toBeInstanceOf(StartRefused);
  await expect(starting).rejects.toThrow(
    /^TITULAR_FACE_ENGINE_URL cannot be used: the face engine announces .+ give it a version of its own\.$/,
  );
});
