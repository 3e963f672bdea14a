import { ENGINE_VERSION } from '@titular/face-engine/engine/engine-version.ts';
import { EngineUnusableError } from '@titular/face-engine/engine/face-engine.ts';
import { startHttpFaceEngine } from '@titular/face-engine/http/http-face-engine.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';
import { announcingInside } from './example-engine.ts';
import { QUIET } from './quiet-options.ts';
import { answerJson, emptyAnswer, oneFace, startScriptedEngine } from './scripted-engine.ts';

const start = (url: string, secret: string | undefined, changes = {}) =>
  startHttpFaceEngine({ ...QUIET, urls: [url], secret, atOnce: 1, callTimeoutMs: 30_000, ...changes });

test('an engine that announces the version of the one inside and describes faces otherwise is refused, by its distance (F10)', async () => {
  const swapped = await announcingInside((code) =>
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
  await expect(start(scripted.url, undefined)).rejects.toThrow(EngineUnusableError);
});

test('an engine that is exchanged for another under the same name is used no more (F10)', async () => {
  const engine = await announcingInside();
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
