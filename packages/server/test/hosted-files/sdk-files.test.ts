import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const get = (path: string): Promise<Response> => fetch(service.url + path);

function expectForAnyPage({ status, headers }: Response): void {
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('cache-control')).toBe('public, max-age=300');
}

describe('the files of the web SDK', () => {
  test.each([
    ['titular.js', 'text/javascript; charset=utf-8', 'Titular'],
    ['titular.mjs', 'text/javascript; charset=utf-8', 'export{'],
    ['preflight.js', 'text/javascript; charset=utf-8', 'titularPreflight'],
    ['preflight.mjs', 'text/javascript; charset=utf-8', 'export{'],
    ['manifest.json', 'application/json; charset=utf-8', '"name":"titular"'],
  ])('readSdkFile 200: %s may be loaded and read by any page', async (name, type, part) => {
    const response = await get(`/sdk/${name}`);
    expectForAnyPage(response);
    expect(response.headers.get('content-type')).toBe(type);
    expect((await response.text()).replaceAll(/export \{/g, 'export{')).toContain(part);
  });

  test.each(['missing.js', 'compatible-assets.css.map', '..%2fpackage.json', 'types'])(
    'readSdkFile 404: %s is no file of the SDK',
    async (name) => {
      const response = await get(`/sdk/${name}`);
      expect([response.status, await response.json()]).toMatchObject([404, { code: '40400' }]);
    },
  );

  test('readCompatibleScript 200: the script makes the global that the package calls', async () => {
    const response = await get('/sdk-assets/index.js');
    expectForAnyPage(response);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toContain('UnicoSDKAssets');
  });

  test('readCompatibleStyle 200: the style sheet is there', async () => {
    const response = await get('/sdk-assets/assets/styles.css');
    expectForAnyPage(response);
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await response.text()).toContain('dialog[data-titular]');
  });
});
