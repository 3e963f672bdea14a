import { readdirSync, readFileSync } from 'node:fs';
import { portalOperations } from '@titular/contract/portal-operations';
import { describe, expect, test } from 'vitest';
import { changeKnown } from '../src/lists/change-search.ts';
import { parseCallsAddress } from '../src/pages/developers/calls/model/calls-search.ts';
import { parseLimitsAddress } from '../src/pages/developers/limits/model/limits-search.ts';
import { parsePreferences } from '../src/preferences/preferences.ts';
import { parseDeliveriesSearch, parseEventsSearch } from '../src/routes/developer-search.ts';
import { parseId, parseTenantSearch } from '../src/routes/search.ts';
import { operationOf, type PortalOperationName, pathOf } from '../src/service/endpoint.ts';
import { isReadOnce } from '../src/start/fragment.ts';
import { mayReload } from '../src/start/may-reload.ts';

const ID = '018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0b';

describe('addresses of the page', () => {
  test('give up a fragment that is a secret or names an order (P38)', () => {
    const read = ['/setup', '/invite', '/invite/', '/recover', '/receiver', `/t/${ID}/orders`];
    const left = ['/', '/login', '/me', `/t/${ID}`, `/t/${ID}/team`, '/invite/more', '/t/orders'];
    expect(read.filter((path) => !isReadOnce(path))).toEqual([]);
    expect(left.filter(isReadOnce)).toEqual([]);
  });

  test('carry a company by its id alone', () => {
    expect(parseTenantSearch({ company: ID.toUpperCase(), card: '4000' })).toEqual({ company: ID });
    expect(parseTenantSearch({ company: 'Loja Centro' })).toEqual({});
    expect([ID, 'x', 7, undefined].map(parseId)).toEqual([ID, undefined, undefined, undefined]);
  });
});

describe('links of a page', () => {
  const typed = {
    card: 4_000_123_412_341_234,
    company: '52998224725',
    transaction: 'A-1002',
    open: 7,
    code: 4,
  };

  test.each([
    ['deliveries', parseDeliveriesSearch, { state: 'failed', open: ID }],
    ['events', parseEventsSearch, { type: 'transaction.approved', transaction: ID }],
    ['API calls', parseCallsAddress, { code: 40002, outcome: '4xx' }],
    ['limits', parseLimitsAddress, { rate: 25, to: '2026-03-05' }],
  ] as const)(
    'of %s carry along what it understands, and nothing that was typed (P38)',
    (_, parse, known) => {
      const all: object = { ...typed, ...known };
      expect(changeKnown(parse, {})({ ...all, company: ID })).toEqual({ ...known, company: ID });
      expect(changeKnown(parse, { from: '2026-03-04' })(all)).toEqual({ ...known, from: '2026-03-04' });
      expect(changeKnown(parse, { from: undefined })(typed)).toEqual({});
    },
  );

  test('of the developers’ pages are made by that alone (P38)', () => {
    const pages = new URL('../src/pages/developers/', import.meta.url);
    const sources = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const linking = sources.filter((name) => /search[:=]/.test(readFileSync(new URL(name, pages), 'utf8')));
    expect(linking.length).toBeGreaterThan(5);
    for (const name of linking)
      expect(readFileSync(new URL(name, pages), 'utf8'), name).not.toMatch(
        /changeSearch|\.\.\.all|search(?:=\{true|: true)/,
      );
  });
});

describe('paths of calls', () => {
  const names = Object.keys(portalOperations) as PortalOperationName[];

  test.each(names)('%s has its ids filled in, and nothing else (P38)', (name) => {
    const params = Object.fromEntries(
      [...operationOf(name).path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, ID]),
    );
    expect(pathOf(name, params)).toMatch(/^\/portal\/api\/[a-z0-9/-]+$/);
    for (const key of Object.keys(params)) {
      const { [key]: _, ...others } = params;
      expect(() => pathOf(name, others)).toThrow(key);
    }
  });

  test('are escaped', () => {
    expect(pathOf('readTeam', { tenant_id: 'a/../b?c#d' })).toBe('/portal/api/t/a%2F..%2Fb%3Fc%23d/team');
  });
});

test('what the browser kept is read field by field, and the rest is as at first', () => {
  const first = { theme: 'system', density: 'compact', hasShortcuts: true, language: undefined };
  for (const text of [null, '', 'no JSON', '[]', '"x"', 'null', '{"theme":"pink","density":3}'])
    expect(parsePreferences(text)).toEqual(first);
  const kept =
    '{"theme":"dark","density":"comfortable","hasShortcuts":false,"language":"pt","task":{"tenantId":"t","isFound":true}}';
  expect(parsePreferences(kept)).toEqual({
    theme: 'dark',
    density: 'comfortable',
    hasShortcuts: false,
    language: 'pt',
    task: { tenantId: 't', isShown: false, isFound: true, isRead: false },
  });
});

test('a page whose part is gone reloads by itself once, not again and again (P58)', () => {
  expect(mayReload(1_000_000, undefined)).toBe(true);
  expect(mayReload(1_000_000, 999_000)).toBe(false);
  expect(mayReload(1_000_000, 900_000)).toBe(true);
});
