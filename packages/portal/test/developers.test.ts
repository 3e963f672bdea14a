import { EVENT_TYPES, eventTypeCatalogue } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-texts.ts';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { aboutOf } from '../src/pages/developers/events/event-about.ts';
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
