import { ENGINE_VERSION } from '@titular/server/faces/engine/engine-version.ts';
import { startHttpFaceEngine } from '@titular/server/faces/engine/http-face-engine.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { StartRefused } from '@titular/server/tenants/keys/master-key.ts';
import { newCpf, startTestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';
import { startExample } from './example-engine.ts';
import { answerJson, emptyAnswer, oneFace, startScriptedEngine } from './scripted-engine.ts';

/** The guide's engine, which announces the version of the one inside. */
const announcing = (change = (code: string): string => code) =>
  startExample({
    change: (code) => {
      const announced = code.replaceAll("'example/1'", `'${ENGINE_VERSION}'`);
      if (announced === code) throw new Error('the guide names its version');
      return change(announced);
    },
  });

const start = (url: string, secret: string | undefined, changes = {}) =>
  startHttpFaceEngine({
    ...{ url, secret, atOnce: 1, log: createLog('silent'), random: () => 0.5, startLimitMs: 0 },
    callTimeoutMs: 30_000,
    ...changes,
  });

test('a face that was enrolled by the engine inside is recognised when the same engine stands behind HTTP (F10)', async () => {
  const inside = await startTestService();
  onTestFinished(() => inside.close());
  const merchant = await newMerchant(inside);
  const identity = { key: 'cpf', value: newCpf() };
  const enrolled = await openCamera(inside, merchant, { identity });
  expect(await perform(enrolled.phone, enrolled.attempt, 'a')).toMatchObject({ outcome: 'completed' });
  await eventually(async () => expect((await merchant.read(enrolled.id)).body['status']).toBe('approved'));

  const engine = await announcing();
  onTestFinished(() => engine.stop());
  const outside = await startTestService({
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
        .where('transaction_id', '=', again.id)
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

test('an engine that announces the version of the one inside and describes faces otherwise is refused, by its distance (F10)', async () => {
  const swapped = await announcing((code) =>
    code.replace(
      '[...(await nets.descriptor(picture, found))]',
      '[...(await nets.descriptor(picture, found))].reverse()',
    ),
  );
  onTestFinished(() => swapped.stop());
  await expect(start(swapped.url, swapped.secret)).rejects.toThrow(
    /announces face-api.+ describes a reference face at a distance of [0-9.]+, where 0\.15 is allowed: give it a version of its own/,
  );
});

test.each([
  ['finds no face in it', []],
  ['gives everybody the same numbers', [{ ...oneFace, box: { x: 200, y: 200, width: 200, height: 240 } }]],
])('an engine that announces that version and %s is refused (F10)', async (_what, faces) => {
  const scripted = await startScriptedEngine((response) =>
    answerJson(response, { ...emptyAnswer, engineVersion: ENGINE_VERSION, faces }),
  );
  await expect(start(scripted.url, undefined)).rejects.toThrow(StartRefused);
});

test('an engine that is exchanged for another under the same name is used no more (F10)', async () => {
  const engine = await announcing();
  let isSwapped = false;
  const between = await startScriptedEngine((response) => {
    const sent = between.asked.at(-1)?.body ?? Buffer.alloc(0);
    void fetch(engine.url, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${engine.secret}` },
      body: new Uint8Array(sent),
    })
      .then((reply) => reply.json() as Promise<{ faces: { descriptor: number[] }[] }>)
      .then((answer) => {
        if (isSwapped) for (const face of answer.faces) face.descriptor.reverse();
        answerJson(response, answer);
      });
  });
  onTestFinished(() => engine.stop());
  const opened = await start(between.url, undefined, { watchEveryMs: 200 });
  onTestFinished(() => opened.close());
  expect([opened.version, opened.problem()]).toEqual([ENGINE_VERSION, undefined]);
  isSwapped = true;
  await eventually(() => expect(opened.problem()).toMatch(/reference face at a distance/));
  isSwapped = false;
  await eventually(() => expect(opened.problem()).toBeUndefined());
});

test('any other version keeps the prefix by which it can never be compared with the one inside (F10)', async () => {
  for (const announced of [`${ENGINE_VERSION}/`, ENGINE_VERSION.toUpperCase(), `http/${ENGINE_VERSION}`]) {
    const scripted = await startScriptedEngine((response) =>
      answerJson(response, { ...emptyAnswer, engineVersion: announced }),
    );
    const opened = await start(scripted.url, undefined);
    expect(opened.version).toBe(`http/${announced}`);
    await opened.close();
  }
});
