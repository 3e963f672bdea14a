import type { TryOperation } from '@titular/contract/try-operation';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { readConsoleScript } from '@titular/server/api-docs/try/console-script.ts';
import { GIVEN_IDS, triedOperations } from '@titular/server/api-docs/try/describe-try.ts';
import { tryRoutes } from '@titular/server/api-docs/try/try-routes.ts';
import { Refusal } from '@titular/server/kernel/base/refusal.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
let document: OpenApiDocument;
beforeAll(async () => {
  service = await startTestService();
  document = JSON.parse((await get('/openapi.json')).text) as OpenApiDocument;
});
afterAll(() => service?.close());

const get = async (path: string) => {
  const response = await fetch(service.url + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('the page that sends requests, as it is served (D27)', () => {
  test('openTry 200: its policy names one script, the addresses of operations, and no other origin, and allows no origin the API', async () => {
    const { status, headers, text } = await get('/docs/try');
    expect(status).toBe(200);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((one) => {
        const [name = '', ...sources] = one.split(' ');
        return [name, sources] as const;
      }),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual([`${service.url}/docs/try/console.js`]);
    expect(policy.get('sandbox')).toEqual(['allow-scripts', 'allow-same-origin']);
    const asked = policy.get('connect-src') ?? [];
    expect(asked.filter((source) => !source.startsWith(`${service.url}/`))).toEqual([]);
    const paths = asked.map((source) => source.slice(service.url.length));
    expect(paths.filter((path) => /^\/(?:$|c\/|capture|sdk|portal)/.test(path))).toEqual([]);
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|\*|data:|blob:/);
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(text.match(/<script/g)).toHaveLength(1);
    for (const path of ['/docs/try', '/api/public/v1/limits'])
      expect((await get(path)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('readTryScript 200: is one file of our own', async () => {
    const { status, headers, text } = await get('/docs/try/console.js');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(text).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|innerHTML/);
    expect(text.length).toBeLessThan(20_000);
  });

  test('readTryOperation 200: describes every operation behind a token, and names ids as further addresses do', async () => {
    const tried = triedOperations(document);
    const behindToken = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .filter(({ security = [] }) => security[0]?.['accessToken']);
    const ids = tried.map(({ operation }) => operation.operationId);
    expect(behindToken.filter(({ operationId }) => !ids.includes(operationId))).toEqual([]);
    const names = new Set(
      tried.flatMap(({ path }) => [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name)),
    );
    for (const [operationId, name] of Object.entries(GIVEN_IDS))
      expect([operationId, ids.includes(operationId), names.has(name)]).toEqual([operationId, true, true]);
    for (const id of ids) {
      const described = JSON.parse((await get(`/docs/try/operations/${id}`)).text) as TryOperation;
      expect(described.operationId).toBe(id);
      const [path = '', anchor] = described.reference.split('#');
      expect((await get(path)).text).toContain(` id="${anchor}"`);
    }
  });

  test('readTryOperation 404: one that there is not, or that no merchant sends as JSON', async () => {
    for (const id of ['nothing', '__proto__', 'issueToken', 'receivePlatformEvent'])
      expect([id, (await get(`/docs/try/operations/${id}`)).status]).toEqual([id, 404]);
  });

  test('readTryCodes 200: has what to do for each code', async () => {
    const codes = JSON.parse((await get('/docs/try/codes')).text) as Record<string, { description: string }>;
    for (const code of Object.keys(document.components.examples))
      expect(codes[code]?.description).toContain('What to do: ');
  });
});

const OFF = [{ TITULAR_TRY_IT: 'off' }, { TITULAR_PUBLIC_URL: 'https://titular.example' }];

test.each(OFF)('openTry 404: readTryScript 404: nothing of it is there with %o', async (env) => {
  const own = await startTestService({ env });
  try {
    for (const path of ['', '/console.js', '/codes', '/operations/readLimits'])
      expect([path, (await fetch(`${own.url}/docs/try${path}`)).status]).toEqual([path, 404]);
    expect(await (await fetch(`${own.url}/docs/transactions`)).text()).not.toContain('/docs/try');
  } finally {
    await own.close();
  }
});

test('openTry 404: a service whose script was not built says what to do, and everything else is as good', async () => {
  expect(await readConsoleScript('/nowhere/console.js')).toBeUndefined();
});

test('readTryScript 429: readTryOperation 429: one network is let in by the budget of all', async () => {
  const admit = () => Promise.reject(new Refusal('42903'));
  const deps = {
    publicUrl: 'https://titular.example',
    css: '',
    pageHeaders: {},
    openApi: () => document,
    admit,
  };
  const head = { params: {}, query: {}, headers: {}, requestId: 'r', sourceAddress: '192.0.2.1' };
  for (const route of tryRoutes(deps)) await expect(route.admit?.(head)).rejects.toThrow(Refusal);
});
