import { EVENT_TYPES, eventTypeCatalogue } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-texts.ts';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { aboutOf } from '../src/pages/developers/events/event-about.ts';
import { MOVING_MS, RESTING_MS, readAgainMs } from '../src/pages/developers/moving.ts';
import { parseDeliveriesSearch, parseEventsSearch } from '../src/routes/developer-search.ts';
import { eventTypes, parseEventType } from '../src/words/event-types.ts';

const ID = '018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0b';

describe('addresses of the developers’ section', () => {
  test('carry ids, states and types, and nothing that was typed by mistake (P38)', () => {
    expect(parseEventsSearch({ company: ID, type: 'process.failed', transaction: ID.toUpperCase() })).toEqual(
      {
        company: ID,
        type: 'process.failed',
        transaction: ID,
      },
    );
    for (const typed of ['A-1002', '52998224725', 'Zenobia Canaria', '53998877 9753', 7, null])
      expect(parseEventsSearch({ type: typed, transaction: typed, company: typed })).toEqual({});
    expect(parseDeliveriesSearch({ state: 'failed', open: ID, card: '4000' })).toEqual({
      state: 'failed',
      open: ID,
    });
    expect(parseDeliveriesSearch({ state: 'sending', open: 'x' })).toEqual({});
  });
});

describe('types of events', () => {
  test('are those of the contract, in its order', () => {
    expect(eventTypes).toEqual(EVENT_TYPES);
    expect([parseEventType('link.requested'), parseEventType('no.such'), parseEventType(undefined)]).toEqual([
      'link.requested',
      undefined,
      undefined,
    ]);
  });

  test.each(LANGUAGES)('and every field of their bodies have words in %s (P4)', (language) => {
    const texts: Readonly<Record<string, unknown>> = dictionaries[language].developers;
    const fields = eventTypeCatalogue.flatMap(({ fields: all }) => all.map(({ name }) => `body_${name}`));
    expect(fields.length).toBeGreaterThan(EVENT_TYPES.length);
    expect(fields.filter((key) => typeof texts[key] !== 'string')).toEqual([]);
  });

  test('name what they are about, each one thing', () => {
    const told = eventTypeCatalogue.map(({ example }) => aboutOf({ ...example, companyId: ID })?.kind);
    expect(told).toEqual([
      ...['transaction', 'transaction', 'process', 'process', 'transaction', 'transaction'],
      ...['endpoint', 'endpoint'],
    ]);
  });
});

describe('deliveries are read again', () => {
  const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
  const nextIn = (ms: number) => new Date(NOW_MS + ms).toISOString();

  test('often while one is on its way, and not for the hours until its next try (P55)', () => {
    const hours = { state: 'pending', nextAttemptAt: nextIn(3 * 3_600_000) } as const;
    expect(readAgainMs([], NOW_MS)).toBe(RESTING_MS);
    expect(readAgainMs([hours, { state: 'delivered' }, { state: 'pending' }], NOW_MS)).toBe(RESTING_MS);
    expect(readAgainMs([hours, { state: 'sending' }], NOW_MS)).toBe(MOVING_MS);
    expect(readAgainMs([{ state: 'pending', nextAttemptAt: nextIn(MOVING_MS) }], NOW_MS)).toBe(MOVING_MS);
  });
});
