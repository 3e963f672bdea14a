import { readConfig } from '@titular/server/config/config.ts';
import { listNodes } from '@titular/server/nodes/node-store.ts';
import { StartRefused } from '@titular/server/tenants/keys/master-key.ts';
import { startTestService } from '@titular/test-kit';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  answerJson,
  emptyAnswer,
  startScriptedEngine,
} from '../../../../face-engine/test/http/scripted-engine.ts';
import { checked } from '../../transactions/api.ts';

const FIRST = 'http://127.0.0.1:9000/analyse';
const SECOND = 'http://127.0.0.1:9001/analyse';
const SECRET = 'correct-horse-battery';

describe('the setting of the other engine (S26)', () => {
  test('takes addresses, or the precision of the engine inside', () => {
    const addresses = readConfig({
      TITULAR_FACE_ENGINE_URL: FIRST,
      TITULAR_OTHER_FACE_ENGINE: `${SECOND},http://127.0.0.1:9002/analyse`,
      TITULAR_OTHER_FACE_ENGINE_SECRET: SECRET,
    });
    expect(addresses.otherFaceEngine).toEqual([SECOND, 'http://127.0.0.1:9002/analyse']);
    expect(readConfig({ TITULAR_OTHER_FACE_ENGINE: 'int8' }).otherFaceEngine).toBe('int8');
    const back = { TITULAR_FACE_ENGINE_URL: FIRST, TITULAR_OTHER_FACE_ENGINE: 'float32' };
    expect(readConfig(back).otherFaceEngine).toBe('float32');
    expect(readConfig({}).otherFaceEngine).toBeUndefined();
  });

  test.each([
    [
      'the present precision',
      { TITULAR_OTHER_FACE_ENGINE: 'float32' },
      /another engine than the present one/,
    ],
    [
      'a present address',
      { TITULAR_FACE_ENGINE_URL: FIRST, TITULAR_OTHER_FACE_ENGINE: FIRST },
      /another engine than the present one/,
    ],
    [
      'whole numbers without native code',
      { TITULAR_OTHER_FACE_ENGINE: 'int8', TITULAR_FACE_RUNTIME: 'wasm' },
      /requires native code/,
    ],
    [
      'an engine node',
      { TITULAR_ROLE: 'engine', TITULAR_FACE_ENGINE_SECRET: SECRET, TITULAR_OTHER_FACE_ENGINE: 'int8' },
      /is for processes that take captures or decide/,
    ],
    [
      'a secret for the engine inside',
      { TITULAR_OTHER_FACE_ENGINE: 'int8', TITULAR_OTHER_FACE_ENGINE_SECRET: SECRET },
      /requires addresses/,
    ],
    [
      'another host without TLS in production',
      {
        TITULAR_ENV: 'production',
        TITULAR_PUBLIC_URL: 'https://a.example',
        TITULAR_MASTER_KEY: `${'A'.repeat(43)}=`,
        DATABASE_URL: 'postgresql://titular@localhost/titular',
        TITULAR_OTHER_FACE_ENGINE: 'http://10.0.0.7/analyse',
      },
      /^TITULAR_OTHER_FACE_ENGINE must be an https address/,
    ],
  ])('is refused with %s', (_what, env, words) => {
    expect(() => readConfig(env)).toThrow(words);
  });
});

describe('a service in a change of engine (S26)', () => {
  test('starts while the other engine is away, says so, and takes it up when it comes', async () => {
    const port = await findFreePort();
    const service = await startTestService({
      env: { TITULAR_OTHER_FACE_ENGINE: `http://127.0.0.1:${port}/analyse` },
    });
    onTestFinished(() => service.close());
    const readiness = async () =>
      (await checked('readReadiness', await fetch(`${service.url}/readyz`))).body['warnings'];
    const otherOf = async () => (await listNodes(service.service.database.db))[0]?.otherEngineVersion;
    expect(await readiness()).toEqual(['other_engine_unavailable']);
    expect(await otherOf()).toBe('');
    await startScriptedEngine((response) => answerJson(response, emptyAnswer), port);
    await eventually(async () => {
      expect(await readiness()).toBeUndefined();
      expect(await otherOf()).toBe('http/scripted/1');
    });
  });

  test('does not start with two engines of one version, and names it', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => startScriptedEngine((response) => answerJson(response, emptyAnswer))),
    );
    const starting = startTestService({
      env: { TITULAR_FACE_ENGINE_URL: String(one?.url), TITULAR_OTHER_FACE_ENGINE: String(two?.url) },
    });
    await expect(starting).rejects.toBeInstanceOf(StartRefused);
    await expect(starting).rejects.toThrow(/^TITULAR_OTHER_FACE_ENGINE names an engine of http\/scripted\/1/);
  });
});
