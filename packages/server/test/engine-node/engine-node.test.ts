import { FaceEngineAnswer } from '@titular/contract';
import { ENGINE_VERSION } from '@titular/face-engine/engine/engine-version.ts';
import { startHttpFaceEngine } from '@titular/face-engine/http/http-face-engine.ts';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { ConfigError, readConfig } from '@titular/server/config/config.ts';
import { type EngineNode, startEngineNode } from '@titular/server/engine-node/index.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { QUIET } from '../../../face-engine/test/http/quiet-options.ts';

const SECRET = 'secret-of-the-engine-node';
const SETTINGS = {
  TITULAR_ROLE: 'engine',
  TITULAR_FACE_ENGINE_SECRET: SECRET,
  TITULAR_ENGINE_THREADS: '1',
  TITULAR_OPERATIONS_PORT: '0',
  PORT: '0',
};

let node: EngineNode;
beforeAll(async () => {
  node = await startEngineNode(readConfig(SETTINGS), createLog('silent'));
}, 360_000);
afterAll(() => node.close());

const ask = (path: string, headers: Record<string, string>, body?: Uint8Array | string) =>
  fetch(node.url + path, {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body: body as BodyInit }),
  });
const KNOWN = { authorization: `Bearer ${SECRET}`, 'content-type': 'image/jpeg' };

describe('an engine node', () => {
  test('proves to a service that it is the engine inside, and describes a face within 0.08 of it (S24)', async () => {
    const options = { urls: [`${node.url}/analyse`], secret: SECRET, atOnce: 1 };
    const engine = await startHttpFaceEngine({ ...QUIET, ...options, callTimeoutMs: 30_000 });
    onTestFinished(() => engine.close());
    expect(engine.version).toBe(ENGINE_VERSION);
    const portrait = await portraitOf('a');
    const outside = await engine.analyse(portrait);
    const reply = (await (await ask('/analyse', KNOWN, portrait)).json()) as FaceEngineAnswer;
    expect(Value.Check(FaceEngineAnswer, reply)).toBe(true);
    const descriptor = outside.kind === 'analysed' ? outside.face?.identity?.descriptor : undefined;
    expect(
      euclideanDistance(
        descriptor ?? new Float32Array(128),
        Float32Array.from(reply.faces[0]?.descriptor ?? []),
      ),
    ).toBeLessThan(0.08);
  });

  test.each([
    ['nobody with a wrong secret', 401, { ...KNOWN, authorization: 'Bearer wrong' }, '/analyse', 'x'],
    ['nobody without one', 401, { 'content-type': 'image/jpeg' }, '/analyse', 'x'],
    ['no stranger who asks elsewhere, who learns nothing of what is there', 401, {}, '/metrics', 'x'],
    ['no other address', 404, KNOWN, '/', 'x'],
    ['nothing but JPEG', 415, { ...KNOWN, 'content-type': 'application/json' }, '/analyse', '{}'],
    ['no picture that cannot be decoded', 400, KNOWN, '/analyse', 'no picture'],
    ['no picture beyond the limit of bytes', 413, KNOWN, '/analyse', 'x'.repeat(20_000_000)],
  ])('answers %s (%i)', async (_what, status, headers, path, body) => {
    const reply = await ask(path, headers as Record<string, string>, body);
    expect([reply.status, await reply.text()]).toEqual([status, '']);
  });

  test('tells on the operations port alone that it can serve, and what it measured (S5, S15)', async () => {
    expect((await ask('/analyse', KNOWN, await portraitOf('b'))).status).toBe(200);
    const ready = await fetch(`${node.operationsUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    const metrics = await (await fetch(`${node.operationsUrl}/metrics`)).text();
    expect(metrics).toMatch(/titular_build_info\{.*role="engine".*\} 1/);
    expect(metrics).toContain('titular_not_ready{cause="engine_unavailable"} 0\n');
    expect(metrics).toMatch(/titular_engine_seconds_count\{engine_version="[^"]+"\} [1-9]/);
  });
});

test.each([
  [{ TITULAR_FACE_ENGINE_SECRET: '' }, /^TITULAR_FACE_ENGINE_SECRET must be set for TITULAR_ROLE=engine/],
  [{ TITULAR_FACE_ENGINE_URL: 'http://127.0.0.1:1' }, /^TITULAR_FACE_ENGINE_URL is for processes that ask/],
  [{ TITULAR_FACE_DESCRIPTOR: 'int8' }, /^TITULAR_FACE_DESCRIPTOR=int8 is for an engine inside the process/],
  [{ TITULAR_ROLE: 'engines' }, /^TITULAR_ROLE must be `all`, `api`, `worker` or `engine`, not "engines"\.$/],
])('an engine node with %j does not start, and says what to change', (changes, sentence) => {
  expect(() => readConfig({ ...SETTINGS, ...changes })).toThrow(sentence);
  expect(() => readConfig({ ...SETTINGS, ...changes })).toThrow(ConfigError);
});
