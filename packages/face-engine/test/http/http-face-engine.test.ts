import { FaceEngineAnswer } from '@titular/contract';
import { EngineBusyError, EngineUnavailableError } from '@titular/face-engine/engine/face-engine.ts';
import { type HttpEngineOptions, startHttpFaceEngine } from '@titular/face-engine/http/http-face-engine.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import sharp from 'sharp';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeEngine } from '../engine/engine-suite.ts';
import { type ExampleEngine, readGuide, startExample } from './example-engine.ts';
import { QUIET } from './quiet-options.ts';
import { answerJson, emptyAnswer, oneFace, startScriptedEngine } from './scripted-engine.ts';

const SECRET = 'secret-of-this-test';

const optionsFor = (url: string, changes: Partial<HttpEngineOptions> = {}): HttpEngineOptions => ({
  urls: [url],
  secret: SECRET,
  atOnce: 1,
  ...QUIET,
  ...changes,
});

/** An engine that is closed with the test. */
async function start(url: string, changes: Partial<HttpEngineOptions> = {}) {
  const engine = await startHttpFaceEngine(optionsFor(url, changes));
  onTestFinished(() => engine.close());
  return engine;
}

let example: ExampleEngine;
beforeAll(async () => {
  example = await startExample();
});
afterAll(() => example.stop());

describeEngine('an engine behind HTTP: the one of the guide', ({ queueLimit } = {}) =>
  startHttpFaceEngine(
    optionsFor(example.url, {
      secret: example.secret,
      // The probe of a slow machine and a picture may share the engine's one thread.
      callTimeoutMs: 30_000,
      ...(queueLimit === undefined ? {} : { queueLimit }),
    }),
  ),
);

describe('what is sent', () => {
  test('a clean, upright JPEG of at most 1024 pixels with the secret, and nothing of the camera (R63)', async () => {
    const scripted = await startScriptedEngine((response) => answerJson(response, emptyAnswer));
    const engine = await start(scripted.url);
    const large = await sharp(await portraitOf('a'))
      .resize(2400, 1800)
      .toBuffer();
    const tagged = await sharp(large)
      .rotate(90)
      .withExif({
        IFD0: { Make: 'CANARYMAKER' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
      })
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    expect(await engine.analyse(tagged)).toMatchObject({ kind: 'analysed', faceCount: 0 });
    const { headers, method, path, body } = scripted.asked.at(-1) ?? expect.fail('nothing was sent');
    expect([method, path]).toEqual(['POST', '/analyse']);
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', authorization: `Bearer ${SECRET}` });
    const sent = await sharp(body).metadata();
    expect(sent).toMatchObject({ format: 'jpeg', width: 1024, height: 768, channels: 3 });
    expect([sent.exif, sent.icc, sent.xmp, sent.orientation]).toEqual(Array(4).fill(undefined));
    expect(body.includes('CANARY')).toBe(false);
  });

  test('what is no picture reaches nobody (R63)', async () => {
    const scripted = await startScriptedEngine((response) => answerJson(response, emptyAnswer));
    const engine = await start(scripted.url);
    const before = scripted.asked.length;
    expect(await engine.analyse((await portraitOf('a')).subarray(0, 900))).toMatchObject({ kind: 'refused' });
    expect(scripted.asked).toHaveLength(before);
  });

  test('at most so many at once, and each picture once (R70, R72)', async () => {
    const scripted = await startScriptedEngine((response) => {
      setImmediate(() => answerJson(response, emptyAnswer));
    });
    const engine = await start(scripted.url, { atOnce: 2, watchEveryMs: 60_000 });
    const image = await portraitOf('a');
    await Promise.all(Array.from({ length: 20 }, () => engine.analyse(image)));
    expect(scripted.most()).toBeLessThanOrEqual(2);
    expect(scripted.asked).toHaveLength(21);
  });
});

describe('answers are believed only as far as the contract goes', () => {
  const withFace = (change: object) => ({ ...emptyAnswer, faces: [{ ...oneFace, ...change }] });
  const numbers = (change: unknown) => JSON.stringify(withFace({})).replace('0.127', String(change));

  test.each<[string, unknown, RegExp]>([
    ['no JSON', 'hello', /no JSON/],
    ['NaN', numbers('NaN'), /no JSON/],
    ['a number that is infinite', numbers('1e999'), /\/faces\/0\/descriptor\/127/],
    ['a number that is text', numbers('"1"'), /\/faces\/0\/descriptor\/127/],
    ['nothing in place of a number', numbers('null'), /\/faces\/0\/descriptor\/127/],
    ['a number too many', withFace({ descriptor: [...oneFace.descriptor, 1] }), /129 numbers, not 128/],
    ['a descriptor of zeros', withFace({ descriptor: Array(128).fill(0) }), /all zeros/],
    [
      'too many faces',
      { ...emptyAnswer, faces: Array(17).fill(oneFace) },
      /\/faces breaks the rule "maxItems"/,
    ],
    ['a face beside the picture', withFace({ box: { x: 5000, y: 0, width: 10, height: 10 } }), /outside/],
    ['a face without size', withFace({ box: { ...oneFace.box, width: 0 } }), /\/faces\/0\/box\/width/],
    [
      'both eyes in one place',
      withFace({ landmarks: { ...oneFace.landmarks, leftEye: { x: 130, y: 150 } } }),
      /one place/,
    ],
    ['a certainty above 1', withFace({ score: 1.01 }), /\/faces\/0\/score/],
    ['a member that is not known', { ...emptyAnswer, CANARY: 'CANARY' }, /additionalProperties/],
    ['no version', { ...emptyAnswer, engineVersion: undefined }, /required/],
    ['another version', { ...emptyAnswer, engineVersion: 'scripted/2' }, /has become http\/scripted\/2/],
    ['another length', { ...emptyAnswer, descriptorLength: 64 }, /64 numbers long, not 128/],
    ['more than 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, /more than it may/],
  ])('%s is a fault that names it, and never the picture', async (_what, body, message) => {
    const scripted = await startScriptedEngine((response, count) =>
      answerJson(response, count === 0 ? emptyAnswer : body),
    );
    const engine = await start(scripted.url);
    const error = await engine.analyse(await portraitOf('a')).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toMatch(/CANARY|xxx|0\.126/);
    expect((error as Error).message.length).toBeLessThan(200);
  });

  test('a redirect is not followed, so that picture and secret go nowhere else', async () => {
    const other = await startScriptedEngine((response) => answerJson(response, emptyAnswer));
    const scripted = await startScriptedEngine((response, count) => {
      if (count === 0) answerJson(response, emptyAnswer);
      else response.writeHead(307, { location: other.url }).end();
    });
    const engine = await start(scripted.url);
    await expect(engine.analyse(await portraitOf('a'))).rejects.toThrow('answers 307');
    expect(other.asked).toEqual([]);
  });

  test('the answer of the guide is one, once its descriptor is filled in', async () => {
    const answer = JSON.parse(await readGuide('json', 'answer'));
    answer.faces[0].descriptor = oneFace.descriptor;
    expect(Value.Check(FaceEngineAnswer, answer)).toBe(true);
    const scripted = await startScriptedEngine((response) => answerJson(response, answer));
    const starting = startHttpFaceEngine(optionsFor(scripted.url));
    // Its face lies beyond the small picture of the probe.
    await expect(starting).rejects.toThrow('box lies outside the picture');
  });
});

describe('an engine that is full or away', () => {
  test('429 asks to wait, and is no reason to doubt the engine (R70)', async () => {
    const scripted = await startScriptedEngine((response, count) =>
      answerJson(response, emptyAnswer, count === 0 ? 200 : 429),
    );
    const engine = await start(scripted.url);
    await expect(engine.analyse(await portraitOf('a'))).rejects.toBeInstanceOf(EngineBusyError);
    expect(engine.problem()).toBeUndefined();
  });

  test('one that takes a request and never answers is away after the limit, and holds nothing up (R72)', async () => {
    const scripted = await startScriptedEngine((response, count) => {
      if (count === 0) answerJson(response, emptyAnswer);
    });
    const engine = await start(scripted.url, { callTimeoutMs: 2_000 });
    const image = await portraitOf('a');
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => engine.analyse(image)));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(EngineUnavailableError) });
    expect(engine.problem()).toBe('the face engine gives no answer in 2000 ms');
    // The first picture, the probe after it, and at most the pictures whose turn came in between.
    expect(scripted.asked.length).toBeLessThan(6);
    const startedMs = performance.now();
    await expect(engine.analyse(image)).rejects.toBeInstanceOf(EngineUnavailableError);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  test('one that stops in the midst of an answer, or closes without one, is away for that picture (R72)', async () => {
    const scripted = await startScriptedEngine((response, count) => {
      if (count === 1) {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('{"engineVersion"', () => response.destroy());
      } else if (count === 3) response.destroy();
      else answerJson(response, emptyAnswer);
    });
    const engine = await start(scripted.url);
    const image = await portraitOf('a');
    for (const round of [1, 2]) {
      await expect(engine.analyse(image), `round ${round}`).rejects.toBeInstanceOf(EngineUnavailableError);
      // The probe that follows is answered.
      await eventually(() => expect(scripted.asked).toHaveLength(1 + 2 * round));
    }
    expect(await engine.analyse(image)).toMatchObject({ kind: 'analysed' });
  });

  test('one that goes away unused is missed by the probe, and found again when it is back', async () => {
    const own = await startExample();
    const engine = await start(own.url, { secret: own.secret, watchEveryMs: 50 });
    await own.stop();
    await eventually(() => expect(engine.problem()).toMatch(/cannot be reached/));
    const back = await startExample({ port: own.port });
    onTestFinished(() => back.stop());
    await eventually(() => expect(engine.problem()).toBeUndefined());
    expect(await engine.analyse(await portraitOf('a'))).toMatchObject({ kind: 'analysed', faceCount: 1 });
  });

  test('one that comes back as another version is not used', async () => {
    const own = await startExample();
    const engine = await start(own.url, { secret: own.secret, watchEveryMs: 50 });
    await own.stop();
    const other = await startExample({
      port: own.port,
      change: (code) => code.replace("'example/1'", "'example/2'"),
    });
    onTestFinished(() => other.stop());
    await eventually(() =>
      expect(engine.problem()).toMatch(/has become http\/example\/2, .+ http\/example\/1$/),
    );
    await expect(engine.analyse(await portraitOf('a'))).rejects.toBeInstanceOf(EngineUnavailableError);
  });
});

describe('the start', () => {
  test('waits until the engine answers the probe, and takes the version from there', async () => {
    const port = await findFreePort();
    const starting = startHttpFaceEngine(
      optionsFor(`http://127.0.0.1:${port}/analyse`, { secret: example.secret, startLimitMs: 30_000 }),
    );
    let isReady = false;
    void starting.then(() => {
      isReady = true;
    });
    const late = await startExample({ port, change: (code) => code.replace("'example/1'", "'late/7'") });
    expect(isReady).toBe(false);
    const engine = await starting;
    expect(engine.version).toBe('http/late/7');
    await engine.close();
    await late.stop();
  });

  test.each<[string, Parameters<typeof answerJson>[1], number, RegExp]>([
    ['refuses the secret', '', 401, /answers 401\.$/],
    ['is no engine', '<html>', 200, /no JSON in UTF-8\.$/],
    ['breaks the contract', { ...emptyAnswer, faces: undefined }, 200, /breaks the rule "required"\.$/],
  ])('ends with one sentence when the engine %s', async (_what, body, status, message) => {
    const scripted = await startScriptedEngine((response) => answerJson(response, body, status));
    await expect(startHttpFaceEngine(optionsFor(scripted.url))).rejects.toThrow(message);
  });

  test('says why no connection came about in the words that it was given', async () => {
    const starting = startHttpFaceEngine(
      optionsFor(`http://127.0.0.1:${await findFreePort()}/analyse`, {
        connectionWords: (message) => `in other words ${message}`,
      }),
    );
    await expect(starting).rejects.toThrow(
      /^names no usable engine: the face engine cannot be reached: in other words .*ECONNREFUSED/,
    );
  });

  test('can be given up while it waits', async () => {
    const stopping = new AbortController();
    const url = `http://127.0.0.1:${await findFreePort()}/analyse`;
    const starting = startHttpFaceEngine(
      optionsFor(url, { startLimitMs: 600_000, stopping: stopping.signal }),
    );
    stopping.abort();
    await expect(starting).rejects.toThrow(/abort/i);
  });
});
