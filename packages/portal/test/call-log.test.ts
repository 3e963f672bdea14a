import {
  API_CALL_DAYS,
  errorCatalogue,
  extentOf,
  PERMISSIONS,
  portalOperations,
  publishedOperations,
  STATUS_CLASSES,
  TENANT_ROLES,
} from '@titular/contract';
import { routeTable } from '@titular/server/modules.ts';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-texts.ts';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { createTranslate } from '../src/i18n/texts.ts';
import { meaningOf, remedyOf } from '../src/pages/developers/calls/call-words.ts';
import { callCommand } from '../src/pages/developers/calls/model/call-command.ts';
import {
  CALL_DAYS,
  countCallFilters,
  OUTCOMES,
  parseCallsSearch,
  printMinute,
  toCallsBody,
  toSpan,
} from '../src/pages/developers/calls/model/calls-search.ts';

import { sectionsFor } from '../src/shell/sections.ts';

const CODES = [
  ...new Set(
    routeTable()
      .filter(({ access }) => access === 'token')
      .flatMap(({ operationId }) => [...(publishedOperations[operationId]?.codes ?? [])]),
  ),
];

describe('the address of the log of calls', () => {
  test('carries names, codes and days, and nothing that was typed by mistake (P38)', () => {
    const whole = {
      ...{ operation: 'createTransaction', account: 'shop-backend-2', outcome: '4xx', code: 40002 },
      ...{ from: '2026-03-04', to: '2026-03-05' },
    };
    expect(parseCallsSearch({ ...whole, card: '4000' })).toEqual(whole);
    expect(countCallFilters(parseCallsSearch(whole))).toBe(6);
    for (const typed of ['A-1002', '52998224725', 'Zenobia Canaria', '53998877 9753', 4_000_123_456, null])
      expect(
        parseCallsSearch({
          ...{ operation: typed, account: typed, outcome: typed, code: typed, from: typed, to: typed },
        }),
      ).toEqual({});
  });

  test('asks the server for its whole days, and for the code as text', () => {
    const search = parseCallsSearch({ code: 40002, outcome: '4xx', from: '2026-03-04', to: '2026-03-04' });
    const { from, before } = toSpan(search);
    expect(Date.parse(before ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
    expect(toCallsBody(search)).toEqual({ code: '40002', status: '4xx', from, before });
    expect(toCallsBody({})).toEqual({});
  });

  test('carries the minute since which a number counts, in place of the first day (P11, P38)', () => {
    const at = '2026-03-04T16:20:00.000Z';
    const search = parseCallsSearch({ since: printMinute(at), from: '2026-03-01' });
    expect(search.since).toBe('2026-03-04T16:20Z');
    expect(toSpan(search)).toEqual({ from: at });
    for (const typed of ['2026-03-04', '2026-03-04T16:20:31Z', '2026-99-04T16:20Z', 'A-1002', 4])
      expect(parseCallsSearch({ since: typed })).toEqual({});
  });

  test('knows the classes and the days of the contract', () => {
    expect(OUTCOMES).toEqual(STATUS_CLASSES);
    expect(CALL_DAYS).toBe(API_CALL_DAYS);
  });
});

describe('the command beside the log of calls', () => {
  const url = 'https://api.example/api/public/v1/calls';

  test('asks the API for the same, with the token on no command line (F10)', () => {
    const command = callCommand(url, { code: '40002', from: '2026-03-04T03:00:00.000Z', limit: 50 });
    expect(command).toBe(
      [
        `printf 'header = "Authorization: Bearer %s"' "$ACCESS_TOKEN" | \\`,
        `  curl --silent --config - --get --data-urlencode code=40002 --data-urlencode from=2026-03-04T03:00:00.000Z ${url}`,
      ].join('\n'),
    );
  });

  test('is not there where the API cannot be asked for the same (F10)', () => {
    expect(callCommand(url, { status: '4xx' })).toBeUndefined();
  });
});

describe.each(LANGUAGES)('causes in %s', (language) => {
  const t = createTranslate(language);

  test('have a meaning and a remedy for every code of the API (P4)', () => {
    expect(CODES.length).toBeGreaterThan(50);
    for (const code of CODES) {
      expect(meaningOf(t, code), code).toMatch(/\.$/);
      expect(remedyOf(t, code), code).toMatch(/[.”"]$/);
    }
    expect(remedyOf(t, '40999')).toBeUndefined();
  });
});

test('remedies are those of the error catalogue, word for word (P4)', () => {
  const { calls } = dictionaries.en;
  const texts: Readonly<Record<string, unknown>> = calls;
  for (const code of CODES) expect(texts[`remedy_${code}`], code).toBe(errorCatalogue[code].remedy);
  const said = Object.keys(calls).filter((key) => key.startsWith('remedy_'));
  for (const key of said) expect(Object.keys(errorCatalogue)).toContain(key.slice('remedy_'.length));
});

test('the menu leads to the log of calls whoever the server lets read all of it (P32)', () => {
  const { access, extent } = portalOperations.searchPortalCalls;
  for (const role of TENANT_ROLES) {
    const permissions = PERMISSIONS.filter((one) => extentOf(role, one, 'production') !== undefined);
    const whole = permissions.filter((one) => extentOf(role, one, 'production') === 'all');
    const isThere = sectionsFor({ permissions, whole }).some(({ words }) => words === 'callLogTitle');
    expect(isThere, role).toBe(extentOf(role, access, 'production') === extent);
  }
});
