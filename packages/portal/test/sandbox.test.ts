import type { SandboxScenario, TimelineEntry } from '@titular/contract';
import { catalogue } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { describe, expect, test } from 'vitest';
import '../src/i18n/all-texts.ts';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { createTranslate } from '../src/i18n/texts.ts';
import { countTaken, movesUntil } from '../src/pages/sandbox/model/progress.ts';
import {
  endWords,
  eventWords,
  findScenarios,
  handEvents,
  scenarioWords,
} from '../src/pages/sandbox/model/scenario-words.ts';
import { parseSandboxSearch } from '../src/routes/developer-search.ts';

const scenarios = catalogue();
const t = createTranslate('en');
const namesOf = (found: readonly SandboxScenario[]): string[] => found.map(({ name }) => name);

describe.each(LANGUAGES)('the catalogue in %s', (language) => {
  const say = createTranslate(language);

  test('has words for every scenario, every step and every end (P4)', () => {
    const wordless = scenarios.filter(
      (one) =>
        (language !== 'en' && one.code === undefined && scenarioWords(one, say) === one.meaning) ||
        scenarioWords(one, say) === '' ||
        endWords(one, say) === '',
    );
    expect(namesOf(wordless)).toEqual([]);
    const events = new Set(scenarios.flatMap(({ steps }) => steps.map(({ event }) => event)));
    expect([...events].filter((event) => eventWords(event, say) === event)).toEqual([]);
  });
});

describe('a search of the catalogue', () => {
  const find = (search: string, kind?: SandboxScenario['kind']) =>
    findScenarios(scenarios, { search, kind }, t);

  test('finds by words of the name, by what is shown, by CPF, by code and by operation', () => {
    expect(namesOf(find('too dark then approved'))).toContain('too-dark-then-approved');
    expect(namesOf(find('99900010736'))).toEqual(['too-dark-then-approved']);
    expect(namesOf(find('40027'))).toContain('error-40027');
    expect(namesOf(find('MAJORITY of nothing'))).toEqual([]);
    expect(namesOf(find('renewLink')).every((name) => name.startsWith('error-'))).toBe(true);
  });

  test('gives all of a kind without words, and refusals last without a kind', () => {
    expect(find('', 'webhooks')).toHaveLength(5);
    expect(find('')).toHaveLength(scenarios.length);
    expect(find('').at(-1)?.kind).toBe('errors');
    expect(find('')[0]?.kind).toBe('ends');
  });

  test('heeds no accents', () => {
    const pt = createTranslate('pt');
    expect(
      namesOf(findScenarios(scenarios, { search: 'cartao nao esta ativo', kind: undefined }, pt)),
    ).toContain('card-inactive');
  });
});

describe('the progress of a run', () => {
  const { steps } = scenarios.find(({ name }) => name === 'too-dark-then-approved') as SandboxScenario;
  const line = (source: TimelineEntry['source'], code: string): TimelineEntry => ({ at: '', source, code });
  const taken = (...timeline: TimelineEntry[]) =>
    countTaken(steps, { timeline, subject: { kind: 'transaction', tenantId: '', id: '' } });

  test('counts the steps that happened, in their order', () => {
    expect(taken(line('step', 'create'))).toBe(0);
    const dark = [line('attempt', 'started'), line('attempt', 'too_dark')];
    expect(taken(...dark)).toBe(1);
    const completed = [...dark, line('attempt', 'completed'), line('step', 'capture-finished')];
    expect(taken(...completed)).toBe(2);
    expect(taken(...completed, line('step', 'approve'))).toBe(3);
    expect(taken(line('step', 'approve'))).toBe(0);
  });

  test('is looked at until a while after the last step', () => {
    const createdAt = '2026-03-04T12:00:00Z';
    expect(movesUntil({ steps }, createdAt)).toBe(Date.parse(createdAt) + 24_000);
    expect(movesUntil({ steps: [] }, createdAt)).toBe(Date.parse(createdAt) + 20_000);
  });
});

test('steps by hand are those of transactions, each once', () => {
  const events = handEvents(scenarios);
  expect(new Set(events).size).toBe(events.length);
  expect(events).toEqual(
    expect.arrayContaining(['approve', 'reject', 'share', 'expire', 'attempt-too-dark']),
  );
  expect(events).not.toContain('fail');
  expect(events).not.toContain('send-again');
});

test('the address of the sandbox leaves out what names no scenario and no id', () => {
  const id = '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01';
  expect(parseSandboxSearch({ scenario: 'approved', transaction: id })).toEqual({
    scenario: 'approved',
    transaction: id,
  });
  expect(parseSandboxSearch({ scenario: '<b>', transaction: 'x', process: '1' })).toEqual({});
});
