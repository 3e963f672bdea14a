import { readFileSync } from 'node:fs';
import {
  ATTEMPT_OUTCOMES,
  CASE_ACTS,
  CHALLENGE_LENGTHS,
  CHALLENGE_MOVEMENTS,
  CHALLENGE_POSES,
  CHALLENGE_REASONS,
  CHECK_RESULTS,
  CHECKS,
  COMPARED_WITH,
  DELIVERY_STATES,
  EVENT_TYPES,
  IMAGE_STATES,
  LATE_LINK_STATES,
  LINK_PURPOSES,
  LINK_STATES,
  PAGE_EVENTS,
  PROCESS_EVENTS,
  PROCESS_PURPOSES,
  PROCESS_RESULTS,
  PROCESS_STATES,
  REASON_CODES,
  REVEALABLE,
  SEARCH_KINDS,
  TIMELINE_SOURCES,
  TRANSACTION_EVENTS,
  TRANSACTION_STATUSES,
  WEBHOOK_STATES,
} from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../../src/i18n/all-texts.ts';
import { LANGUAGES, type Language } from '../../src/i18n/languages.ts';
import { processResults, processStates, transactionStatuses } from '../../src/words/code-lists.ts';
import { nextSteps } from '../../src/words/next-steps.ts';
import { statusViews } from '../../src/words/status-view.ts';
import { timelineSources } from '../../src/words/timeline-line.ts';

const caseStatuses = [...TRANSACTION_STATUSES, ...PROCESS_STATES, ...PROCESS_RESULTS, 'identity_changed'];

/** Every table of codes that a page of a case can show, with the keys that its words have. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  'statuses, states and results': caseStatuses.flatMap((code) => [
    `status_${code}`,
    `status_${code}_why`,
    `status_${code}_next`,
  ]),
  'coded reasons and signs': REASON_CODES.flatMap((code) => [`reason_${code}`, `why_${code}`]),
  'steps after a reason': [...new Set(REASON_CODES.map((code) => `next_${nextSteps[code]}`))],
  outcomes: ATTEMPT_OUTCOMES.flatMap((code) => [`outcome_${code}`, `outcome_${code}_advice`]),
  checks: CHECKS.flatMap((code) => [`check_${code}`, `asked_${code}`]),
  'results of checks': CHECK_RESULTS.map((code) => `result_${code}`),
  comparisons: COMPARED_WITH.map((code) => `compared_${code}`),
  movements: CHALLENGE_MOVEMENTS.map((code) => `movement_${code}`),
  poses: CHALLENGE_POSES.map((code) => `pose_${code}`),
  'lengths of a challenge': CHALLENGE_LENGTHS.map((code) => `length_${code}`),
  'reasons of a challenge': CHALLENGE_REASONS.map((code) => `challenge_${code}`),
  'events of a history': ['create', ...TRANSACTION_EVENTS, ...PROCESS_EVENTS].map((code) => `step_${code}`),
  'types of events': EVENT_TYPES.flatMap((code) => [`event_${code}`, `event_${code}_meaning`]),
  'events of a page': PAGE_EVENTS.map((code) => `page_${code}`),
  'states of a link': LINK_STATES.map((code) => `link_${code}`),
  'purposes of a link': LINK_PURPOSES.map((code) => `opened_by_${code}`),
  'late links': LATE_LINK_STATES.map((code) => `late_${code}`),
  'states of pictures': IMAGE_STATES.map((code) => `images_${code}`),
  'states of webhooks': WEBHOOK_STATES.map((code) => `webhooks_${code}`),
  'states of a delivery': DELIVERY_STATES.map((code) => `delivery_${code}`),
  'purposes of a process': PROCESS_PURPOSES.map((code) => `purpose_${code}`),
  actors: ['merchant', 'person', 'service', 'platform'].map((code) => `by_${code}`),
  sources: TIMELINE_SOURCES.map((code) => `source_${code}`),
  readings: SEARCH_KINDS.map((code) => `search_${code}`),
  'masked fields': REVEALABLE.map((code) => `field_${code}`),
};

const textsOf = (language: Language): Readonly<Record<string, unknown>> => {
  const { early, app, lists, cases } = dictionaries[language];
  return { ...early, ...app, ...lists, ...cases };
};

describe.each(LANGUAGES)('words of cases in %s', (language) => {
  const texts = textsOf(language);

  test.each(Object.entries(TABLES))('every code has words: %s (P4)', (_, keys) => {
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => typeof texts[key] !== 'string' || texts[key] === '')).toEqual([]);
  });

  test('a sentence ends as one, and a word does not (P4)', () => {
    const sentences = Object.entries(texts).filter(([key]) =>
      /^(?:why|next)_|_(?:why|next|advice)$/.test(key),
    );
    expect(sentences.length).toBeGreaterThan(REASON_CODES.length);
    expect(sentences.filter(([, text]) => !/[.!?]$/.test(String(text)))).toEqual([]);
    const names = Object.entries(texts).filter(([key]) => /^reason_|^result_|^check_/.test(key));
    expect(names.filter(([, text]) => /\.$/.test(String(text)))).toEqual([]);
  });

  test('a reason is short enough for a row of a list', () => {
    const long = REASON_CODES.filter((code) => String(texts[`reason_${code}`]).length > 42);
    expect(long).toEqual([]);
  });
});

test('every end has a next step that is not the same sentence as why (P4)', () => {
  for (const language of LANGUAGES) {
    const texts = textsOf(language);
    const same = caseStatuses.filter((code) => texts[`status_${code}_why`] === texts[`status_${code}_next`]);
    expect(same).toEqual([]);
  }
});

test('every status has an icon, and no two that can stand in one list share icon and tone (P50)', () => {
  const seen = TRANSACTION_STATUSES.map((status) => statusViews[status]);
  const marks = seen.map(({ icon, tone }) => `${icon.displayName} ${tone}`);
  expect(new Set(marks).size).toBe(TRANSACTION_STATUSES.length);
});

test('the lists of the page are those of the contract, in its order', () => {
  expect(transactionStatuses).toEqual(TRANSACTION_STATUSES);
  expect(processStates).toEqual(PROCESS_STATES);
  expect(processResults).toEqual(PROCESS_RESULTS);
});

test('every source of a timeline can be shown alone, in the order of the contract', () => {
  expect(timelineSources).toEqual(TIMELINE_SOURCES);
});

test('every act of a case has its place on the page (P7)', () => {
  const page = (path: string): string =>
    readFileSync(new URL(`../../src/pages/case/${path}`, import.meta.url), 'utf8');
  const sources = [
    'acts/case-acts.tsx',
    'person-panel.tsx',
    'attempts/attempts-part.tsx',
    'decision/decision-part.tsx',
    'webhooks/webhooks-part.tsx',
    'notes/notes-section.tsx',
    'notes/note-form.tsx',
  ].map(page);
  const missing = CASE_ACTS.filter(
    (act) => !sources.some((source) => source.includes(`acts.includes('${act}')`)),
  );
  expect(missing).toEqual([]);
});
