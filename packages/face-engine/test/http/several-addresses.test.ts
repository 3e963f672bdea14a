import type { ServerResponse } from 'node:http';
import { EngineUnavailableError } from '@titular/face-engine/engine/face-engine.ts';
import { askOneOf, pickAddress } from '@titular/face-engine/http/ask-one-of.ts';
import { type HttpEngineOptions, startHttpFaceEngine } from '@titular/face-engine/http/http-face-engine.ts';
import type { WatchedAddress } from '@titular/face-engine/http/watched-address.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { QUIET } from './quiet-options.ts';
import { answerJson, emptyAnswer, type ScriptedEngine, startScriptedEngine } from './scripted-engine.ts';

async function start(urls: readonly string[], changes: Partial<HttpEngineOptions> = {}) {
  const options = { ...QUIET, urls, secret: undefined, atOnce: 4, watchEveryMs: 600_000, ...changes };
  const engine = await startHttpFaceEngine(options);
  onTestFinished(() => engine.close());
  return engine;
}

type Behave = (response: ServerResponse) => void;

const sound: Behave = (response) => answerJson(response, emptyAnswer);

/** An engine that answers soundly until it is told how else. */
type Node = { url: string; behave: Behave; pictures(): number };

/** How many requests were pictures: what comes first is the probe. */
const picturesIn = ({ asked }: ScriptedEngine): number =>
  asked.filter(({ body }) => !body.equals(asked[0]?.body ?? Buffer.alloc(0))).length;

async function startNode(): Promise<Node> {
  const node: Node = { url: '', behave: sound, pictures: () => 0 };
  const scripted = await startScriptedEngine((response) => node.behave(response));
  return Object.assign(node, { url: scripted.url, pictures: () => picturesIn(scripted) });
}

/** Two engines that each measured a picture; `sent` tells how many pictures each has been sent since. */
async function startPair(changes: Partial<HttpEngineOptions> = {}) {
  const nodes = [await startNode(), await startNode()] as const;
  let drawn = 0;
  // Each picture draws twice: of equal addresses now the one is taken, then the other.
  const random = (): number => {
    drawn += 1;
    return drawn % 4 < 2 ? 0 : 0.99;
  };
  const urls = nodes.map(({ url }) => url);
  const engine = await start(urls, { random, ...changes });
  const image = await portraitOf('a');
  for (let tries = 0; tries < 20 && nodes.some((node) => node.pictures() === 0); tries += 1)
    await engine.analyse(image);
  const before = nodes.map((node) => node.pictures());
  expect(Math.min(...before)).toBeGreaterThan(0);
  const sent = (): number[] => nodes.map((node, index) => node.pictures() - (before[index] ?? 0));
  return { nodes, engine, image, sent };
}

const FAILURES: readonly [what: string, behave: Behave][] = [
  ['is killed in the middle of an answer', (response) => response.destroy()],
  ['gives no answer', () => undefined],
  ['is unavailable', (response) => answerJson(response, '', 503)],
  ['is full', (response) => answerJson(response, '', 429)],
  ['answers by no contract', (response) => answerJson(response, 'hello')],
  ['has become another', (response) => answerJson(response, { ...emptyAnswer, engineVersion: 'other/2' })],
];

test.each(FAILURES)(
  'every picture is measured when one of two addresses %s: it is asked once at the other (S25)',
  async (_what, behave) => {
    const { nodes, engine, image, sent } = await startPair();
    const [one] = nodes;
    one.behave = behave;
    const measured = await Promise.all(Array.from({ length: 4 }, () => engine.analyse(image)));
    expect(measured.map(({ kind }) => kind)).toEqual(Array(4).fill('analysed'));
    const [failed, there] = sent();
    expect(failed).toBeGreaterThan(0);
    expect(there).toBe(4);
  },
);

test('a picture that both addresses fail is sent to each once', async () => {
  const { nodes, engine, image, sent } = await startPair();
  for (const node of nodes) node.behave = (response) => response.destroy();
  await expect(engine.analyse(image)).rejects.toBeInstanceOf(EngineUnavailableError);
  expect(sent()).toEqual([1, 1]);
  await eventually(() => expect(engine.problem()).toMatch(/cannot be reached/));
});

test.each([400, 500])('a picture that an engine answers with %i is sent to no other', async (status) => {
  const { nodes, engine, image, sent } = await startPair();
  for (const node of nodes) node.behave = (response) => answerJson(response, '', status);
  await expect(engine.analyse(image)).rejects.toThrow(`the face engine answers ${status}`);
  expect(sent().toSorted()).toEqual([0, 1]);
});

test('an address that failed is sent no picture until it has answered the probe (S24)', async () => {
  const { nodes, engine, image, sent } = await startPair({ watchEveryMs: 100 });
  const [one, other] = nodes;
  one.behave = (response) => answerJson(response, '', 503);
  // It fails by a picture, or by the probe if that comes first: then it is sent none.
  for (let tries = 0; tries < 8 && sent()[0] === 0; tries += 1) await engine.analyse(image);
  const before = one.pictures();
  for (let count = 0; count < 5; count += 1) await engine.analyse(image);
  expect(one.pictures()).toBe(before);
  one.behave = sound;
  other.behave = (response) => answerJson(response, '', 503);
  await eventually(async () => expect(await engine.analyse(image)).toMatchObject({ kind: 'analysed' }));
  expect(one.pictures()).toBeGreaterThan(before);
});

test('a service starts with the addresses that answer, and uses the others when they do', async () => {
  const port = await findFreePort();
  const one = await startNode();
  const engine = await start([`http://127.0.0.1:${port}/analyse`, one.url], { watchEveryMs: 100 });
  const image = await portraitOf('a');
  await expect(engine.analyse(image)).resolves.toMatchObject({ kind: 'analysed' });
  const late = await startScriptedEngine(sound, port);
  await eventually(async () => {
    await Promise.all([engine.analyse(image), engine.analyse(image)]);
    expect(picturesIn(late)).toBeGreaterThan(0);
  });
});

test('of addresses with two engines the first in order that answers says which is used', async () => {
  const [one, other] = [await startNode(), await startNode()];
  one.behave = (response) => answerJson(response, { ...emptyAnswer, engineVersion: 'first/1' });
  const engine = await start([one.url, other.url]);
  expect(engine.version).toBe('http/first/1');
  const image = await portraitOf('a');
  for (let count = 0; count < 3; count += 1) await engine.analyse(image);
  expect([one.pictures(), other.pictures()]).toEqual([3, 0]);
});

describe('choosing an address', () => {
  const addressWith = (changes: Partial<WatchedAddress>): WatchedAddress =>
    ({ problem: undefined, isDoubted: false, underWay: 0, timeoutMs: 5_000, ...changes }) as WatchedAddress;

  test.each([
    ['the fewest pictures under way', [{ underWay: 2 }, { underWay: 1 }, { underWay: 3 }], 0, 1],
    ['of equal ones any, by chance', [{ underWay: 1 }, { underWay: 1 }, { underWay: 2 }], 0.99, 1],
    ['one that is sure before one that is doubted', [{ isDoubted: true }, { underWay: 4 }], 0, 1],
    ['one that is doubted before none', [{ problem: 'away' }, { isDoubted: true }], 0, 1],
    ['none that cannot be used', [{ problem: 'away' }], 0, -1],
  ])('takes %s (S24)', (_what, changes, chance, expected) => {
    const addresses = changes.map(addressWith);
    const picked = pickAddress(addresses, { random: () => chance });
    expect(picked ? addresses.indexOf(picked) : -1).toBe(expected);
  });

  test.each([
    ['an engine that answers quickly leaves time for another', 100, 2_000],
    ['an engine that takes long has time for it', 900, 3_600],
    ['an engine that takes most of the time has all of it', 3_200, 5_000],
    ['an engine of which nothing is known has all of it', undefined, 5_000],
  ])('%s', async (_what, usualMs, expected) => {
    const limits: number[] = [];
    const ask = async (_picture: unknown, limitMs: number) => {
      limits.push(limitMs);
      return [];
    };
    const addresses = [addressWith({ usualMs, ask }), addressWith({ underWay: 1 })];
    const picture = { jpeg: Buffer.alloc(0), width: 1, height: 1 };
    const choice = { atOnce: 2, random: () => 0 };
    await askOneOf(addresses, picture, choice, new AbortController().signal);
    expect(limits).toEqual([expected]);
  });

  test('an address with as many pictures as it may have at once is given none that failed elsewhere', async () => {
    const busy = addressWith({ underWay: 2, ask: () => Promise.reject(new Error('was asked')) });
    const failing = addressWith({ ask: () => Promise.reject(new EngineUnavailableError('away')) });
    const picture = { jpeg: Buffer.alloc(0), width: 1, height: 1 };
    const choice = { atOnce: 2, random: () => 0 };
    const asking = askOneOf([failing, busy], picture, choice, new AbortController().signal);
    await expect(asking).rejects.toThrow('away');
  });
});
