import type { ServerResponse } from 'node:http';
import { EngineUnavailableError } from '@titular/face-engine/engine/face-engine.ts';
import { type HttpEngineOptions, startHttpFaceEngine } from '@titular/face-engine/http/http-face-engine.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';
import { QUIET } from './quiet-options.ts';
import { answerJson, emptyAnswer, startScriptedEngine } from './scripted-engine.ts';

async function start(urls: readonly string[], changes: Partial<HttpEngineOptions> = {}) {
  const options = { ...QUIET, urls, secret: undefined, atOnce: 4, watchEveryMs: 60_000, ...changes };
  const engine = await startHttpFaceEngine(options);
  onTestFinished(() => engine.close());
  return engine;
}

/** An engine that answers soundly until it is told how else. */
async function startNode() {
  const sound = (response: ServerResponse): void => answerJson(response, emptyAnswer);
  const node = { behave: sound, url: '', asked: [] as unknown[] };
  const { url, asked } = await startScriptedEngine((response) => node.behave(response));
  return Object.assign(node, { url, asked, sound });
}

const FAILURES: readonly [what: string, behave: (response: ServerResponse) => void][] = [
  ['is killed in the middle of an answer', (response) => response.destroy()],
  ['gives no answer', () => undefined],
  ['breaks', (response) => answerJson(response, '', 500)],
  ['is unavailable', (response) => answerJson(response, '', 503)],
  ['is full', (response) => answerJson(response, '', 429)],
  ['answers by no contract', (response) => answerJson(response, 'hello')],
  ['has become another', (response) => answerJson(response, { ...emptyAnswer, engineVersion: 'other/2' })],
];

test.each(FAILURES)(
  'no picture is lost when one of two addresses %s: it is asked once at the other (S25)',
  async (_what, behave) => {
    const [one, other] = [await startNode(), await startNode()];
    const engine = await start([one.url, other.url], { callTimeoutMs: 3_000 });
    one.behave = behave;
    const image = await portraitOf('a');
    const measured = await Promise.all(Array.from({ length: 8 }, () => engine.analyse(image)));
    expect(measured.map(({ kind }) => kind)).toEqual(Array(8).fill('analysed'));
    expect(engine.problem()).toBeUndefined();
  },
);

test('the address with the fewest pictures under way is asked (S24)', async () => {
  const [one, other] = [await startNode(), await startNode()];
  const engine = await start([one.url, other.url]);
  const held: (() => void)[] = [];
  one.behave = (response) => void held.push(() => one.sound(response));
  const before = other.asked.length;
  const image = await portraitOf('a');
  const first = engine.analyse(image);
  await eventually(() => expect(held).toHaveLength(1));
  for (let count = 0; count < 5; count += 1) await engine.analyse(image);
  expect([held.length, other.asked.length - before]).toEqual([1, 5]);
  held[0]?.();
  await expect(first).resolves.toMatchObject({ kind: 'analysed' });
});

test('an address that failed is asked no more until it answers the probe; then it is asked again (S24)', async () => {
  const [one, other] = [await startNode(), await startNode()];
  const engine = await start([one.url, other.url], { watchEveryMs: 200 });
  const image = await portraitOf('a');
  one.behave = (response) => answerJson(response, '', 503);
  other.behave = (response) => answerJson(response, '', 503);
  await expect(engine.analyse(image)).rejects.toBeInstanceOf(EngineUnavailableError);
  await eventually(() => expect(engine.problem()).toMatch(/503/));
  other.behave = other.sound;
  await eventually(() => expect(engine.problem()).toBeUndefined());
  await expect(engine.analyse(image)).resolves.toMatchObject({ kind: 'analysed' });
  one.behave = one.sound;
  other.behave = (response) => answerJson(response, '', 503);
  await eventually(async () => expect(await engine.analyse(image)).toMatchObject({ kind: 'analysed' }));
});

test('a service starts with the addresses that answer, and uses the others when they do', async () => {
  const away = `http://127.0.0.1:${await findFreePort()}/analyse`;
  const one = await startNode();
  const engine = await start([away, one.url]);
  expect(engine.problem()).toBeUndefined();
  await expect(engine.analyse(await portraitOf('a'))).resolves.toMatchObject({ kind: 'analysed' });
});
