import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdPlainHttp, holdProxies } from '../../../clients/suite/connections-suite.ts';
import type { DrivenClient, Job } from '../../../clients/suite/driven-client.ts';
import { Titular } from '../src/index.ts';
import { SECRET } from './scripted-service.ts';

const DRIVE = fileURLToPath(new URL('drive.ts', import.meta.url));

/** In a process of its own: the platform reads the name of a proxy at its start. */
async function driveApart(job: Job, proxies: Record<string, string>): ReturnType<DrivenClient> {
  const program = `console.log(JSON.stringify(await (await import(${JSON.stringify(DRIVE)})).drive(${JSON.stringify(job)})))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { NODE_USE_ENV_PROXY: '1', ...proxies },
  });
  return JSON.parse(stdout);
}

describe('as every client of the service', () => {
  holdProxies((job, proxy) => driveApart(job, { HTTPS_PROXY: proxy }));
  holdPlainHttp((job, env = {}) => driveApart(job, env));
});

describe('where the program itself set a proxy for all requests', () => {
  class ProxyAgent {}
  const DISPATCHER = Symbol.for('undici.globalDispatcher.2');

  /** The names of dispatchers are those of Node.js, as the tests of `NODE_USE_ENV_PROXY` show. */
  function setDispatcher(made: object | undefined): void {
    const kept = globalThis as unknown as Record<symbol, object | undefined>;
    const before = kept[DISPATCHER];
    kept[DISPATCHER] = made;
    onTestFinished(() => {
      kept[DISPATCHER] = before;
    });
  }

  test('plain http is refused at once, and nothing is sent: the proxy would read the credentials', async () => {
    const service = await startScripted();
    setDispatcher(new ProxyAgent());
    const credentials = { kind: 'clientSecret', clientId: 'shop', clientSecret: SECRET } as const;
    const error = await new Titular({ baseUrl: service.url, credentials })
      .limits()
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ kind: 'network', reason: 'PROXY', retryable: false });
    expect(`${error}`).toContain('would read the credentials');
    expect([service.tokenRequests, service.seen]).toEqual([[], []]);
  });

  test('a fetch of its own does as it says', async () => {
    const service = await startScripted();
    setDispatcher(new ProxyAgent());
    const asked: string[] = [];
    const client = new Titular({
      baseUrl: service.url,
      credentials: { kind: 'clientSecret', clientId: 'shop', clientSecret: SECRET },
      fetch: async (address) => {
        asked.push(new URL(`${address}`).pathname);
        return Response.json({ access_token: 'one', expires_in: 3600, limits: [] });
      },
    });
    await client.limits();
    expect(asked).toEqual(['/oauth2/token', '/api/public/v1/limits']);
  });
});
