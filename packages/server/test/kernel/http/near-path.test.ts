import { createNearPaths } from '@titular/server/kernel/http/near-path.ts';
import { defineRoute, type Route } from '@titular/server/kernel/http/route.ts';
import { describe, expect, test, vi } from 'vitest';

const row = (method: Route['method'], path: string, isOfPortal?: true): Route =>
  defineRoute({
    ...{ operationId: `${method} ${path}`, summary: 'A row', method, path, access: 'public' },
    ...{ bodyKind: 'none', responses: {}, ...(isOfPortal ? { isOfPortal } : {}) },
    handle: async () => ({ status: 200, body: '' }),
  });

const BASE = '/api/public/v1/orders';
const nearTo = createNearPaths([
  row('GET', '/'),
  row('GET', BASE),
  row('POST', BASE),
  row('GET', `${BASE}/:id`),
  row('GET', `${BASE}/open`),
  row('GET', '/page/'),
  row('GET', '/portal-page', true),
  row('GET', '/assets/*'),
]);

describe('an address that no row answers comes near to', () => {
  test.each([
    [BASE, 'GET', 'POST'],
    [`${BASE}/1`, 'GET'],
    ['/', 'GET'],
  ])('the same one with another method: %s', (path, ...methods) => {
    expect(nearTo(path)).toMatchObject({ methods, isSame: true });
  });

  test.each([
    [`${BASE}/`, BASE],
    [`${BASE}/1/`, `${BASE}/{id}`],
    [`${BASE}/open/`, `${BASE}/open`],
    [`/${BASE}`, BASE],
    ['/API/public/V1/Orders', BASE],
    ['/orders', BASE],
    ['/orders/1', `${BASE}/{id}`],
    ['/page', '/page/'],
    ['//', '/'],
  ])('one that is written otherwise: %s is %s', (path, written) => {
    expect(nearTo(path)).toMatchObject({ written, isSame: false });
  });

  test.each(['/nothing', `${BASE}/1/2`, '/portal-page', '/Portal-Page/', '/assets/a.js', '/%ff'])(
    'none: %s',
    (path) => {
      expect(nearTo(path)).toBeUndefined();
    },
  );
});

test('a path of thousands of slashes is taken apart once, however many addresses there are', () => {
  const split = vi.spyOn(String.prototype, 'split');
  const lower = vi.spyOn(String.prototype, 'toLowerCase');
  try {
    expect(nearTo('/a'.repeat(8_000))).toBeUndefined();
    expect([split.mock.calls.length, lower.mock.calls.length]).toEqual([1, 0]);
  } finally {
    split.mockRestore();
    lower.mockRestore();
  }
});
