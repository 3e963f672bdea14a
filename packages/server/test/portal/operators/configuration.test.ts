import { readConfig, settings } from '@titular/server/config/config.ts';
import { warnOfConfig } from '@titular/server/portal/deployment/config-warnings.ts';
import { describeConfig } from '@titular/server/portal/deployment/describe-config.ts';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import { startTestService } from '@titular/test-kit/start-test-service.ts';
import { describe, expect, test } from 'vitest';

const CANARY = 'canary-4111222233334444';
const KEY = Buffer.alloc(32, 7).toString('base64');

const describeOne = (env: Record<string, string>, variable: string) =>
  describeConfig(readConfig(env)).find((one) => one.variable === variable);

describe('settings as an operator sees them', () => {
  test('are every setting of the table, in its order', () => {
    expect(describeConfig(readConfig({})).map(({ variable }) => variable)).toEqual(
      settings.map(({ variable }) => variable),
    );
  });

  test('say where each value is from', () => {
    expect(describeOne({ PORT: '9000' }, 'PORT')).toMatchObject({ value: '9000', source: 'environment' });
    expect(describeOne({ PORT: ' ' }, 'PORT')).toMatchObject({ value: '8787', source: 'default' });
    expect(describeOne({}, 'TITULAR_TRUSTED_PROXIES')).toMatchObject({ isSet: false, source: 'default' });
    expect(describeOne({ TITULAR_WEBHOOK_LOOPBACK: 'on' }, 'TITULAR_WEBHOOK_LOOPBACK')?.value).toBe('on');
  });

  test('have no value of a secret, and none of the credentials and queries of an address', () => {
    const described = describeConfig(
      readConfig({
        DATABASE_URL: `postgresql://titular:${CANARY}@127.0.0.1:5432/titular`,
        TITULAR_MASTER_KEY: KEY,
        TITULAR_FACE_ENGINE_URL: 'https://engine.example/measure',
        TITULAR_FACE_ENGINE_SECRET: `${CANARY}-of-the-engine`,
      }),
    );
    const text = JSON.stringify(described);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(KEY);
    for (const { secret, variable } of settings)
      if (secret) expect(described.find((one) => one.variable === variable)).not.toHaveProperty('value');
    expect(described.find(({ variable }) => variable === 'DATABASE_URL')).toMatchObject({ isSet: true });
    const url = { ...readConfig({}), otlpUrl: `https://me:${CANARY}@traces.example/v1?key=${CANARY}` };
    expect(describeConfig(url).find(({ variable }) => variable === 'TITULAR_OTLP_URL')?.value).toBe(
      'https://traces.example/v1',
    );
  });

  test.each([
    [{}, []],
    [{ TITULAR_PUBLIC_URL: 'http://pay.example' }, ['no-tls']],
    [{ TITULAR_PUBLIC_URL: 'https://pay.example' }, ['no-proxy-named']],
    [{ TITULAR_PUBLIC_URL: 'https://pay.example', TITULAR_TRUSTED_PROXIES: '10.0.0.1' }, []],
    [{ TITULAR_WEBHOOK_LOOPBACK: 'on' }, ['loopback-webhooks']],
    [{ TITULAR_ERASURE_LEDGER: 'off' }, ['no-erasure-ledger']],
  ])('%j is warned of as %j', (env, warnings) => {
    expect(warnOfConfig(readConfig(env as Record<string, string>))).toEqual(warnings);
  });

  test('come to the page from the process that answers, with what is unknown', async () => {
    const service = await startTestService();
    try {
      const operator = await addOperator(service);
      service.config.unknownSettings = ['TITULAR_PROT (PORT?)'];
      const { settings: shown, unknown } = await operator.browser.call('readConfiguration');
      expect(shown).toHaveLength(settings.length);
      expect(shown.every(({ differs }) => !differs)).toBe(true);
      expect(unknown).toEqual(['TITULAR_PROT (PORT?)']);
    } finally {
      await service.close();
    }
  });
});
